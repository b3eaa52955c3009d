import { contract } from "../../contract/index.ts";
import type { Category } from "../../contract/resources/category.ts";
import type { Component } from "../../contract/resources/component.ts";
import type { Project } from "../../contract/resources/project.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { TO_DO } from "../editor/walk.ts";
import { amount, bar } from "./bar.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { activitySections } from "./activity-sections.ts";
import { alertList } from "./alert-list.ts";
import { announcementList } from "./announcement-list.ts";
import { crumbsTo } from "./crumbs.ts";
import { layout } from "./layout.ts";
import { apiLink, empty, link, navigation, pathOf } from "./links.ts";
import { progressTable, rows, summed, type Counted } from "./progress.ts";
import type { Reader, SitePageRequest } from "./reader.ts";
import { translationPage } from "./translation-page.ts";

export async function projectPage(
  { site, read, visitor, links, activity }: SitePageRequest,
  slug: string,
): Promise<string> {
  const parameters = { project: slug };
  const project = await read(contract.projects.get, parameters);
  const components = await read(contract.projects.components, parameters, rows);
  const languages = await read(contract.projects.languages, parameters);
  const entries = await componentEntries(read, project, components.results);
  const whole = summed(languages);
  const pages = await links({ project: slug });
  const adding = pages.find(({ name }) => name === "new-component");
  return layout({
    title: project.name,
    site,
    visitor,
    crumbs: crumbsTo({ project }),
    content: html`<h1>${project.name}</h1>
      ${navigation(pages, "")}
      ${announcementList((await read(contract.projectAnnouncements.list, parameters, rows)).results)}
      <div class="facts">
        <span>${bar(whole.translated, whole.fuzzy ?? 0, whole.total)}</span
        ><span><b>${amount(whole.total)}</b> strings</span><span><b>${amount(languages.length)}</b> languages</span>
      </div>
      ${isWebAddress(project.web) ? html`<p><a href="${project.web}" rel="noreferrer">${project.web}</a></p>` : ""}
      ${project.instructions === "" ? "" : html`<p class="texts">${project.instructions}</p>`}
      <h2>Components</h2>
      ${categoryLinks((await read(contract.projects.categories, parameters, rows)).results, null)}
      ${
        components.results.length === 0
          ? empty(
              "No component yet",
              html`A component is made from a repository, a file or an archive, by who manages the
              project${adding === undefined ? "." : html`: <a href="${adding.address}">add one</a>.`}`,
            )
          : progressTable("Component", entries)
      }
      <h2>Languages</h2>
      ${
        languages.length === 0
          ? empty("No language yet", "A component brings its own.")
          : progressTable(
              "Language",
              languages.map((each) => [
                link(`/languages/${encodeURIComponent(each.code ?? "")}/`, each.name ?? each.code ?? ""),
                each,
              ]),
            )
      }
      ${activitySections(await activity({ project: project.id ?? 0 }), { visitor, history: `/manage/history/${slug}/` })}
      ${apiLink(`/api/projects/${slug}/`)}`,
  });
}

/** What an address to be passed on (`share_url`) shows: one language of a project, to begin with at once. */
export async function invitationPage(
  { site, read, visitor }: SitePageRequest,
  slug: string,
  code: string,
): Promise<string> {
  const project = await read(contract.projects.get, { project: slug });
  const language = (await read(contract.projects.languages, { project: slug })).find((each) => each.code === code);
  if (language === undefined) throw notFound();
  const { results } = await read(contract.projects.components, { project: slug }, rows);
  const entries = await Promise.all(
    results.map(async (component) => {
      const place = { ...placeOf(project, component), language: code };
      const translation = await orMissing(read(contract.translations.get, place));
      return translation === undefined
        ? []
        : [{ component, translation, left: translation.total - translation.translated }];
    }),
  );
  const all = entries.flat();
  const [first] = all.filter(({ left }) => left > 0).toSorted((one, other) => other.left - one.left);
  const toDo = `?q=${encodeURIComponent(TO_DO)}&start=yes`;
  const name = language.name ?? code;
  return layout({
    title: `${project.name}: ${name}`,
    site,
    visitor,
    crumbs: [...crumbsTo({ project }), [name, `/engage/${slug}/-/${encodeURIComponent(code)}/`]],
    content: html`<h1>${project.name} <span class="soft">${name}</span></h1>
      <div class="facts"><span>${bar(language.translated, language.fuzzy ?? 0, language.total)}</span></div>
      ${
        first === undefined
          ? ""
          : html`<p>
              <a class="begin" href="${pathOf(first.translation.translate_url)}${toDo}"
                >Translate what is to do in ${first.component.name}</a
              >
            </p>`
      }
      ${progressTable(
        "Component",
        all.map(({ component, translation }) => [link(pathOf(translation.web_url), component.name), translation]),
      )}
      ${apiLink(`/api/projects/${slug}/`)}`,
  });
}

