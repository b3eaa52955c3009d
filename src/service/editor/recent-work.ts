import { sql } from "kysely";
import { profileOf } from "../identity/profile.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { visibleScope } from "../identity/visible.ts";
import type { Service } from "../service.ts";

/** A translation somebody worked on, and how much of it is done. */
export interface RecentWork {
  /** Slugs, as addresses have them: `shop`, `web/frontend`, `cs`. */
  readonly project: string;
  readonly component: string;
  readonly projectName: string;
  readonly code: string;
  readonly componentName: string;
  readonly languageName: string;
  readonly total: number;
  readonly translated: number;
  readonly fuzzy: number;
  readonly suggestions?: number;
}

/** Whoever writes more than this without leaving a translation is shown that one alone. */
const CHANGES = 1000;
const TRANSLATIONS = 8;

/** Where somebody translated last, the newest first, of what they still see; nobody's is empty. */
export async function recentWork(service: Service, caller: Caller): Promise<readonly RecentWork[]> {
  const { user } = caller;
  if (user === undefined) return [];
  const changes = await service.readers
    .selectFrom("change")
    .select("translation_id")
    .where("author_id", "=", user.id)
    .where("translation_id", "is not", null)
    .orderBy("id", "desc")
    .limit(CHANGES)
    .execute();
  const ids = [...new Set(changes.flatMap(({ translation_id: id }) => id ?? []))].slice(0, TRANSLATIONS);
  if (ids.length === 0) return [];
  const rows = await (await worked(service, caller)).where("translation.id", "in", ids).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** What is left to do in the languages of a person's profile, the most of it first, of what they see. */
export async function workToDo(service: Service, caller: Caller): Promise<readonly RecentWork[]> {
  const { user } = caller;
  const { languages } = profileOf(user?.profile ?? "{}");
  if (user === undefined || languages.length === 0) return [];
  return (await worked(service, caller))
    .where("translation.language_id", "in", languages)
    .whereRef("translation.translated", "<", "translation.total")
    .orderBy(sql`translation.total - translation.translated`, "desc")
    .orderBy("translation.id")
    .limit(TRANSLATIONS)
    .execute();
}

/** Of so many translations with suggestions it is asked whether the person may accept them. */
const SUGGESTED = 60;

/** Where suggestions wait for somebody who may accept them, the most of them first. */
export async function waitingSuggestions(service: Service, caller: Caller): Promise<readonly RecentWork[]> {
  if (caller.user === undefined) return [];
  const rows = await (
    await worked(service, caller)
  )
    .select([
      "project.id as projectId",
      "project.access_control",
      "component.id as componentId",
      "component.restricted",
    ])
    .select(["translation.language_id as languageId", "translation.suggestions"])
    .where("translation.suggestions", ">", 0)
    .where("component.locked", "=", 0)
    .orderBy("translation.suggestions", "desc")
    .orderBy("translation.id")
    .limit(SUGGESTED)
    .execute();
  const own = rows.filter(({ projectId, access_control: control, componentId, restricted, languageId }) =>
    may(
      caller,
      {
        project: { id: projectId, access_control: control },
        component: { id: componentId, settings: { restricted: restricted === 1 } },
        language: { id: languageId },
      },
      "suggestion.accept",
    ),
  );
  return own.slice(0, TRANSLATIONS);
}

const MOST_IN_LANGUAGE = 2000;

/** Every translation into a language that somebody sees, by project. */
export async function workInLanguage(
  service: Service,
  caller: Caller,
  language: number,
): Promise<readonly RecentWork[]> {
  return (await worked(service, caller))
    .where("translation.language_id", "=", language)
    .orderBy("project.name")
    .orderBy("component.name")
    .limit(MOST_IN_LANGUAGE)
    .execute();
}

/** Translations that somebody sees, as lists of work show them; never sources. */
async function worked(service: Service, caller: Caller) {
  const { projects, hidden } = await visibleScope(service, caller);
  return service.readers
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "component.project_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["translation.id", "translation.total", "translation.translated", "translation.fuzzy"])
    .select([
      "project.slug as project",
      "project.name as projectName",
      "component.path as component",
      "component.name as componentName",
    ])
    .select(["language.code", "language.name as languageName"])
    .where("translation.is_source", "=", 0)
    .where("project.id", "in", [0, ...projects])
    .$if(hidden.length > 0, (query) => query.where("component.id", "not in", hidden));
}
