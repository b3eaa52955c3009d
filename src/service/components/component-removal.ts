import { setTimeout } from "node:timers/promises";
import type { Selectable } from "kysely";
import { inOpenTransaction, inTransaction, type Queries } from "../../store/database.ts";
import { inParts, type InPart } from "../../store/in-parts.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { ComponentTable, ProjectTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { markClone, markUnmarked } from "../clone/component-clone.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { forgetComponent } from "../memory/memory.ts";
import { keepOrigin } from "../memory/origins.ts";
import type { Service } from "../service.ts";
import { forgetPlace, removeRows, removeStrings } from "../units/removal-in-parts.ts";
import { neighbours, removeHome } from "./component-home.ts";
import { SCAN_TASK } from "./component-scan.ts";
import { componentRecord, type ComponentRecord } from "./component-settings.ts";
import { withMark } from "./given-up-name.ts";

/** What `component.removing` says. */
const removing = { no: 0, yes: 1, alsoFromMemory: 2 } as const;

interface Removal {
  readonly user: number | undefined;
  /** As a warning names it. */
  readonly name: string;
  /** Whether the memory forgets their texts, too. */
  readonly forget?: boolean;
  /** What goes at once. */
  readonly also?: (queries: Queries) => Promise<void>;
}

/**
 * Removes components: they exist for nobody from here on, and their names and addresses are free. Each goes when the step is over that
 * somebody is at with its clone, however long that takes. Where it takes longer than a task is waited for, nobody waits for it.
 * @param components those that share a clone before the one it belongs to (`inRemovalOrder`)
 */
export async function removeComponentsSoon(
  service: Service,
  components: readonly ComponentRecord[],
  { user, name, forget = false, also }: Removal,
): Promise<void> {
  const { database, settings } = service;
  const mark = forget ? removing.alsoFromMemory : removing.yes;
  await inTransaction(database, async (queries) => {
    for (const component of components) await giveUp(queries, component, mark);
    await also?.(queries);
  });
  const { promise: turn, resolve: begin } = Promise.withResolvers<true>();
  const removal = removeInTurn(service, components, user, () => begin(true));
  const isInTurn = await Promise.race([removal.then(() => true), turn, setTimeout(settings.taskMilliseconds, false)]);
  if (isInTurn) return removal;
  void removal.catch((error: unknown) => {
    warnOfRemoval(service, name, error);
  });
}

/**
 * Part of the transaction that says so: a component exists for nobody, and others may have its name and its address. Nothing names it to
 * people, and its files are read no further.
 */
export async function giveUp(
  queries: Queries,
  { id, name, slug, path }: ComponentRecord,
  mark: number = removing.yes,
): Promise<void> {
  await queries
    .updateTable("component")
    .set({
      removing: mark,
      category_id: null,
      name: withMark(id, name),
      slug: withMark(id, slug),
      path: withMark(id, path),
    })
    .where("id", "=", id)
    .where("removing", "=", removing.no)
    .execute();
  for (const table of ["component_list_member", "component_link", "team_component", "subscription"] as const) {
    await queries.deleteFrom(table).where("component_id", "=", id).execute();
  }
  const reading = queries.updateTable("task").set({ cancelled: 1 }).where("component_id", "=", id);
  await reading.where("kind", "=", SCAN_TASK).where("completed", "=", 0).execute();
}

/** @param begin called when the last one has its turn */
async function removeInTurn(
  service: Service,
  components: readonly ComponentRecord[],
  user: number | undefined,
  begin: () => void,
): Promise<void> {
  for (const component of components) {
    const onTurn = component === components.at(-1) ? begin : undefined;
    let isGone = false;
    while (!isGone) {
      try {
        isGone = await removeGivenUp(service, component.id, user, onTurn);
      } catch (error) {
        // Others have had the clone for long.
        if (!(error instanceof Refusal) || error.status !== 423) throw error;
      }
    }
  }
}

