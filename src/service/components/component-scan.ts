import { inTransaction, type Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { cloneWork, loadClone, markClone, noteState, readState } from "../clone/component-clone.ts";
import { reconcileClone } from "../clone/reconciliation.ts";
import { scanComponent } from "../files/scan.ts";
import type { Payload } from "../../queue/job-queue.ts";
import { startTaskWithin, type TaskHandler, type TaskProgress } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { componentRecord, type ComponentRecord } from "./component-settings.ts";

/** Kind of the task that reads a component's files. */
export const SCAN_TASK = "component.scan";

export interface ScanRequest {
  readonly component: number;
  /** The component was just created: its strings are not recorded one by one, it itself is. */
  readonly first: boolean;
  readonly user: number | undefined;
}

/** Has the files read, as part of the transaction that made it necessary. @returns the task's id */
export async function startScan(service: Service, queries: Queries, request: ScanRequest): Promise<string> {
  const { component, first, user } = request;
  return startTaskWithin(service, queries, {
    kind: SCAN_TASK,
    payload: { component, first, user: user ?? null },
    component,
    user,
  });
}

/** Reads what the files of a component say, and of those that share its clone where that is new. */
export const scanTask: TaskHandler = async (service, payload, progress) => {
  const { id, first, user } = requestIn(payload);
  const row = await service.database.selectFrom("component").selectAll().where("id", "=", id).executeTakeFirst();
  // Removed meanwhile.
  if (row === undefined) return null;
  const component = componentRecord(row);
  await service.locks.hold(component.clone_id, component.path, () =>
    scan(service, component, { first, user }, progress),
  );
  return { component: id };
};

function requestIn(payload: Payload) {
  const { component, first, user } = payload;
  return { id: Number(component), first: first === true, user: typeof user === "number" ? user : undefined };
}

async function scan(
  service: Service,
  component: ComponentRecord,
  { first, user }: Pick<ScanRequest, "first" | "user">,
  progress: TaskProgress,
): Promise<void> {
  const target = await loadClone(service, component.clone_id);
  const { dirty, head } = target.record;
  // Nobody read it to the end so far.
  const isNew = dirty === cloneWork.some && head === "";
  await progress.step(1, `Reading the files of ${component.path}`);
  if (isNew) await target.clone.recover();
  else if (dirty !== cloneWork.none) {
    // Of a component that is read for the first time nothing is to be finished.
    const components = target.components.filter(({ id }) => !first || id !== component.id);
    await reconcileClone(service, { ...target, components });
  }
  // Files are stored in parts: of a scan that is cut, whoever uses the clone next stores the rest.
  if (!isNew) await markClone(service.database, target.record.id, true);
  const files = await target.clone.files();
  // A new clone is new to all who live in it.
  const components = isNew ? target.components : target.components.filter(({ id }) => id === component.id);
  for (const each of components) {
    await scanComponent(service, target.clone, each, files, {
      first: first && each.id === component.id,
      everything: true,
      user,
      onRead: (done, all) => progress.step((90 * done) / all),
    });
  }
  await progress.step(95, "Files were read");
  const state = await readState(target);
  await inTransaction(service.database, async (queries) => {
    await noteState(queries, target, state);
    await markClone(queries, target.record.id, false);
    if (first) await recordCreation(service, queries, component, user);
  });
}

/** Once, though the task may run again after a crash. */
async function recordCreation(
  service: Service,
  queries: Queries,
  component: ComponentRecord,
  user: number | undefined,
): Promise<void> {
  const known = await queries
    .selectFrom("change")
    .select("id")
    .where("component_id", "=", component.id)
    .where("action", "=", action.componentCreated)
    .executeTakeFirst();
  if (known !== undefined) return;
  await record(service, queries, [
    { action: action.componentCreated, project: component.project_id, component: component.id, user },
  ]);
}
