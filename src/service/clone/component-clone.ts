import { join } from "node:path";
import type { Expression, UpdateObject } from "kysely";
import type { Queries } from "../../store/database.ts";
import type { Tables } from "../../store/tables.ts";
import { writeTogether } from "../../store/together.ts";
import { Clone, type CloneRecord, type CloneState, type ComponentClone } from "./clone.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import type { Service } from "../service.ts";

export function cloneOf(service: Service, id: number, known?: CloneState): Clone {
  const { siteTitle, siteEmail } = service.settings;
  return new Clone(join(service.dataFolder, "clones", String(id)), { name: siteTitle, email: siteEmail }, known);
}

/** What a process is doing with a clone, for whoever finds it dead (`clone.dirty`). */
export const cloneWork = { none: 0, some: 1, reset: 2 } as const;

/** How a clone is marked. */
export interface CloneMark {
  /** What else is noted with it. */
  readonly note?: UpdateObject<Tables, "clone">;
  /** Only where this finds something. */
  readonly where?: Expression<unknown>;
}

/** Reads the state of a clone; to be called by whoever holds its lock. */
export async function loadClone(service: Service, id: number): Promise<ComponentClone> {
  const [record, components] = await Promise.all([
    service.database.selectFrom("clone").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    componentsOf(service.database, id),
  ]);
  return cloneAt(service, record, components);
}

/**
 * The same, marked by the statement that reads it.
 * @returns undefined where it is marked already, or gone, or `where` finds nothing
 */
export async function loadMarked(
  service: Service,
  id: number,
  { note, where }: CloneMark,
): Promise<ComponentClone | undefined> {
  const marking = service.database.updateTable("clone").set({ dirty: cloneWork.some, ...note });
  const unmarked = marking.where("id", "=", id).where("dirty", "=", cloneWork.none);
  const wanted = where === undefined ? unmarked : unmarked.where((is) => is.exists(where));
  const [record, components] = await Promise.all([
    wanted.returningAll().executeTakeFirst(),
    componentsOf(service.database, id),
  ]);
  return record && cloneAt(service, record, components);
}

async function componentsOf(queries: Queries, clone: number): Promise<ComponentRecord[]> {
  const rows = await queries
    .selectFrom("component")
    .selectAll()
    .where("clone_id", "=", clone)
    .orderBy("linked_component_id", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();
  const components = rows.map(componentRecord);
  components.sort(
    (one, other) => Number(one.linked_component_id !== null) - Number(other.linked_component_id !== null),
  );
  return components;
}

function cloneAt(service: Service, record: CloneRecord, components: readonly ComponentRecord[]): ComponentClone {
  const { head, remote_commit: remote, ahead, behind } = record;
  return { record, clone: cloneOf(service, record.id, { head, remote, ahead, behind }), components };
}

export async function markClone(queries: Queries, id: number, dirty: boolean): Promise<void> {
  await queries
    .updateTable("clone")
    .set({ dirty: dirty ? cloneWork.some : cloneWork.none })
    .where("id", "=", id)
    .execute();
}

/** Whether somebody works on a clone, or was killed at it, and `where` finds something. */
export async function isMarked(queries: Queries, id: number, where: Expression<unknown>): Promise<boolean> {
  const marked = queries.selectFrom("clone").select("id").where("id", "=", id).where("dirty", "<>", cloneWork.none);
  return (await marked.where((is) => is.exists(where)).executeTakeFirst()) !== undefined;
}

/** @returns false where it was marked already */
export async function markUnmarked(queries: Queries, id: number): Promise<boolean> {
  const marking = queries.updateTable("clone").set({ dirty: cloneWork.some }).where("dirty", "=", cloneWork.none);
  const { numUpdatedRows: count } = await marking.where("id", "=", id).executeTakeFirst();
  return count > 0n;
}

/** From here on there is no way back: what waits is dropped, even if this process dies. */
export async function markReset(queries: Queries, id: number): Promise<void> {
  await queries.updateTable("clone").set({ dirty: cloneWork.reset }).where("id", "=", id).execute();
}

/** Commit that the branch has upstream, as of the last fetch. */
export function upstreamOf({ record: { repo, branch } }: ComponentClone): string {
  return repo === "" ? "HEAD" : `origin/${branch}`;
}

/** Asks git; to be done before the transaction that notes it, so that nobody waits for git with the database in hand. */
export async function readState({ record, clone }: ComponentClone): Promise<CloneState> {
  return clone.state(record.branch);
}

/** Notes what the clone is at; part of the transaction that records why. */
export async function noteState(queries: Queries, { record }: ComponentClone, state: CloneState): Promise<void> {
  const noted = { head: state.head, remote_commit: state.remote, ahead: state.ahead, behind: state.behind };
  await writeTogether(queries, [queries.updateTable("clone").set(noted).where("id", "=", record.id)]);
}

/** Reads and notes the state where nothing else is to be recorded. */
export async function refreshState(service: Service, target: ComponentClone): Promise<void> {
  await noteState(service.database, target, await readState(target));
}
