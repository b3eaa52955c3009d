import { visibleScope } from "../identity/visible.ts";
import type { Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { actionNames, contentActions } from "./actions.ts";

/** Whose texts came lately, and how many of them. */
export interface Contributor {
  readonly username: string;
  readonly fullName: string;
  readonly count: number;
}

/** What happened last, as lists show it. */
export interface LatestChange {
  readonly timestamp: string;
  readonly username: string | null;
  /** What it was, in words. */
  readonly words: string;
  /** Slugs, as addresses have them; "" where it is of no component or language. */
  readonly project: string;
  readonly component: string;
  readonly language: string;
  /** 0: it is of no string. */
  readonly unit: number;
}

export interface Activity {
  /** The most texts first. */
  readonly contributors: readonly Contributor[];
  /** The newest first. */
  readonly latest: readonly LatestChange[];
}

/** Of which the changes are asked for. */
export type ActivityPlace =
  | { readonly project: number }
  | { readonly component: number }
  | { readonly language: number };

/** So many changes are looked at: who worked longer ago is found in the history. */
const CHANGES = 1000;
const PEOPLE = 12;
const LATEST = 6;
const TRANSLATIONS = 20;

/** Who works on something and what happened there last, as far as the caller sees it. Its cost does not grow with the log. */
export async function activityIn(service: Service, caller: Caller, place: ActivityPlace): Promise<Activity> {
  const { readers } = service;
  const { projects, hidden } = await visibleScope(service, caller);
  let changes = readers
    .selectFrom("change")
    .where("change.project_id", "in", [0, ...projects])
    .$if(hidden.length > 0, (query) =>
      query.where((row) =>
        row.or([row("change.component_id", "is", null), row("change.component_id", "not in", hidden)]),
      ),
    );
  if ("project" in place) changes = changes.where("change.project_id", "=", place.project);
  else if ("component" in place) changes = changes.where("change.component_id", "=", place.component);
  else {
    const translations = await readers
      .selectFrom("translation")
      .select("id")
      .where("language_id", "=", place.language)
      .where("last_change", "is not", null)
      .orderBy("last_change", "desc")
      .limit(TRANSLATIONS)
      .execute();
    changes = changes.where("change.translation_id", "in", [0, ...translations.map(({ id }) => id)]);
  }
  const authors = await changes
    .select(["change.author_id", "change.action"])
    .where("change.author_id", "is not", null)
    .orderBy("change.id", "desc")
    .limit(CHANGES)
    .execute();
  const counts = new Map<number, number>();
  for (const { author_id: id, action } of authors)
    if (id !== null && contentActions.has(action)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const people = await readers
    .selectFrom("user")
    .select(["id", "username", "full_name as fullName"])
    .where("id", "in", [0, ...counts.keys()])
    .where("is_bot", "=", 0)
    .execute();
  const latest = await changes
    .leftJoin("user", "user.id", "change.user_id")
    .leftJoin("project", "project.id", "change.project_id")
    .leftJoin("component", "component.id", "change.component_id")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .leftJoin("language", "language.id", "translation.language_id")
    .select(["change.timestamp", "change.action", "change.unit_id", "user.username"])
    .select(["project.slug as project", "component.path as component", "language.code as language"])
    .orderBy("change.id", "desc")
    .limit(LATEST)
    .execute();
  return {
    contributors: people
      .map(({ id, ...person }) => ({ ...person, count: counts.get(id) ?? 0 }))
      .toSorted((one, other) => other.count - one.count || (one.username < other.username ? -1 : 1))
      .slice(0, PEOPLE),
    latest: latest.map(({ action, unit_id: unit, project, component, language, ...change }) => ({
      ...change,
      words: actionNames[action] ?? "",
      project: project ?? "",
      component: component ?? "",
      language: language ?? "",
      unit: unit ?? 0,
    })),
  };
}
