import { sql } from "kysely";
import { invalid } from "../../http-api/refusal.ts";
import type { Queries } from "../../store/database.ts";
import { isGiven } from "../http/request-fields.ts";
import { actionNames } from "./actions.ts";

export interface ChangeFilter {
  readonly user?: string | undefined;
  readonly action?: readonly number[] | undefined;
  readonly timestamp_after?: string | undefined;
  readonly timestamp_before?: string | undefined;
}

/** What the changes belong to. */
export interface ChangeScope {
  readonly projects: readonly number[];
  readonly component?: number;
  readonly translation?: number;
  readonly language?: number;
  readonly id?: number;
  /** Components that are left out. */
  readonly hidden?: readonly number[];
}

/** Which changes, and whose. */
export interface ChangeList {
  readonly scope: ChangeScope;
  readonly filter: ChangeFilter;
}

/** @param isInOrder whether they are gone through as they came, and by no project's index: of many projects all would be put in order */
export function changesIn(queries: Queries, { scope, filter }: ChangeList, isInOrder = false) {
  const [project = 0] = scope.projects;
  const all = queries.selectFrom("change");
  let changes = isOfOneProject(scope)
    ? all.where("change.project_id", "=", project)
    : all.where(isInOrder ? sql<number>`+change.project_id` : "change.project_id", "in", [0, ...scope.projects]);
  const hidden = scope.hidden ?? [];
  if (hidden.length > 0) {
    changes = changes.where((change) =>
      change.or([change("change.component_id", "is", null), change("change.component_id", "not in", hidden)]),
    );
  }
  if (scope.component !== undefined) changes = changes.where("change.component_id", "=", scope.component);
  if (scope.translation !== undefined) changes = changes.where("change.translation_id", "=", scope.translation);
  if (scope.language !== undefined) {
    const own = queries.selectFrom("translation").select("id").where("language_id", "=", scope.language);
    changes = changes.where("change.translation_id", "in", own);
  }
  if (scope.id !== undefined) changes = changes.where("change.id", "=", scope.id);
  if (isGiven(filter.user)) {
    const doer = queries.selectFrom("user").select("id").where("username", "=", filter.user);
    changes = changes.where("change.user_id", "in", doer);
  }
  if (filter.action !== undefined) {
    // What is no action has no changes, and may be larger than a column's numbers.
    const known = filter.action.filter((code) => actionNames[code] !== undefined);
    changes = changes.where("change.action", "in", [-1, ...known]);
  }
  if (isGiven(filter.timestamp_after)) {
    changes = changes.where("change.timestamp", ">=", timeIn("timestamp_after", filter.timestamp_after));
  }
  if (isGiven(filter.timestamp_before)) {
    changes = changes.where("change.timestamp", "<=", timeIn("timestamp_before", filter.timestamp_before));
  }
  return changes;
}

/** Whether an index has them newest first: those of one project or one component, with nothing left out. */
export function isIndexed({ scope, filter }: ChangeList): boolean {
  const { user, action, timestamp_after, timestamp_before } = filter;
  const isUnfiltered = [user, action, timestamp_after, timestamp_before].every((value) => value === undefined);
  const isAll = (scope.hidden ?? []).length === 0 && isUnfiltered;
  return isAll && (isOfOneProject(scope) || isOfOneComponent(scope));
}

/** Whether they are spread over all there are: no index of a component or of a language has them together. */
export function isSpread({ scope: { projects, component, translation, language, id } }: ChangeList): boolean {
  return projects.length > 1 && [component, translation, language, id].every((part) => part === undefined);
}

/** Whether what is one of them stays one, whoever is renamed and whatever is removed but its project. */
export function isLasting({ scope, filter }: ChangeList): boolean {
  return scope.language === undefined && !isGiven(filter.user);
}

/** And of no part of it: parts have indexes of their own. */
function isOfOneProject({ projects, component, translation, language, id }: ChangeScope): boolean {
  return projects.length === 1 && [component, translation, language, id].every((part) => part === undefined);
}

function isOfOneComponent({ component, translation, language, id }: ChangeScope): boolean {
  return component !== undefined && [translation, language, id].every((part) => part === undefined);
}

/** ISO 8601, date or time; without a zone it is UTC. */
function timeIn(field: string, text: string): string {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !text.includes(":");
  const time = new Date(hasZone ? text.replace(" ", "T") : `${text.replace(" ", "T")}Z`);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw invalid(field, "Enter a valid date/time.");
  return time.toISOString();
}
