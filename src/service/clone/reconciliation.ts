import type { ComponentClone } from "./clone.ts";
import {
  cloneOf,
  cloneWork,
  isMarked,
  loadClone,
  loadMarked,
  markClone,
  refreshState,
  upstreamOf,
  type CloneMark,
} from "./component-clone.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { inOpenTransaction } from "../../store/database.ts";
import type { Service } from "../service.ts";
import { refreshCounters } from "../units/counters.ts";
import { pendingMark } from "../units/unit-row.ts";

/**
 * Holds the clone, and marks it in the database while git works: if the process dies or fails in between, whoever uses the
 * clone next, at the latest the next start, first brings database and clone together again.
 * @param name component as the 423 of a busy clone names it
 * @throws 404 where all that live in it were removed meanwhile
 */
export async function withClone<T>(
  service: Service,
  id: number,
  name: string,
  work: (target: ComponentClone) => Promise<T>,
): Promise<T> {
  return service.locks.hold(id, name, () => marked(service, id, work));
}

/** The same for who holds the clone. */
async function marked<T>(service: Service, id: number, work: (target: ComponentClone) => Promise<T>): Promise<T> {
  return worked(service, id, (await loadMarked(service, id, {})) ?? (await mendedClone(service, id)), work);
}

/** Whether work was not done because all that live in the clone were removed meanwhile. */
export function isRemoved(error: unknown): boolean {
  return error instanceof Refusal && error.status === 404;
}

/** Whether all that live in it are being removed. */
function isForNobody({ components }: ComponentClone): boolean {
  return components.length > 0 && components.every(({ removing }) => removing !== 0);
}

/**
 * The same where `mark.where` finds something; elsewhere nothing is done.
 * @param mark its note is left out where an operation before was cut
 * @throws 404 where all that live in the clone were removed meanwhile
 */
export async function markedWhere(
  service: Service,
  id: number,
  mark: Required<CloneMark>,
  work: (target: ComponentClone) => Promise<void>,
): Promise<void> {
  const target = await loadMarked(service, id, mark);
  // What is found by now only came while it was looked at: nobody left anything half done.
  if (target === undefined && !(await isMarked(service.database, id, mark.where))) return;
  await worked(service, id, target ?? (await mendedClone(service, id)), work);
}

async function worked<T>(
  service: Service,
  id: number,
  target: ComponentClone,
  work: (target: ComponentClone) => Promise<T>,
): Promise<T> {
  const outcome = await attempted(async () => {
    if (isForNobody(target)) throw notFound();
    return work(target);
  });
  if ("error" in outcome && !(outcome.error instanceof Refusal)) {
    // Where this fails too the mark stays: whoever comes next tries again.
    await reconcileClone(service, await loadClone(service, id));
  }
  await markClone(service.database, id, false);
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/** After an operation that was cut. */
async function mendedClone(service: Service, id: number): Promise<ComponentClone> {
  const target = await loadClone(service, id);
  // Its files need not be read again.
  if (isForNobody(target)) throw notFound();
  await reconcileClone(service, target);
  await markClone(service.database, id, true);
  return loadClone(service, id);
}

async function attempted<T>(work: () => Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/**
 * At the start: what is left of operations that a dead process was in, and clones that are not where the database says. A
 * clone that a living process is at work on is left to it.
 * @returns number of clones that needed it
 */
export async function reconcile(service: Service): Promise<number> {
  const clones = await service.database.selectFrom("clone").select("id").execute();
  let mended = 0;
  for (const { id } of clones) {
    await service.locks.tryHold(id, async () => {
      if (await isInLine(service, id)) return;
      mended += 1;
      try {
        await mend(service, id);
      } catch (error) {
        // One broken clone must not keep the service from starting; whoever uses it next meets the error.
        service.logger.error(`Clone ${String(id)} could not be mended: ${error instanceof Error ? error.message : ""}`);
      }
    });
  }
  return mended;
}

async function isInLine(service: Service, id: number): Promise<boolean> {
  const record = await service.database
    .selectFrom("clone")
    .select(["branch", "head", "dirty"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (record === undefined) return true;
  const { branch, head, dirty } = record;
  return dirty === cloneWork.none && (await cloneOf(service, id).isAt(branch, head));
}

/** Nobody takes that long to read a repository and look at its files. */
const UNFINISHED_MILLISECONDS = 3_600_000;

async function mend(service: Service, id: number): Promise<void> {
  const target = await loadClone(service, id);
  if (target.components.length === 0) {
    // Its component was never finished; another process may be about to.
    if (service.locks.isShared && (await target.clone.isFresh(UNFINISHED_MILLISECONDS))) return;
    await target.clone.remove();
    await service.database.deleteFrom("clone").where("id", "=", id).execute();
    return;
  }
  if (target.record.dirty === cloneWork.none) await markClone(service.database, id, true);
  await reconcileClone(service, target);
  await markClone(service.database, id, false);
}

/**
 * Undoes git's half-done work and reads what it had finished. Strings that wait keep waiting unless they are in the files
 * already; a reset that was begun is brought to its end. For who holds the clone, which stays marked.
 */
export async function reconcileClone(service: Service, target: ComponentClone): Promise<void> {
  const isReset = target.record.dirty === cloneWork.reset;
  const dropUntil = isReset ? pendingMark() : 0;
  await target.clone.recover();
  if (isReset) await target.clone.reset(upstreamOf(target));
  // Mostly there is nothing to mend, and a start waits for no more than that.
  const { scanClone } = await import("../files/scan.ts");
  await scanClone(service, target, { everything: true, dropUntil, isRecovery: !isReset });
  await countAgain(service, target);
  await refreshState(service, target);
}

/**
 * A part that was cut (`store/in-parts.ts`) may have left counters as they were before it, and not of these components alone: checks
 * are of the same texts elsewhere in the project, too.
 */
async function countAgain({ database }: Service, { components }: ComponentClone): Promise<void> {
  const projects = components.map(({ project_id: project }) => project);
  const rows = await database
    .selectFrom("translation")
    .select("id")
    .where("project_id", "in", [0, ...projects])
    .execute();
  for (const { id } of rows) await inOpenTransaction(database, (queries) => refreshCounters(queries, [id]));
}
