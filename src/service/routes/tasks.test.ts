import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { access } from "../identity/permissions.ts";

let test: SampleService;
let owner: { readonly id: number; readonly token: string };
let strangerToken: string;

beforeAll(async () => {
  test = await openSampleService();
  const { user, token } = await test.admin.createUser({ username: "owner" });
  owner = { id: user, token };
  strangerToken = (await test.admin.createUser({ username: "stranger" })).token;
  await test.service.database.updateTable("project").set({ access_control: access.private }).execute();
});
afterAll(() => test[Symbol.asyncDispose]());

interface TaskFields {
  readonly user?: number;
  readonly component?: boolean;
  readonly cancellable?: boolean;
  readonly completed?: boolean;
}

/** A task in the middle of its work. @returns its address */
async function aTask({ user, component, cancellable, completed }: TaskFields): Promise<string> {
  const { database } = test.service;
  const app = await database.selectFrom("component").select("id").where("slug", "=", "app").executeTakeFirstOrThrow();
  const id = randomUUID();
  await database
    .insertInto("task")
    .values({
      id,
      component_id: component === true ? app.id : null,
      project_id: null,
      user_id: user ?? null,
      kind: "test",
      completed: completed === true ? 1 : 0,
      progress: 40,
      result: '{"component":1}',
      log: "Reading\n",
      created: "2026-01-01T00:00:00.000Z",
      cancellable: cancellable === true ? 1 : 0,
      finished: null,
    })
    .execute();
  return `/api/tasks/${id}/`;
}

describe("a task", () => {
  it("tells its starter how far it is", async () => {
    const task = await aTask({ user: owner.id, cancellable: true });

    const { status, json } = await test.request("GET", task, { token: owner.token });

    expect(status).toBe(200);
    expect(json).toEqual({
      completed: false,
      progress: 40,
      result: { component: 1 },
      log: "Reading\n",
      cancellable: true,
    });
  });

  it("is seen by those who see its component, and does not exist for others", async () => {
    const task = await aTask({ component: true });
    const statusFor = async (token: string | null): Promise<number> =>
      (await test.request("GET", task, { token })).status;

    expect(await statusFor(test.translatorToken)).toBe(200);
    expect(await statusFor(strangerToken)).toBe(404);
    expect(await statusFor(null)).toBe(404);
  });

  it.each([randomUUID(), "no-uuid"])("%s is not there", async (id) => {
    expect((await test.request("GET", `/api/tasks/${id}/`)).status).toBe(404);
    expect((await test.request("DELETE", `/api/tasks/${id}/`)).status).toBe(404);
  });

  it("has no list", async () => {
    expect((await test.request("GET", "/api/tasks/")).status).toBe(404);
  });
});

describe("stopping a task", () => {
  const isCancelled = async (task: string): Promise<boolean> => {
    const id = task.split("/")[3] ?? "";
    const { database } = test.service;
    const row = await database.selectFrom("task").select("cancelled").where("id", "=", id).executeTakeFirstOrThrow();
    return row.cancelled === 1;
  };

  it("is for its starter and for those who may change its component", async () => {
    for (const [fields, token] of [
      [{ user: owner.id }, owner.token],
      [{ component: true }, test.botToken],
    ] as const) {
      const task = await aTask({ ...fields, cancellable: true });

      expect((await test.request("DELETE", task, { token })).status).toBe(204);
      expect(await isCancelled(task)).toBe(true);
    }
  });

  it("is refused to who only sees it, and to the anonymous", async () => {
    const task = await aTask({ component: true, cancellable: true });

    expect((await test.request("DELETE", task, { token: test.translatorToken })).status).toBe(403);
    expect((await test.request("DELETE", task, { token: null })).status).toBe(401);
    expect(await isCancelled(task)).toBe(false);
  });

  it.each([{ cancellable: false }, { cancellable: true, completed: true }])(
    "answers 409 where it cannot be stopped (%o)",
    async (fields) => {
      const task = await aTask({ ...fields, user: owner.id });

      const { status, json } = await test.request("DELETE", task, { token: owner.token });

      expect(status).toBe(409);
      expect(json.errors).toMatchObject([{ code: "conflict", attr: null }]);
    },
  );
});
