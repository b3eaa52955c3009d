import type { Page } from "../../contract/resources/page.ts";
import type { Change } from "../../contract/resources/change.ts";
import { actionNames } from "./actions.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { isGiven } from "../http/request-fields.ts";
import { representChange, type ChangeParts } from "../representation/change.ts";
import type { Service } from "../service.ts";

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

interface ChangeCall {
  readonly service: Service;
  readonly url: URL;
  readonly origin: string;
  readonly query: ChangeFilter;
}

/** Changes, newest first. Of those in no project only the site's own are left out for everybody. */
export async function listChanges(
  { service, url, origin, query }: ChangeCall,
  scope: ChangeScope,
): Promise<Page<Change>> {
  const changes = filtered(await lookedAtBy(service, scope, query), scope, query);
  return paged(
    { url },
    () => countOf(changes),
    async (limit, offset) => {
      const rows = await selectParts(changes).orderBy("change.id", "desc").limit(limit).offset(offset).execute();
      return rows.map((row) => representChange(row, origin));
    },
  );
}

/** The newest changes, not paged. */
export async function newestChanges(service: Service, scope: ChangeScope, most: number): Promise<ChangeParts[]> {
  return selectParts(filtered(await lookedAtBy(service, scope, {}), scope, {}))
    .orderBy("change.id", "desc")
    .limit(most)
    .execute();
}

export async function findChange(service: Service, scope: ChangeScope, origin: string): Promise<Change | undefined> {
  const row = await selectParts(filtered(service.database, scope, {})).executeTakeFirst();
  return row === undefined ? undefined : representChange(row, origin);
}

/** Fewer are looked at sooner than a thread is asked. */
const FEW_CHANGES = 20_000;

/**
 * Those of one project or one component are found newest first by an index. Of several, of one kind, or where some are left out, all there
 * are may have to be looked at.
 */
async function lookedAtBy({ database, readers }: Service, scope: ChangeScope, filter: ChangeFilter) {
  // Which page is asked for has no part in it, though a query has that too.
  const { user, action, timestamp_after, timestamp_before } = filter;
  const isUnfiltered = [user, action, timestamp_after, timestamp_before].every((value) => value === undefined);
  const isAll = (scope.hidden ?? []).length === 0 && isUnfiltered;
  if (isAll && (isOfOneProject(scope) || isOfOneComponent(scope))) return database;
  const { last } = await database
    .selectFrom("change")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  return (last ?? 0) > FEW_CHANGES ? readers : database;
}

/** And of no part of it: parts have indexes of their own. */
function isOfOneProject({ projects, component, translation, language, id }: ChangeScope): boolean {
  return projects.length === 1 && [component, translation, language, id].every((part) => part === undefined);
}

function isOfOneComponent({ component, translation, language, id }: ChangeScope): boolean {
  return component !== undefined && [translation, language, id].every((part) => part === undefined);
}

function filtered(database: Service["database"], scope: ChangeScope, filter: ChangeFilter) {
  const [project = 0] = scope.projects;
  const all = database.selectFrom("change").leftJoin("user as doer", "doer.id", "change.user_id");
  let changes = isOfOneProject(scope)
    ? all.where("change.project_id", "=", project)
    : all.where("change.project_id", "in", [0, ...scope.projects]);
  const hidden = scope.hidden ?? [];
  if (hidden.length > 0) {
    changes = changes.where((change) =>
      change.or([change("change.component_id", "is", null), change("change.component_id", "not in", hidden)]),
    );
  }
  if (scope.component !== undefined) changes = changes.where("change.component_id", "=", scope.component);
  if (scope.translation !== undefined) changes = changes.where("change.translation_id", "=", scope.translation);
  if (scope.language !== undefined) {
    const own = database.selectFrom("translation").select("id").where("language_id", "=", scope.language);
    changes = changes.where("change.translation_id", "in", own);
  }
  if (scope.id !== undefined) changes = changes.where("change.id", "=", scope.id);
  if (isGiven(filter.user)) changes = changes.where("doer.username", "=", filter.user);
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

function selectParts(changes: ReturnType<typeof filtered>) {
  return changes
    .leftJoin("project", "project.id", "change.project_id")
    .leftJoin("component", "component.id", "change.component_id")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .leftJoin("language", "language.id", "translation.language_id")
    .leftJoin("user as writer", "writer.id", "change.author_id")
    .select([
      "change.id",
      "change.unit_id",
      "change.timestamp",
      "change.action",
      "change.target",
      "change.old",
      "change.details",
      "project.slug as project",
      "component.path as component",
      "language.code as language",
      "doer.username as user",
      "writer.username as author",
    ]);
}

/** ISO 8601, date or time; without a zone it is UTC. */
function timeIn(field: string, text: string): string {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !text.includes(":");
  const time = new Date(hasZone ? text.replace(" ", "T") : `${text.replace(" ", "T")}Z`);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw invalid(field, "Enter a valid date/time.");
  return time.toISOString();
}