/** A path names a component, a component and a language, or a category: the first of these that there is. */
export async function componentTranslationOrCategory(
  visit: SitePageRequest,
  project: string,
  path: readonly string[],
): Promise<string> {
  const whole = path.join("/");
  const component = await orMissing(visit.read(contract.components.get, { project, component: whole }));
  if (component !== undefined) return componentPage(visit, project, whole, component);
  const language = path.at(-1) ?? "";
  const translation =
    path.length < 2
      ? undefined
      : await orMissing(translationPage(visit, project, path.slice(0, -1).join("/"), language));
  return translation ?? categoryPage(visit, project, whole);
}

async function orMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

async function categoryPage({ site, read, visitor }: SitePageRequest, slug: string, path: string): Promise<string> {
  const project = await read(contract.projects.get, { project: slug });
  const { results } = await read(contract.projects.categories, { project: slug }, rows);
  const here = `/projects/${slug}/${path}/`;
  const category = results.find((each) => decodeURI(pathOf(each.web_url)) === here);
  if (category === undefined) throw notFound();
  const components = await read(contract.projects.components, { project: slug }, { page_size: "1000" });
  const own = components.results.filter((component) => component.category === category.url);
  return layout({
    title: category.name,
    site,
    visitor,
    crumbs: [...crumbsTo({ project }), [category.name, here]],
    content: html`<h1>${category.name}</h1>
      ${categoryLinks(results, category.url)}
      ${
        own.length === 0
          ? empty(
              "No component here yet",
              "Components are put into a category by their settings, or as they are added.",
            )
          : progressTable("Component", await componentEntries(read, project, own))
      }
      ${apiLink(pathOf(category.url))}`,
  });
}

async function componentEntries(
  read: Reader,
  project: Project,
  components: readonly Component[],
): Promise<(readonly [Markup, Counted])[]> {
  return Promise.all(
    components.map(async (component) => {
      const { results } = await read(contract.components.statistics, placeOf(project, component));
      return [link(pathOf(component.web_url), component.name), summed(results)] as const;
    }),
  );
}

/** Categories that stand in another one, or in the project itself. */
function categoryLinks(categories: readonly Category[], parent: string | null): Content {
  const own = categories.filter(({ category }) => (category ?? null) === parent);
  if (own.length === 0) return "";
  return html`<p class="pages">Categories: ${own.map((each) => link(pathOf(each.web_url), each.name))}</p>`;
}

async function componentPage(
  { site, read, visitor, links, activity, alerts }: SitePageRequest,
  project: string,
  path: string,
  component: Component,
): Promise<string> {
  const statistics = await read(contract.components.statistics, { project, component: path }, rows);
  const here = `/projects/${project}/${path}/`;
  const pages = await links({ project, component: path });
  return layout({
    title: component.name,
    site,
    visitor,
    crumbs: crumbsTo({
      project: { slug: project, name: component.project?.name ?? project },
      component: { path, name: component.name },
    }),
    content: html`<h1>${component.name}</h1>
      ${navigation(pages, "")}
      ${announcementList((await read(contract.componentAnnouncements.list, { project, component: path }, rows)).results)}
      ${alertList(await alerts({ project, component: path }), `${project}/${path}`, "h2", pages)}
      <div class="facts">
        <span>format <b>${component.file_format}</b></span
        >${fact("repository", component.repo)}${fact("branch", component.branch)}${fact("files", component.filemask)}${component.locked === true ? html`<span><b>locked</b></span>` : ""}
      </div>
      ${
        statistics.results.length === 0
          ? html`<p class="soft">
              No language yet: its repository is still being read, or no file fits the file mask. Load this page again
              in a moment; “Repository” says what is wrong.
            </p>`
          : progressTable(
              "Language",
              statistics.results.map((each) => [
                link(`${here}${encodeURIComponent(each.code ?? "")}/`, each.name ?? each.code ?? ""),
                each,
              ]),
            )
      }
      ${activitySections(await activity({ component: component.id ?? 0 }), { visitor, history: `/manage/history/${project}/${path}/` })}
      ${apiLink(pathOf(component.url))}`,
  });
}

function fact(name: string, value: string | null | undefined): Content {
  return value === null || value === undefined || value === "" ? "" : html`<span>${name} <code>${value}</code></span>`;
}

function placeOf(project: Project, component: Component): { project: string; component: string } {
  // The address is the one place that holds the whole path of a component in a category.
  const path = decodeURIComponent(decodeURIComponent(pathOf(component.url).split("/").at(-2) ?? ""));
  return { project: project.slug, component: path };
}

function isWebAddress(text: string | null | undefined): text is string {
  return typeof text === "string" && /^https?:\/\//.test(text);
}
