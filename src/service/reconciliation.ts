import { cloneOf, loadClone, markClone, refreshState, type ComponentClone } from "./component-clone.ts";
import { Refusal } from "./refusal.ts";
import { scanClone } from "./scan.ts";
import type { Service } from "./service.ts";

/**
 * Holds the clone, and marks it in the database while git works: if the process dies or fails in between, whoever uses the
 * clone next, at the latest the next start, first brings database and clone together again.
 * @param name component as the 423 of a busy clone names it
 */
export async function withClone<T>(
  service: Service,
  id: number,
  name: string,
  work: (target: ComponentClone) => Promise<T>,
): Promise<T> {
  return service.locks.hold(id, name, async () => {
    const before = await loadClone(service, id);
    if (before.record.dirty === 1) await reconcileClone(service, before);
    await markClone(service.database, id, true);
    try {
      return await work(await loadClone(service, id));
    } catch (error) {
      if (!(error instanceof Refusal)) await reconcileClone(service, await loadClone(service, id));
      throw error;
    } finally {
      await markClone(service.database, id, false);
    }
  });
}

/**
 * At the start: what is left of operations that a dead process was in, and clones that are not where the database says.
 * @returns number of clones that needed it
 */
export async function reconcile(service: Service): Promise<number> {
  const clones = await service.database.selectFrom("clone").select(["id", "branch", "head", "dirty"]).execute();
  let mended = 0;
  for (const { id, branch, head, dirty } of clones) {
    if (dirty === 0 && (await cloneOf(service, id).isAt(branch, head))) continue;
    mended += 1;
    try {
      await mend(service, id);
    } catch (error) {
      // One broken clone must not keep the service from starting; whoever uses it next meets the error.
      service.logger.error(`Clone ${String(id)} could not be mended: ${error instanceof Error ? error.message : ""}`);
    }
  }
  return mended;
}

async function mend(service: Service, id: number): Promise<void> {
  const target = await loadClone(service, id);
  if (target.components.length === 0) {
    // Its component was never finished.
    await target.clone.remove();
    await service.database.deleteFrom("clone").where("id", "=", id).execute();
    return;
  }
  await markClone(service.database, id, true);
  await reconcileClone(service, target);
  await markClone(service.database, id, false);
}

/**
 * Undoes git's half-done work and reads what it had finished. Strings that wait keep waiting unless they are in the files
 * already.
 */
async function reconcileClone(service: Service, target: ComponentClone): Promise<void> {
  await target.clone.recover();
  await scanClone(service, target, { everything: true });
  await refreshState(service, target);
}
