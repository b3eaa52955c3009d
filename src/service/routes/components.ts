import { inTransaction } from "../../store/database.ts";
import { contract } from "../../contract/index.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { listChanges } from "../changes/changes.ts";
import { changeComponent } from "../components/component-change.ts";
import { linkComponent, linkedProjects, unlinkComponent } from "../components/component-links.ts";
import { categoryId } from "../http/hyperlink.ts";
import { removeComponentsSoon } from "../components/component-removal.ts";
import { componentRecord } from "../components/component-settings.ts";
import type { components as endpoints } from "../../contract/endpoints/components.ts";
import { fillNewLanguage, translationsFrom } from "../autotranslate/autotranslate-request.ts";
import { Gallery } from "../representation/gallery.ts";
import { addLanguage } from "../components/language-addition.ts";
import { countOf, paged, statisticsPageSizes } from "../http/paging.ts";
import { demand, may } from "../identity/permissions.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { commitSoon } from "../jobs/clone-jobs.ts";
import { operateOn } from "./repository-operation.ts";
import { demandStatus } from "../clone/repository-access.ts";
import { repositoryStatus } from "../clone/repository-status.ts";
import { address } from "../representation/address.ts";
import { representTranslationStatistics } from "../representation/translation.ts";
import { route, type Call } from "../http/route.ts";
import { recentChanges } from "../units/statistics.ts";
import { componentArchive, componentFile } from "../files/stored-files.ts";
import { hiddenComponents, visibleComponent, visibleProjects } from "../identity/visible.ts";

