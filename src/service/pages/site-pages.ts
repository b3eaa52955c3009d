import type { RecentWork } from "../editor/recent-work.ts";
import { TO_DO } from "../editor/walk.ts";
import type { SitePageRequest } from "./reader.ts";
import { contract } from "../../contract/index.ts";
import { notFound } from "../http/refusal.ts";
import { activitySections } from "./activity-sections.ts";
import { amount, bar } from "./bar.ts";
import { html, type Content } from "../../http-api/markup.ts";
import { needsYou } from "./needs-you.ts";
import { layout } from "./layout.ts";
import { apiLink, empty, link } from "./links.ts";
import { progressTable, rows } from "./progress.ts";
import type { Words } from "../wording/words.ts";
import { componentTranslationOrCategory, invitationPage, projectPage } from "./project-pages.ts";

/** A page to read: its address, with the names of what it is about in braces, `{path}` for one or more of them. */
interface SitePage {
  readonly address: string;
  readonly show: (visit: SitePageRequest, ...names: readonly string[]) => Promise<string>;
}

/** What a person sees of the service outside of its API: the addresses that objects give as `web_url`. */
export const sitePages: readonly SitePage[] = [
  { address: "/", show: overview },
  { address: "/languages/{language}/", show: languagePage },
  { address: "/user/{user}/", show: userPage },
  { address: "/projects/{project}/", show: projectPage },
  { address: "/engage/{project}/", show: projectPage },
  { address: "/engage/{project}/-/{language}/", show: invitationPage },
  {
    address: "/projects/{project}/{path}/",
    show: (visit, project, ...path) => componentTranslationOrCategory(visit, project, path),
  },
];

/** @throws 404 for an address that is none of theirs, and where there is not what it names */
export async function sitePage(visit: SitePageRequest): Promise<string> {
  const asked = segmentsOf(visit.url);
  for (const { address, show } of sitePages) {
    const names = namesIn(address, asked);
    if (names !== undefined) return show(visit, ...names);
  }
  throw notFound();
}

/** What an address names, if it is of this form. */
function namesIn(form: string, asked: readonly string[]): readonly string[] | undefined {
  const parts = form.split("/").filter((part) => part !== "");
  const isOpen = parts.at(-1) === "{path}";
  if (isOpen ? asked.length < parts.length : asked.length !== parts.length) return undefined;
  const fits = parts.every((part, at) => part.startsWith("{") || part === asked[at]);
  return fits ? asked.filter((_, at) => parts[at]?.startsWith("{") ?? true) : undefined;
}

function segmentsOf({ pathname }: URL): string[] {
  try {
    return pathname
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    throw notFound();
  }
}

/** What somebody was at, with the way straight to what is left. */
function goOn(work: readonly RecentWork[], words: Words): Content {
  if (work.length === 0) return "";
  return html`<h2>${words.say("home.goOn")}</h2>
    ${progressTable(
      words.say("table.translation"),
      work.map(({ project, component, code, componentName, languageName, ...counted }) => {
        const path = `${project}/${component}/${encodeURIComponent(code)}/`;
        const isDone = counted.translated === counted.total;
        const address = isDone ? `/projects/${path}` : `/translate/${path}?q=${encodeURIComponent(TO_DO)}&start=yes`;
        return [link(address, `${languageName}: ${componentName}`), counted] as const;
      }),
      words,
    )}`;
}

