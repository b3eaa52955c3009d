import type { CloneState, ComponentClone } from "./clone.ts";
import { noteState } from "./component-clone.ts";
import { detailsIn, disputedString, disputesIn, type Dispute } from "./disputes.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { timestamp, type Service } from "../service.ts";
import type { Queries } from "../../store/database.ts";

/** What can be wrong with a component until somebody mends it (facts §3). */
export type AlertName =
  | "MergeFailure"
  | "UpdateFailure"
  | "PushFailure"
  | "ParseError"
  | "RepositoryOperationFailure"
  | "RepositoryOutdated"
  | "RepositoryChanges"
  | "DuplicateLanguage"
  | "NoMaskMatches"
  | "InexistantFiles";

/** Those that stop translating where `auto_lock_error` is on: what is translated meanwhile could be lost. */
const locking: readonly AlertName[] = [
  "MergeFailure",
  "UpdateFailure",
  "PushFailure",
  "ParseError",
  "RepositoryOperationFailure",
];

/** Of these nothing is left after a reset. */
export const repositoryFailures: readonly AlertName[] = [
  "MergeFailure",
  "UpdateFailure",
  "PushFailure",
  "RepositoryOperationFailure",
];

type Alerted = Pick<ComponentRecord, "id" | "project_id" | "settings">;

/** Notes that something is wrong; one that is known already only gets the new details. */
export async function raiseAlert(
  service: Service,
  queries: Queries,
  components: readonly Alerted[],
  name: AlertName,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const component of components) {
    const { numUpdatedRows } = await queries
      .updateTable("alert")
      .set({ details: JSON.stringify(details) })
      .where("component_id", "=", component.id)
      .where("name", "=", name)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      const row = { component_id: component.id, name, details: JSON.stringify(details), timestamp: timestamp(service) };
      await queries.insertInto("alert").values(row).execute();
      const about = { project: component.project_id, component: component.id, action: action.alertTriggered };
      await record(service, queries, [{ ...about, target: name, details: { alert: name, ...details } }]);
    }
    if (locking.includes(name) && component.settings.auto_lock_error) {
      await setAutoLock(service, queries, component, true);
    }
  }
}

export interface Alert {
  readonly name: AlertName;
  readonly details: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly since: string;
  /** Of a merge: the languages in which strings are to be decided. */
  readonly disputed: readonly { readonly code: string; readonly name: string; readonly strings: number }[];
}

/** What is wrong with a component now, the oldest first. */
export async function alertsOf(queries: Queries, component: number): Promise<readonly Alert[]> {
  const rows = await queries
    .selectFrom("alert")
    .select(["name", "details", "timestamp"])
    .where("component_id", "=", component)
    .orderBy("id")
    .execute();
  return Promise.all(
    rows.map(async ({ name, details, timestamp: since }) => ({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by raiseAlert alone
      name: name as AlertName,
      details: detailsIn(details),
      since,
      disputed: await disputedLanguages(queries, component, disputesIn(detailsIn(details))),
    })),
  );
}

async function disputedLanguages(
  queries: Queries,
  component: number,
  disputes: readonly Dispute[],
): Promise<Alert["disputed"]> {
  if (disputes.length === 0) return [];
  const languages = await queries
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["filename", "code", "name"])
    .where("component_id", "=", component)
    .where("filename", "!=", "")
    .orderBy("name")
    .execute();
  return languages.flatMap(({ filename, code, name }) => {
    const of = disputedString(filename, "");
    const strings = disputes.filter(({ string }) => string.startsWith(of)).length;
    return strings === 0 ? [] : [{ code, name, strings }];
  });
}

/** Takes alerts back, and with the last that locked a component the lock, unless a person set it. */
export async function clearAlerts(
  service: Service,
  queries: Queries,
  components: readonly Alerted[],
  names: readonly AlertName[],
): Promise<void> {
  const ids = [0, ...components.map(({ id }) => id)];
  await queries.deleteFrom("alert").where("component_id", "in", ids).where("name", "in", names).execute();
  if (!names.some((name) => locking.includes(name))) return;
  const stillAlerted = queries.selectFrom("alert").select("component_id").where("name", "in", locking);
  const free = await queries
    .selectFrom("component")
    .select("id")
    .where("id", "in", ids)
    .where("auto_locked", "=", 1)
    .where("id", "not in", stillAlerted)
    .execute();
  const unlocked = new Set(free.map(({ id }) => id));
  for (const component of components) {
    if (unlocked.has(component.id)) await setAutoLock(service, queries, component, false);
  }
}

/** Raises or clears an alert by what is wrong: nothing, or these details. */
export async function settleAlert(
  service: Service,
  queries: Queries,
  components: readonly Alerted[],
  name: AlertName,
  details: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  if (details === undefined) await clearAlerts(service, queries, components, [name]);
  else await raiseAlert(service, queries, components, name, details);
}

/** From so many commits on, a branch that drifts away from the other side deserves a look. */
const FAR_COMMITS = 25;

/** Notes where the clone is, and whether it has drifted away from upstream. */
export async function notePosition(
  service: Service,
  queries: Queries,
  target: ComponentClone,
  state: CloneState,
): Promise<void> {
  await noteState(queries, target, state);
  const { components } = target;
  const outdated = state.behind > FAR_COMMITS ? { missing_commits: state.behind } : undefined;
  const changed = state.ahead > FAR_COMMITS ? { outgoing_commits: state.ahead } : undefined;
  await settleAlert(service, queries, components, "RepositoryOutdated", outdated);
  await settleAlert(service, queries, components, "RepositoryChanges", changed);
}

async function setAutoLock(service: Service, queries: Queries, component: Alerted, lock: boolean): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable("component")
    .set({ locked: lock ? 1 : 0, auto_locked: lock ? 1 : 0 })
    .where("id", "=", component.id)
    .where(lock ? "locked" : "auto_locked", "=", lock ? 0 : 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await record(service, queries, [
    {
      project: component.project_id,
      component: component.id,
      action: lock ? action.componentLocked : action.componentUnlocked,
      details: { auto: true },
    },
  ]);
}
