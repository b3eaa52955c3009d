import { contract } from "../../contract/index.ts";
import { newestChanges } from "../changes/changes.ts";
import type { ChangeScope } from "../changes/changes-in-scope.ts";
import { actionNames } from "../changes/actions.ts";
import { csvOf } from "../http/csv.ts";
import { writeFeed } from "../feeds/rss.ts";
import { notFound } from "../http/refusal.ts";
import { FileAnswer, route } from "../http/route.ts";
import {
  hiddenComponents,
  visibleComponent,
  visibleProject,
  visibleScope,
  visibleTranslation,
} from "../identity/visible.ts";
import { address, page } from "../representation/address.ts";
import type { ChangeParts } from "../representation/change.ts";
import { Gallery } from "../representation/gallery.ts";
import type { Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { exportedStatistics } from "../feeds/exported-statistics.ts";

interface FeedCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
  readonly url: URL;
}

interface FeedNames {
  readonly title: string;
  readonly link: string;
}

/** Readers ask again and again: so many changes are enough to miss none. */
const ITEMS = 50;

async function feed({ service, origin, url }: FeedCall, scope: ChangeScope, { title, link }: FeedNames) {
  const changes = await newestChanges(service, scope, ITEMS);
  const text = writeFeed({
    title,
    link,
    description: `Recent changes made using ${service.settings.siteTitle} in ${title}.`,
    self: `${origin}${url.pathname}`,
    items: changes.map((change) => ({
      title: titleOf(change),
      link: pageOf(change, origin) ?? link,
      description: change.target,
      date: change.timestamp,
      id: address.change(origin, change.id),
    })),
  });
  return new FileAnswer(Buffer.from(text), { "Content-Type": "application/rss+xml; charset=utf-8" });
}

/** `Translation changed: demo/app/cs (jana)` */
function titleOf({ action, project, component, language, author }: ChangeParts): string {
  const place = [project, component, language].filter((part) => part !== null).join("/");
  const name = actionNames[action] ?? String(action);
  return `${name}${place === "" ? "" : `: ${place}`}${author === null ? "" : ` (${author})`}`;
}

function pageOf({ project, component, language }: ChangeParts, origin: string): string | undefined {
  if (project === null) return undefined;
  if (component === null) return page.project(origin, project);
  if (language === null) return page.component(origin, project, component);
  return page.translation(origin, project, component, language);
}

const { exports: endpoints } = contract;

export const exportRoutes = [
  route(endpoints.statistics, async (call) => {
    const { service, caller, parameters, query, origin } = call;
    const { component } = await visibleComponent(service, caller, parameters);
    const rows = await service.database
      .selectFrom("translation")
      .selectAll()
      .where("component_id", "=", component.id)
      .orderBy("id")
      .execute();
    const parts = await new Gallery(call).translationParts(rows);
    const records = parts.map((part) => exportedStatistics(part, origin));
    if (query.format === "csv") {
      return new FileAnswer(Buffer.from(await csvOf(records)), { "Content-Type": "text/csv; charset=utf-8" });
    }
    const json = JSON.stringify(records, null, query.indent ?? 0);
    return query.jsonp === undefined
      ? new FileAnswer(Buffer.from(json), { "Content-Type": "application/json" })
      : // The comment keeps the name of the function from being read as anything else than script.
        new FileAnswer(Buffer.from(`/**/${query.jsonp}(${json});`), { "Content-Type": "application/javascript" });
  }),
  route(endpoints.siteFeed, async (call) => {
    const scope = await visibleScope(call.service, call.caller);
    return feed(call, scope, { title: call.service.settings.siteTitle, link: `${call.origin}/` });
  }),
  route(endpoints.languageFeed, async (call) => {
    const { service, caller, parameters, origin } = call;
    const language = await service.database
      .selectFrom("language")
      .select(["id", "code", "name"])
      .where("code", "=", parameters.language)
      .executeTakeFirst();
    if (language === undefined) throw notFound();
    const scope = { ...(await visibleScope(service, caller)), language: language.id };
    return feed(call, scope, { title: language.name, link: page.language(origin, language.code) });
  }),
  route(endpoints.projectFeed, async (call) => {
    const project = await visibleProject(call.service, call.caller, call.parameters.project);
    return feed(
      call,
      { projects: [project.id], hidden: await hiddenComponents(call.service, call.caller, project.id) },
      { title: project.name, link: page.project(call.origin, project.slug) },
    );
  }),
  route(endpoints.componentFeed, async (call) => {
    const { project, component } = await visibleComponent(call.service, call.caller, call.parameters);
    return feed(
      call,
      { projects: [project.id], component: component.id },
      {
        title: `${project.name}/${component.name}`,
        link: page.component(call.origin, project.slug, component.path),
      },
    );
  }),
  route(endpoints.translationFeed, async (call) => {
    const place = await visibleTranslation(call.service, call.caller, call.parameters);
    const { project, component, translation, language } = place;
    return feed(
      call,
      { projects: [project.id], translation: translation.id },
      {
        title: `${project.name}/${component.name} — ${language.name}`,
        link: page.translation(call.origin, project.slug, component.path, language.code),
      },
    );
  }),
];
