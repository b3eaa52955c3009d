import { contract } from "../../contract/index.ts";
import type { FieldProblems } from "../../http-api/form.ts";
import { formProblem } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Caller } from "../identity/permissions.ts";
import { crumbsTo } from "../pages/crumbs.ts";
import { navigation } from "../pages/links.ts";
import { layout, pageAnswer } from "../pages/layout.ts";
import type { Managed, ManagementRequest, SentForm } from "./managed-page.ts";

/** Where everything is looked after: `/manage/<page>/<project>/<component>/<language>/`. */
export const MANAGE = "/manage/";

/** A page on which something is looked after. */
export interface ManagementPage<Place = Managed> {
  /** As its address has it. */
  readonly name: string;
  /** As links to it call it. */
  readonly words: string;
  /** What it is of. */
  readonly of: readonly ("project" | "component" | "translation")[];
  /** Whether the caller finds anything to do there: it is linked to then, and answers nobody else. */
  readonly isFor: (caller: Caller, place: Place) => boolean;
  /** @throws the refusal that the API has for the same question */
  readonly show: (management: ManagementRequest, place: Place) => Promise<Response>;
  readonly submit?: ((management: ManagementRequest, place: Place, form: SentForm) => Promise<Response>) | undefined;
}

/** `/projects/shop/app/cs/` */
export function placeAddress({ project, component, language }: Managed): string {
  return `/projects/${partsOf({ project, component, language })}`;
}

export function manageAddress(page: Pick<ManagementPage, "name">, place: Managed): string {
  return `${MANAGE}${page.name}/${partsOf(place)}`;
}

function partsOf({ project, component, language }: Managed): string {
  const parts = [
    project.slug,
    ...(component === undefined ? [] : component.path.split("/")),
    ...(language === undefined ? [] : [language.code]),
  ];
  return parts.map((part) => `${encodeURIComponent(part)}/`).join("");
}

/** How the API's paths name a place. */
export function parametersOf({ project, component, language }: Managed) {
  return { project: project.slug, component: component?.path ?? "", language: language?.code ?? "" };
}

export interface Shown {
  /** Name of the page in its address. */
  readonly page: string;
  readonly title: string;
  readonly about?: Content;
  readonly content: Content;
  /** What was done. */
  readonly done?: Content;
  readonly problems?: FieldProblems | undefined;
  readonly status?: number;
  /** Comes again by itself after so many seconds: something is under way. */
  readonly again?: number | undefined;
  /** Never to be kept by browsers. */
  readonly secret?: boolean;
}

/** A page in the frame that all pages have, with links to the others that are for the caller. */
export function shownPage({ service, visitor, links }: ManagementRequest, place: Managed, shown: Shown): Response {
  const { title, about, content, done, problems = {}, status = 200, again, secret } = shown;
  const text = layout({
    title,
    site: service.settings.siteTitle,
    visitor,
    crumbs: crumbsTo(place),
    content: html`${navigation(links(place), shown.page)}
      <h1>${title}</h1>
      ${about === undefined ? "" : html`<p class="soft">${about}</p>`}
      ${done === undefined ? "" : html`<div class="flash good" role="status"><p>${done}</p></div>`}
      ${formProblem(problems)} ${content}`,
  });
  const headers = {
    ...(again !== undefined && { Refresh: String(again) }),
    ...(secret === true ? { "Cache-Control": "no-store" } : {}),
  };
  return pageAnswer(text, status, headers);
}

/** What somebody learned who tried a connection to another service. */
export interface TriedConnection {
  readonly isGood: boolean;
  readonly words: string;
}

export function triedConnections(tried: readonly TriedConnection[] | undefined): Content {
  if (tried === undefined) return "";
  const [kind, role] = tried.every(({ isGood }) => isGood) ? ["good", "status"] : ["bad", "alert"];
  return html`<div class="flash ${kind}" role="${role}">
    ${tried.map(({ words }) => html`<p dir="auto">${words}</p>`)}
  </div>`;
}

/** A task that the page began, by its address of the API. */
export function taskIn(answer: unknown): string | undefined {
  const address =
    typeof answer === "object" && answer !== null && "task_url" in answer ? String(answer.task_url) : undefined;
  return address?.split("/").at(-2);
}

export interface TaskState {
  readonly completed: boolean;
  readonly progress: number;
  readonly result: unknown;
  readonly log: string;
}

export async function taskState({ perform }: ManagementRequest, uuid: string): Promise<TaskState> {
  const { completed, progress, result, log } = await perform(contract.tasks.get, { uuid });
  return { completed, progress: progress ?? 0, result, log: log ?? "" };
}

export function progressOf({ progress, log }: TaskState): Markup {
  return html`<div class="flash attention" role="status">
    <p>Under way: ${progress} %. This page comes again by itself until it is done; you may leave it.</p>
    <progress max="100" value="${progress}" aria-label="Progress"></progress>
    ${log === "" ? "" : html`<pre class="log">${log}</pre>`}
  </div>`;
}
