import type { Caller } from "../identity/permissions.ts";
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
}

/** Whoever writes more than this without leaving a translation is shown that one alone. */
const CHANGES = 1000;
export const TRANSLATIONS = 8;

/** Where somebody translated last, the newest first, of what they still see; nobody's is empty. */
export async function recentWork(service: Service, caller: Caller): Promise<readonly RecentWork[]> {
  const { user } = caller;
  if (user === undefined) return [];
  const ids = await lastWorkedOn(service, user.id);
  if (ids.length === 0) return [];
  const rows = await (await worked(service, caller)).where("translation.id", "in", ids).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Ids of translations, the one that somebody was at last first. */
export async function lastWorkedOn(service: Service, user: number): Promise<readonly number[]> {
  const changes = await service.readers
    .selectFrom("change")
    .select("translation_id")
    .where("author_id", "=", user)
    .where("translation_id", "is not", null)
    .orderBy("id", "desc")
    .limit(CHANGES)
    .execute();
  return [...new Set(changes.flatMap(({ translation_id: id }) => id ?? []))].slice(0, TRANSLATIONS);
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
export async function worked(service: Service, caller: Caller) {
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