/**
 * Removes a component that exists for nobody any more, when its clone is free.
 * @returns false where it went to another clone meanwhile
 * @throws 423 where others have the clone for long
 */
export async function removeGivenUp(
  service: Service,
  id: number,
  user: number | undefined,
  onTurn?: () => void,
): Promise<boolean> {
  const component = await componentToRemove(service, id);
  if (component === undefined) return true;
  const { clone_id: clone, path } = component;
  return service.locks.hold(clone, path, () => {
    onTurn?.();
    return removeIn(service, clone, id, user);
  });
}

async function componentToRemove({ database }: Service, id: number): Promise<ComponentRecord | undefined> {
  const rows = database.selectFrom("component").selectAll().where("id", "=", id).where("removing", "!=", removing.no);
  const row = await rows.executeTakeFirst();
  return row && componentRecord(row);
}

/** For who holds the clone. Where it fails, the service's upkeep tries it again. @returns false where it is in another one */
async function removeIn(service: Service, clone: number, id: number, user: number | undefined): Promise<boolean> {
  const component = await componentToRemove(service, id);
  if (component === undefined) return true;
  if (component.clone_id !== clone) return false;
  await removeHeld(service, component, user);
  if (component.removing === removing.alsoFromMemory) await forgetComponent(service.database, component);
  return true;
}

/** Removes those whose process died before their clone was free, or whose removal failed; one that fails again hinders no other. */
export async function removeMarkedComponents(service: Service): Promise<void> {
  const rows = service.database.selectFrom("component").selectAll().where("removing", "!=", removing.no).orderBy("id");
  for (const { id, clone_id: clone, path } of inRemovalOrder(await rows.execute())) {
    try {
      await service.locks.tryHold(clone, async () => {
        await removeIn(service, clone, id, undefined);
      });
    } catch (error) {
      warnOfRemoval(service, path, error);
    }
  }
}

/** @param name of what is still there, for nobody */
export function warnOfRemoval({ logger }: Service, name: string, error: unknown): void {
  logger.warning(`${name} could not be removed: ${error instanceof Error ? error.message : String(error)}`);
}

/**
 * Removes a component with all it has; its clone goes with the last component in it. Components that share it stay. Its strings go some at
 * a time, so that nobody who saves elsewhere waits for all of them; where that is cut, whoever uses the clone next reads its files again.
 * For who holds the clone.
 */
async function removeHeld(service: Service, component: ComponentRecord, user: number | undefined): Promise<void> {
  const { database } = service;
  const isMarked = await markUnmarked(database, component.clone_id);
  await inParts(database, (queries, inPart) => removeContents(queries, component, inPart));
  const shared = await inOpenTransaction(database, async (queries) => {
    // Who creates a component that shares its clone, adds strings, or records something of it, comes before or after: what they brought
    // is seen from here on.
    if (!(await isThere(queries, component))) return undefined;
    const others = await neighbours(queries, component);
    await passOn(queries, component);
    await removeRow(queries, component);
    // A start after a crash removes a clone that nobody lives in.
    if (others.length === 0 || isMarked) await markClone(queries, component.clone_id, others.length === 0);
    const target = component.settings.restricted ? "" : component.path;
    const about = { action: action.componentRemoved, project: component.project_id, user, target };
    await record(service, queries, [about]);
    return others;
  });
  if (shared?.length === 0) await removeHome(service, component.clone_id);
}

/** Nobody else refers to it, or changes it, before the end of the transaction. */
async function isThere(queries: Queries, { id }: ComponentRecord): Promise<boolean> {
  const row = queries.selectFrom("component").select("id").where("id", "=", id);
  return (await (isPostgres(queries) ? row.forUpdate() : row).executeTakeFirst()) !== undefined;
}

