import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Selectable } from "kysely";
import { withoutCredentials } from "../../git/run.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { Service } from "../service.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { isGone } from "../../store/gone.ts";
import type { TaskTable } from "../../store/tables.ts";
import { timestamp } from "../service.ts";
import type { Attempt, JobHandlers, Payload } from "../../queue/job-queue.ts";

export type TaskRecord = Selectable<TaskTable>;

export interface NewTask {
  /** Which handler does it (`task-handlers.ts`). */
  readonly kind: string;
  readonly payload: Payload;
  /** Those who see it see the task; its `task_url` leads to the task until it is done. */
  readonly component?: number | undefined;
  readonly project?: number | undefined;
  readonly user?: number | undefined;
  readonly cancellable?: boolean;
}

/** Somebody asked for the task to be stopped; thrown by the next step. */
export class TaskCancelled extends Error {}

/** Others are at work on what the task needs: it goes on after a while, however often. */
export class TaskPostponed extends Error {}

const POSTPONED_MILLISECONDS = 10_000;

/** How far a task is; what it says is in the task's `log`. */
export interface TaskProgress {
  /**
   * @param percent of the whole work, 0–99
   * @throws {TaskCancelled}
   */
  step(percent: number, line?: string): Promise<void>;
}

/** @returns the task's `result`, any JSON. May be called again after a crash, so it finds what is done already. */
export type TaskHandler = (service: Service, payload: Payload, progress: TaskProgress) => Promise<unknown>;

export const JOB = "task";
const CANCELLED = "Cancelled";
const postponed = Symbol("postponed");
/** So often a task is begun before it is given up: its process died each time. */
const BEGINNINGS = 3;

/** Notes work that outlasts the request, and has it done. @returns the task's id */
export async function startTask(service: Service, task: NewTask): Promise<string> {
  return inTransaction(service.database, (queries) => startTaskWithin(service, queries, task));
}

/** The same as part of a transaction: it is done when that is committed. */
export async function startTaskWithin(service: Service, queries: Queries, task: NewTask): Promise<string> {
  const id = randomUUID();
  await queries
    .insertInto("task")
    .values({
      id,
      component_id: task.component ?? null,
      project_id: task.project ?? null,
      user_id: task.user ?? null,
      kind: task.kind,
      payload: JSON.stringify(task.payload),
      cancellable: task.cancellable === true ? 1 : 0,
      cancelled: 0,
      completed: 0,
      progress: 0,
      result: "null",
      log: "",
      created: timestamp(service),
      finished: null,
    })
    .execute();
  if (task.component !== undefined) {
    await queries.updateTable("component").set({ task_id: id }).where("id", "=", task.component).execute();
  }
  await service.jobs.enqueue(JOB, { task: id }, { key: id, queries });
  return id;
}

/** Job that does the tasks of these kinds. */
export function taskJob(service: Service, handlers: Readonly<Record<string, TaskHandler>>): JobHandlers {
  return {
    [JOB]: async (payload, attempt) => {
      const task = await findTask(service, String(payload["task"]));
      if (task === undefined || task.completed === 1) return;
      const outcome = await outcomeOf(service, task, attempt, handlers[task.kind]);
      if (outcome !== postponed) return end(service, task.id, outcome);
      const runAfter = new Date(service.clock.now().getTime() + POSTPONED_MILLISECONDS);
      await service.jobs.enqueue(JOB, { task: task.id }, { runAfter });
    },
  };
}

async function outcomeOf(
  service: Service,
  task: TaskRecord,
  attempt: Attempt,
  handler: TaskHandler | undefined,
): Promise<unknown> {
  if (task.cancelled === 1 || (await isForNobody(service, task))) return CANCELLED;
  if (attempt.number > BEGINNINGS) return "The service ended in the middle of it, again and again.";
  try {
    if (handler === undefined) throw new Error(`Nobody does tasks of the kind “${task.kind}”.`);
    const payload: Payload = JSON.parse(task.payload);
    return await handler(service, payload, progressOf(service, task.id));
  } catch (error) {
    if (error instanceof TaskCancelled) return CANCELLED;
    if (error instanceof TaskPostponed) return postponed;
    // Somebody else is at work on the repository: later.
    if (error instanceof Refusal && error.status === 423 && attempt.number < BEGINNINGS) throw error;
    // What it was about is gone, and the task with it: there is nobody to tell.
    if (isGone(error) && (await findTask(service, task.id)) === undefined) return null;
    const words = presentable(service, error);
    service.logger.warning(`Task ${task.kind} failed: ${words}`);
    return words;
  }
}

/** Whether what it works on is being removed. */
async function isForNobody({ database }: Service, { component_id: id }: TaskRecord): Promise<boolean> {
  if (id === null) return false;
  const row = database.selectFrom("component").select("id").where("id", "=", id).where("removing", "!=", 0);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Without this machine's folders, and without what somebody put into an address to be let in. */
function presentable(service: Service, error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return withoutCredentials(words).replaceAll(service.dataFolder, "");
}

function progressOf(service: Service, id: string): TaskProgress {
  return {
    step: async (percent, line) => {
      const task = await findTask(service, id);
      if (task === undefined || task.cancelled === 1) throw new TaskCancelled();
      const log = line === undefined ? task.log : `${task.log}${timestamp(service)} ${line}\n`;
      const progress = Math.max(0, Math.min(99, Math.round(percent)));
      await service.database.updateTable("task").set({ progress, log }).where("id", "=", id).execute();
    },
  };
}

async function end(service: Service, id: string, result: unknown): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    await queries
      .updateTable("task")
      .set({ completed: 1, progress: 100, result: JSON.stringify(result ?? null), finished: timestamp(service) })
      .where("id", "=", id)
      .execute();
    await queries.updateTable("component").set({ task_id: null }).where("task_id", "=", id).execute();
  });
}

export async function findTask(service: Service, id: string): Promise<TaskRecord | undefined> {
  return service.database.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Asks a task to stop. @returns whether it does: one that has ended, or can not be stopped, does not */
export async function cancelTask(service: Service, id: string): Promise<boolean> {
  const { numUpdatedRows } = await service.database
    .updateTable("task")
    .set({ cancelled: 1 })
    .where("id", "=", id)
    .where("completed", "=", 0)
    .where("cancellable", "=", 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const LOOK_MILLISECONDS = 15;

/** Gives a task a moment, so that quick work needs no second request. @returns the task as it is then */
export async function waitForTask(
  service: Service,
  id: string,
  milliseconds = service.settings.taskMilliseconds,
): Promise<TaskRecord | undefined> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const task = await findTask(service, id);
    if (task === undefined || task.completed === 1 || Date.now() >= deadline) return task;
    await setTimeout(LOOK_MILLISECONDS);
  }
}

const KEPT_MILLISECONDS = 86_400_000;

/** Ended tasks are looked at for a day. */
export async function removeOldTasks(service: Service): Promise<void> {
  const before = new Date(service.clock.now().getTime() - KEPT_MILLISECONDS).toISOString();
  await service.database.deleteFrom("task").where("completed", "=", 1).where("finished", "<", before).execute();
}