export const componentRoutes = [
  route(contract.components.list, async (call) => {
    const { service, caller, url } = call;
    const components = service.database
      .selectFrom("component")
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))])
      .where("id", "not in", [0, ...(await hiddenComponents(service, caller))]);
    return paged(
      { url },
      () => countOf(components),
      async (limit, offset) => {
        const rows = await components.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return new Gallery(call).components(rows.map(componentRecord));
      },
    );
  }),
  route(contract.components.get, async (call) => {
    const { component } = await visibleComponent(call.service, call.caller, call.parameters);
    return new Gallery(call).component(component);
  }),
  route(contract.components.update, change),
  route(contract.components.replace, change),
  route(contract.components.delete, async ({ service, caller, parameters, query }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, { project, component }, "component.edit");
    const forget = query.delete_memory === true;
    await removeComponentsSoon(service, [component], { user: caller.user?.id, name: component.path, forget });
    return undefined;
  }),
  route(contract.components.changes, async (call) => {
    const { project, component } = await visibleComponent(call.service, call.caller, call.parameters);
    return listChanges(call, { projects: [project.id], component: component.id });
  }),
  route(contract.components.lock, async ({ service, caller, parameters }) => {
    const { component } = await visibleComponent(service, caller, parameters);
    return { locked: component.locked === 1 };
  }),
  route(contract.components.setLock, async ({ service, caller, parameters, body }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, { project, component }, "component.lock");
    const wanted = body.lock ? 1 : 0;
    if (component.locked !== wanted) {
      await inTransaction(service.database, async (queries) => {
        await queries
          .updateTable("component")
          .set({ locked: wanted, auto_locked: 0 })
          .where("id", "=", component.id)
          .execute();
        await record(service, queries, [
          {
            action: body.lock ? action.componentLocked : action.componentUnlocked,
            project: project.id,
            component: component.id,
            user: caller.user?.id,
            details: { auto: false },
          },
        ]);
        // Nothing waits behind a lock (facts §3).
        if (body.lock) await commitSoon(service, component.clone_id, queries);
      });
    }
    return { locked: body.lock };
  }),
  route(contract.components.repository, async ({ service, caller, parameters, origin }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    await demandStatus(service, caller, { project, component });
    const url = `${address.component(origin, project.slug, component.path)}repository/`;
    return repositoryStatus(service, component, url);
  }),
  route(contract.components.operate, async (call) =>
    operateOn(call, await visibleComponent(call.service, call.caller, call.parameters)),
  ),
  route(contract.components.monolingualBase, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, { project, component }, "translation.download");
    return componentFile(service, component, component.settings.template, caller.user?.id);
  }),
  route(contract.components.newTemplate, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, { project, component }, "translation.download");
    return componentFile(service, component, component.settings.new_base, caller.user?.id);
  }),
  route(contract.components.file, async ({ service, caller, parameters, query, origin }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    demand(caller, { project, component }, "translation.download");
    return componentArchive(service, project, [component], {
      caller,
      name: `${project.slug}-${component.path.replaceAll("/", "-")}`,
      format: query.format,
      origin,
    });
  }),
  route(contract.components.links, async (call) => {
    const { service, caller, parameters, url } = call;
    const place = await visibleComponent(service, caller, parameters);
    const projects = await linkedProjects(service, { ...place, caller });
    const page = await paged(
      { url },
      async () => projects.length,
      async (limit, offset) => new Gallery(call).projects(projects.slice(offset, offset + limit)),
    );
    return { ...page, projects: page.results };
  }),
  route(contract.components.link, async (call) => {
    const { service, caller, parameters, body } = call;
    const place = await visibleComponent(service, caller, parameters);
    demand(caller, place, "component.edit");
    const category = body.category_id ?? undefined;
    await linkComponent(service, { ...place, caller }, { slug: body.project_slug, category });
    return { data: await new Gallery(call).component(place.component) };
  }),
  route(contract.components.unlink, async ({ service, caller, parameters }) => {
    const place = await visibleComponent(service, caller, parameters);
    demand(caller, place, "component.edit");
    await unlinkComponent(service, place.component, parameters.project_slug);
    return undefined;
  }),
  route(contract.components.translations, async (call) => {
    const { service, caller, parameters, url } = call;
    const { component } = await visibleComponent(service, caller, parameters);
    const translations = service.database.selectFrom("translation").where("component_id", "=", component.id);
    return paged(
      { url },
      () => countOf(translations),
      async (limit, offset) => {
        const rows = await translations.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return new Gallery(call).translations(rows, false);
      },
    );
  }),
  route(contract.components.addTranslation, async (call) => {
    const { service, caller, parameters, body } = call;
    const place = await visibleComponent(service, caller, parameters);
    const { language_code: code, from_component: from = [] } = body;
    if (code === undefined || code === "") {
      if (!may(caller, place, "translation.add")) throw denied("Can not create translation");
      throw invalid("language_code", "Missing 'language_code' parameter");
    }
    const sources = await translationsFrom(service, caller, from);
    const { id } = await addLanguage(service, { ...place, caller, code });
    if (sources.length > 0) await fillNewLanguage(service, caller, id, sources);
    const added = await service.database
      .selectFrom("translation")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const translation = await new Gallery(call).translation(added, false);
    return { data: translation, result: translation };
  }),
  route(contract.components.statistics, async (call) => {
    const { service, caller, parameters, url, origin } = call;
    const { component } = await visibleComponent(service, caller, parameters);
    const translations = service.database.selectFrom("translation").where("component_id", "=", component.id);
    return paged(
      { url, sizes: statisticsPageSizes },
      () => countOf(translations),
      async (limit, offset) => {
        const rows = await translations.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        const recent = await recentChanges(service, rows);
        const parts = await new Gallery(call).translationParts(rows);
        return parts.map((part) => representTranslationStatistics(part, recent.get(part.translation.id) ?? 0, origin));
      },
    );
  }),
];

type ChangeCall = Call<typeof endpoints.update> | Call<typeof endpoints.replace>;

async function change(call: ChangeCall) {
  const { service, caller, parameters, body } = call;
  const place = await visibleComponent(service, caller, parameters);
  demand(caller, place, "component.edit");
  const { category, ...fields } = body;
  const changed = await changeComponent(service, {
    ...place,
    fields,
    category: category === undefined || category === null ? category : categoryId(category),
    caller,
  });
  return new Gallery(call).component(changed);
}
