import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestService, type TestService } from "../../../test/support/open-test-service.ts";
import { LocalError } from "../../core/errors.ts";
import { inTransaction } from "../../store/database.ts";
import { repositoryBusy } from "../http/refusal.ts";
import type { Service } from "../service.ts";
import { cancelTask, findTask, startTask, startTaskWithin, taskJob, waitForTask, type TaskHandler } from "./task.ts";
import type { JobOptions, JobQueue, Payload } from "../../queue/job-queue.ts";

/** A queue that does nothing by itself: the test does what is in it. */
class PatientQueue implements Pick<JobQueue, "enqueue"> {
  readonly waiting: Payload[] = [];

  async enqueue(_kind: string, payload: Payload, _options?: JobOptions): Promise<void> {
    this.waiting.push(payload);
  }
}

let test: TestService;
let service: Service;
let queue: PatientQueue;

beforeEach(async () => {
  test = await openTestService();
  queue = new PatientQueue();
  service = { ...test.service, jobs: { ...test.service.jobs, enqueue: (...args) => queue.enqueue(...args) } };
});
afterEach(() => test[Symbol.asyncDispose]());

async function run(handlers: Readonly<Record<string, TaskHandler>>, number = 1): Promise<void> {
  const { task } = taskJob(service, handlers);
  for (const payload of queue.waiting) await task?.(payload, { number });
}

async function aComponent(): Promise<number> {
  await test.admin.createProject({ name: "Demo", slug: "demo" });
  const { id: project } = await service.database.selectFrom("project").select("id").executeTakeFirstOrThrow();
  const { database } = service;
  const language = await database
    .selectFrom("language")
    .select("id")
    .where("code", "=", "en")
    .executeTakeFirstOrThrow();
  const clone = await database
    .insertInto("clone")
    .values({
      project_id: project,
      repo: "",
      branch: "main",
      head: "",
      remote_commit: null,
      ahead: 0,
      behind: 0,
      merge_failure: null,
      dirty: 0,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const component = await database
    .insertInto("component")
    .values({
      project_id: project,
      category_id: null,
      clone_id: clone.id,
      linked_component_id: null,
      name: "App",
      slug: "app",
      path: "app",
      source_language_id: language.id,
      settings: "{}",
      locked: 0,
      auto_locked: 0,
      template_revision: "",
      task_id: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return component.id;
}

describe("a task", () => {
  it("tells how far it is, and leaves its result and its log", async () => {
    const seen: unknown[] = [];
    const id = await startTask(service, { kind: "count", payload: { to: 2 } });

    await run({
      count: async (_, payload, progress) => {
        await progress.step(30, "One");
        seen.push(await findTask(service, id));
        await progress.step(180);
        seen.push(await findTask(service, id));
        return { counted: payload["to"] };
      },
    });

    expect(seen).toMatchObject([
      { completed: 0, progress: 30 },
      { completed: 0, progress: 99 },
    ]);
    const task = await findTask(service, id);
    expect(task).toMatchObject({ completed: 1, progress: 100, result: '{"counted":2}' });
    expect(task?.log).toMatch(/^\d{4}-\S+Z One\n$/);
  });

  it("is the component's task until it is done", async () => {
    const component = await aComponent();
    const taskOf = async (): Promise<unknown> =>
      (await service.database.selectFrom("component").select("task_id").executeTakeFirst())?.task_id;
    const id = await startTask(service, { kind: "nothing", payload: {}, component });

    expect(await taskOf()).toBe(id);
    await run({ nothing: async () => null });

    expect(await taskOf()).toBeNull();
  });

  it("that fails says why, without this machine's folders and without passwords", async () => {
    const id = await startTask(service, { kind: "clone", payload: {} });

    await run({
      clone: async () => {
        const words = `git said: ${service.dataFolder}/clones/1 cannot read https://jana:secret@git.example.org/a.git`;
        throw new LocalError(words, { code: "IL-G01" });
      },
    });

    const task = await findTask(service, id);
    expect(task).toMatchObject({ completed: 1, progress: 100 });
    expect(JSON.parse(task?.result ?? "")).toBe("git said: /clones/1 cannot read https://git.example.org/a.git");
  });

  it("ends without a word where its component is removed meanwhile, and the task with it", async () => {
    const log: string[] = [];
    service = { ...service, logger: { ...service.logger, warning: (message) => void log.push(message) } };
    const component = await aComponent();
    await startTask(service, { kind: "scan", payload: {}, component });

    await run({
      scan: async ({ database }) => {
        await database.deleteFrom("component").where("id", "=", component).execute();
        return database.selectFrom("component").select("id").where("id", "=", component).executeTakeFirstOrThrow();
      },
    });

    expect(log).toEqual([]);
  });

  it("waits for its turn where the repository is busy", async () => {
    const id = await startTask(service, { kind: "pull", payload: {} });
    const handlers = {
      pull: async (): Promise<never> => {
        throw repositoryBusy("demo/app");
      },
    };

    await expect(run(handlers, 1)).rejects.toMatchObject({ status: 423 });
    expect(await findTask(service, id)).toMatchObject({ completed: 0 });
    await run(handlers, 3);

    expect(await findTask(service, id)).toMatchObject({ completed: 1 });
  });

  it("is given up when the process died in the middle of it again and again", async () => {
    const id = await startTask(service, { kind: "deadly", payload: {} });
    let begun = 0;

    await run({ deadly: async () => void (begun += 1) }, 4);

    expect(begun).toBe(0);
    expect((await findTask(service, id))?.result).toContain("again and again");
  });

  it("stops at its next step when somebody stops it, and not when it cannot be stopped", async () => {
    const stoppable = await startTask(service, { kind: "long", payload: {}, cancellable: true });
    const other = await startTask(service, { kind: "long", payload: {} });
    const reached: string[] = [];

    expect(await cancelTask(service, other)).toBe(false);
    await run({
      long: async (_, __, progress) => {
        reached.push("begun");
        await cancelTask(service, stoppable);
        await progress.step(50);
        reached.push("half");
      },
    });

    expect(reached).toEqual(["begun", "begun", "half"]);
    expect(await findTask(service, stoppable)).toMatchObject({ completed: 1, result: '"Cancelled"' });
    expect(await findTask(service, other)).toMatchObject({ completed: 1, result: "null" });
    expect(await cancelTask(service, stoppable)).toBe(false);
  });

  it("does not begin when it was stopped before", async () => {
    const id = await startTask(service, { kind: "long", payload: {}, cancellable: true });
    await cancelTask(service, id);
    let begun = 0;

    await run({ long: async () => void (begun += 1) });

    expect(begun).toBe(0);
    expect(await findTask(service, id)).toMatchObject({ completed: 1 });
  });

  it("is not there when its transaction failed", async () => {
    const failing = inTransaction(service.database, async (queries) => {
      await startTaskWithin(service, queries, { kind: "count", payload: {} });
      throw new Error("stop");
    });

    await expect(failing).rejects.toThrow("stop");
    expect(await service.database.selectFrom("task").selectAll().execute()).toEqual([]);
  });

  it("is waited for as long as one likes", async () => {
    const id = await startTask(service, { kind: "quick", payload: {} });

    expect(await waitForTask(service, id, 1)).toMatchObject({ completed: 0 });
    const waiting = waitForTask(service, id, 600_000);
    await run({ quick: async () => "done" });

    expect(await waiting).toMatchObject({ completed: 1, result: '"done"' });
  });
});
