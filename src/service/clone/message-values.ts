import { percent } from "../../catalog/statistics.ts";
import type { TranslationTable } from "../../store/tables.ts";
import type { Selectable } from "kysely";
import type { ComponentRecord } from "../components/component-settings.ts";
import { page } from "../representation/address.ts";
import type { Service } from "../service.ts";
import type { Author } from "./clone.ts";
import { renderMessage } from "./commit-message.ts";
import type { TemplateValues } from "./message-template.ts";

/** A translation as templates see it; without its counters, an empty one. */
type Translation = Pick<Selectable<TranslationTable>, "language_id" | "language_code" | "filename"> &
  Partial<
    Pick<
      Selectable<TranslationTable>,
      "total" | "total_words" | "translated" | "translated_words" | "fuzzy" | "failing"
    >
  >;

/** Fills one of a component's message templates that is about no single language. */
export async function componentMessage(
  service: Service,
  component: ComponentRecord,
  template: string,
  more: TemplateValues = {},
): Promise<string> {
  return renderMessage(template, { ...(await componentValues(service, component)), ...more });
}

/** Fills one of the component's message templates for a translation. */
export async function translationMessage(
  service: Service,
  component: ComponentRecord,
  translation: Translation,
  template: string,
  more: { readonly author?: Author | Promise<Author>; readonly addon_name?: string } = {},
): Promise<string> {
  const { author: asked, ...others } = more;
  const [values, author] = await Promise.all([translationValues(service, component, translation), asked]);
  return renderMessage(template, {
    ...values,
    ...others,
    ...(author !== undefined && { author: `${author.name} <${author.email}>` }),
  });
}

/** What templates can say of a translation. */
export async function translationValues(
  service: Service,
  component: ComponentRecord,
  translation: Translation,
): Promise<TemplateValues> {
  const { database, settings } = service;
  const [language, ofComponent] = await Promise.all([
    database
      .selectFrom("language")
      .innerJoin("project", (join) => join.on("project.id", "=", component.project_id))
      .select(["language.code", "language.name", "project.slug"])
      .where("language.id", "=", translation.language_id)
      .executeTakeFirstOrThrow(),
    componentValues(service, component),
  ]);
  const { total = 0, translated = 0, fuzzy = 0, failing = 0 } = translation;
  const { total_words: words = 0, translated_words: translatedWords = 0 } = translation;
  return {
    ...ofComponent,
    url:
      settings.siteUrl === "" ? "" : page.translation(settings.siteUrl, language.slug, component.path, language.code),
    language_name: language.name,
    language_code: translation.language_code,
    filename: translation.filename,
    stats: {
      all: total,
      translated,
      translated_percent: share(translated, total),
      fuzzy,
      fuzzy_percent: share(fuzzy, total),
      allchecks: failing,
      all_words: words,
      translated_words: translatedWords,
      translated_words_percent: share(translatedWords, words),
    },
  };
}

async function componentValues(service: Service, component: ComponentRecord): Promise<TemplateValues> {
  const { database, settings } = service;
  const [project, linked] = await Promise.all([
    database
      .selectFrom("project")
      .select(["name", "slug"])
      .where("id", "=", component.project_id)
      .executeTakeFirstOrThrow(),
    database
      .selectFrom("component")
      .innerJoin("project", "project.id", "component.project_id")
      .select(["component.name", "component.path", "project.name as project_name", "project.slug"])
      .where("component.linked_component_id", "=", component.id)
      .orderBy("component.id")
      .execute(),
  ]);
  const urlOf = (slug: string, path: string): string =>
    settings.siteUrl === "" ? "" : page.component(settings.siteUrl, slug, path);
  return {
    site_title: settings.siteTitle,
    site_url: settings.siteUrl,
    project_name: project.name,
    project_slug: project.slug,
    component_name: component.name,
    component_slug: component.slug,
    component_remote_branch: component.settings.branch,
    component_linked_childs: linked.map(({ name, path, project_name: projectName, slug }) => ({
      name,
      project_name: projectName,
      url: urlOf(slug, path),
    })),
    url: urlOf(project.slug, component.path),
  };
}

/** `33.3`, `100.0`. */
function share(part: number, whole: number): string {
  return (whole === 0 ? 100 : percent(part, whole)).toFixed(1);
}