async function removeContents(queries: Queries, { id, settings }: ComponentRecord, inPart?: InPart): Promise<void> {
  // What was done in it belongs to nothing restricted afterwards, so it would be for everybody.
  if (settings.restricted) await removeRows(queries, "change", "component_id", id);
  await forgetPlace(queries, "component_id", id);
  const translations = await queries
    .selectFrom("translation")
    .select("id")
    .where("component_id", "=", id)
    .orderBy("is_source")
    .execute();
  await removeStrings(
    queries,
    translations.map((translation) => translation.id),
    inPart,
  );
}

async function removeRow(queries: Queries, component: ComponentRecord): Promise<void> {
  await removeContents(queries, component);
  await keepOrigin(queries, component);
  await queries.deleteFrom("component").where("id", "=", component.id).execute();
}

/**
 * Where a component leaves the clone that it owns, the first of those that share it takes repository, branch and push
 * address over; one of the same project comes before another's. @returns the clone's next owner
 */
export async function passOn(queries: Queries, component: ComponentRecord): Promise<number | undefined> {
  if (component.linked_component_id !== null) return undefined;
  const linked = queries
    .selectFrom("component")
    .selectAll()
    .where("linked_component_id", "=", component.id)
    .orderBy("id");
  // Somebody may be changing the settings of one.
  const all = await (isPostgres(queries) ? linked.forNoKeyUpdate() : linked).execute();
  const staying = all.filter((each) => each.removing === removing.no);
  const rows = staying.length === 0 ? all : staying;
  const row = rows.find(({ project_id: project }) => project === component.project_id) ?? rows[0];
  if (row === undefined) return undefined;
  const heir = componentRecord(row);
  const { repo, branch, push, push_branch: pushBranch, vcs } = component.settings;
  await queries
    .updateTable("component")
    .set({ linked_component_id: heir.id })
    .where("linked_component_id", "=", component.id)
    .execute();
  await queries
    .updateTable("component")
    .set({
      linked_component_id: null,
      settings: JSON.stringify({ ...heir.settings, repo, branch, push, push_branch: pushBranch, vcs }),
    })
    .where("id", "=", heir.id)
    .execute();
  await queries
    .updateTable("clone")
    .set({ project_id: heir.project_id })
    .where("id", "=", component.clone_id)
    .execute();
  return heir.id;
}

/** Those that share a clone before the one it belongs to, which then has nobody among them to pass it on to. */
export function inRemovalOrder(rows: readonly Selectable<ComponentTable>[]): ComponentRecord[] {
  return rows
    .map(componentRecord)
    .sort((one, other) => Number(one.linked_component_id === null) - Number(other.linked_component_id === null));
}

/**
 * Removes a project: its clones, and by the database's own rules all that hangs on it. A clone that another project's
 * component shares becomes that one's.
 * @returns false where somebody else removed it
 */
export async function removeProject(service: Service, project: Selectable<ProjectTable>): Promise<boolean> {
  const removeAll = async (queries: Queries): Promise<void> => {
    for (const table of ["change", "memory"] as const) await removeRows(queries, table, "project_id", project.id);
  };
  await removeAll(service.database);
  const clones = await inTransaction(service.database, async (queries) => {
    const own = await queries.selectFrom("component").selectAll().where("project_id", "=", project.id).execute();
    await removeAll(queries);
    // What is passed on goes to another project then.
    for (const component of inRemovalOrder(own)) {
      await passOn(queries, component);
      await removeRow(queries, component);
    }
    const left = await queries.selectFrom("clone").select("id").where("project_id", "=", project.id).execute();
    await queries
      .deleteFrom("clone")
      .where("id", "in", [0, ...left.map(({ id }) => id)])
      .execute();
    const removed = await queries.deleteFrom("project").where("id", "=", project.id).executeTakeFirst();
    return removed.numDeletedRows === 0n ? undefined : left;
  });
  for (const { id } of clones ?? []) await removeHome(service, id);
  return clones !== undefined;
}