async function overview({ words, site, read, visitor, recent, needs, mayBegin }: SitePageRequest): Promise<string> {
  const { say, show } = words;
  const [work, waiting] = [await recent(), await needs()];
  const { count, results } = await read(contract.projects.list, {}, rows);
  const statistics = await Promise.all(
    results.map(({ slug }) => read(contract.projects.statistics, { project: slug })),
  );
  const links = {
    api: html`<a href="/api/">${say("home.api")}</a>`,
    documentation: html`<a href="/api/docs/">${say("home.documentation")}</a>`,
    description: html`<a href="/api/schema/">${say("home.description")}</a>`,
  };
  return layout({
    words,
    title: say("home.title"),
    site,
    visitor,
    crumbs: [],
    content: html`<h1>${site}</h1>
      <p class="soft">${say("home.count", { count })} ${visitor.signedIn === undefined ? say("home.private") : ""}</p>
      ${mayBegin ? html`<p><a class="begin" href="/manage/new-project/">${say("home.begin")}</a></p>` : ""}
      ${
        // What stands in the reader's browser, which alone knows it (`editor.js`).
        visitor.signedIn === undefined
          ? ""
          : html`<section id="unsaved" aria-labelledby="unsaved-here" hidden></section>`
      }
      ${needsYou(waiting, words)} ${goOn(work, words)}
      ${waiting === undefined ? "" : html`<h2>${say("home.title")}</h2>`}
      ${
        results.length === 0
          ? empty(say("home.none"), say("home.noneAdvice"))
          : progressTable(
              say("home.project"),
              results.map((project, index) => [link(`/projects/${project.slug}/`, project.name), statistics[index]]),
              words,
            )
      }
      <h2>${say("home.programs")}</h2>
      <p>${show("home.programsLinks", links)}</p>`,
  });
}

async function languagePage(
  { site, read, visitor, activity, inLanguage }: SitePageRequest,
  code: string,
): Promise<string> {
  const language = await read(contract.languages.get, { language: code });
  const statistics = await read(contract.languages.statistics, { language: code });
  return layout({
    title: language.name,
    site,
    visitor,
    crumbs: [[language.name, `/languages/${encodeURIComponent(code)}/`]],
    content: html`<h1>${language.name} <span class="soft">${language.code}</span></h1>
      <div class="facts">
        <span>${bar(statistics.translated, statistics.fuzzy ?? 0, statistics.total)}</span
        ><span><b>${amount(statistics.total)}</b> strings</span
        ><span>written <b>${language.direction === "rtl" ? "from right to left" : "from left to right"}</b></span
        ><span><b>${language.plural?.number ?? 1}</b> plural forms <code>${language.plural?.formula ?? ""}</code></span>
      </div>
      ${Object.values(Object.groupBy(await inLanguage(language.id ?? 0), ({ project }) => project)).map(languageWork)}
      ${activitySections(await activity({ language: language.id ?? 0 }), { visitor })}
      ${apiLink(`/api/languages/${encodeURIComponent(code)}/`)}`,
  });
}

/** The components of a project in one language. */
function languageWork(work: readonly RecentWork[] = []): Content {
  const [{ project, projectName } = { project: "", projectName: "" }] = work;
  return html`<h2><a href="/projects/${project}/" dir="auto">${projectName}</a></h2>
    ${progressTable(
      "Component",
      work.map(({ component, code, componentName, ...counted }) => [
        link(`/projects/${project}/${component}/${encodeURIComponent(code)}/`, componentName),
        counted,
      ]),
    )}`;
}

async function userPage({ site, read, visitor }: SitePageRequest, username: string): Promise<string> {
  const user = await read(contract.users.get, { username });
  const { translated, suggested, uploaded, commented, languages } = await read(contract.users.statistics, { username });
  const counts: readonly (readonly [string, number | undefined])[] = [
    ["translated", translated],
    ["suggested", suggested],
    ["uploaded", uploaded],
    ["commented", commented],
    [languages === 1 ? "language" : "languages", languages],
  ];
  return layout({
    title: user.full_name,
    site,
    visitor,
    crumbs: [[user.full_name, `/user/${encodeURIComponent(username)}/`]],
    content: html`<h1>${user.full_name} <span class="soft">${user.username}</span></h1>
      <div class="facts">${counts.map(([name, count]) => html`<span><b>${amount(count)}</b> ${name}</span>`)}</div>
      ${apiLink(`/api/users/${encodeURIComponent(username)}/`)}`,
  });
}
