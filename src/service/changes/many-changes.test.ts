import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { openSampleService, openTestService, type TestService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import type { Queries } from "../../store/database.ts";
import { countOf } from "../http/paging.ts";
import { changesIn } from "./changes-in-scope.ts";
import { countChanges, momentOf } from "./counted-changes.ts";

/** Some of one project, as a load of saves leaves them. */
async function addChanges(queries: Queries, project: number, many: number, component: number | null = null) {
  await sql`with recursive number (value) as (select 1 union all select value + 1 from number where value < ${many})
    insert into change (project_id, component_id, timestamp, action, target, old, details)
    select cast(${project} as integer), cast(${component} as integer), '2026-11-01T00:00:00.000Z', 2, '', '', '{}'
    from number`.execute(queries);
}

/** One of them is seen by few. */
async function threeProjects(test: TestService) {
  const { admin } = test;
  const { id: busy } = await admin.createProject({ name: "Busy", slug: "busy" });
  const { id: quiet } = await admin.createProject({ name: "Quiet", slug: "quiet" });
  const { id: others } = await admin.createProject({ name: "Others", slug: "others" });
  const { status } = await test.request("PATCH", "/api/projects/others/", { json: { access_control: 100 } });
  expect(status).toBe(200);
  return { busy, quiet, others };
}

it("a page of several projects has the same changes wherever they stand among all", async () => {
  await using test = await openTestService();
  const { busy, quiet, others } = await threeProjects(test);
  for (const [project, many] of [
    [quiet, 40],
    [others, 3000],
    [busy, 30],
    [others, 1500],
    [quiet, 3],
    [others, 1100],
  ] as const) {
    await addChanges(test.service.database, project, many);
  }
  const { token } = await test.admin.createUser({ username: "reader" });
  const all = await test.service.database
    .selectFrom("change")
    .select("id")
    .where("project_id", "in", [busy, quiet])
    .orderBy("id", "desc")
    .execute();

  for (const [size, page] of [
    [1, 1],
    [2, 2],
    [20, 1],
    [20, 3],
    [50, 2],
    [1000, 1],
  ] as const) {
    const path = `/api/changes/?page_size=${String(size)}&page=${String(page)}`;
    const { status, json } = await test.request("GET", path, { token });
    expect(status).toBe(200);
    expect(json.count).toBe(all.length);
    const ids = json.results.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(all.slice((page - 1) * size, page * size).map(({ id }) => id));
  }
});

it.skipIf(onPostgres)(
  "texts of changes are read of those on the page alone, however many come before them",
  async () => {
    await using test = await openTestService();
    const { busy, quiet } = await threeProjects(test);
    for (const project of [busy, quiet, busy]) await addChanges(test.service.database, project, 400);
    const { token } = await test.admin.createUser({ username: "reader" });
    const prepared = vi.spyOn(DatabaseSync.prototype, "prepare");
    onTestFinished(() => {
      prepared.mockRestore();
    });

    for (const page of [1, 20]) await test.request("GET", `/api/changes/?page=${String(page)}`, { token });

    const statements = prepared.mock.calls.map(([text]) => text).filter((text) => text.includes('"change"."target"'));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      const parameters = Array.from(statement.matchAll(/\?/g), () => sql`1`);
      const pieces = statement.split("?").map((piece) => sql.raw(piece));
      const plan = sql<{ detail: string }>`explain query plan ${sql.join(
        pieces.flatMap((piece, at) => [piece, ...parameters.slice(at, at + 1)]),
        sql.raw(""),
      )}`;
      const { rows } = await plan.execute(test.service.database);
      expect(rows.map(({ detail }) => detail)[0]).toBe("SEARCH change USING INTEGER PRIMARY KEY (rowid=?)");
    }
  },
);

it("changes are as many as there are, however often and whenever they are counted", async () => {
  await using test = await openTestService();
  const { service } = test;
  const { busy, quiet, others } = await threeProjects(test);
  const list = { scope: { projects: [busy, quiet] }, filter: {} };

  for (const [project, many] of [
    [busy, 1],
    [others, 1000],
    [quiet, 999],
    [busy, 1],
    [busy, 2500],
    [others, 3000],
    [quiet, 0],
    [busy, 1001],
  ] as const) {
    await addChanges(service.database, project, many);
    for (const times of [1, 2]) {
      const counted = await countChanges(service, list, await momentOf(service));
      expect([project, times, counted]).toEqual([project, times, await countOf(changesIn(service.database, list))]);
    }
  }
});

it.runIf(onPostgres)(
  "a change is counted that a transaction brings which ends after thousands of later ones",
  async () => {
    await using test = await openTestService();
    const { service } = test;
    const { busy, quiet } = await threeProjects(test);
    const list = { scope: { projects: [busy, quiet] }, filter: {} };
    const { promise: end, resolve: endIt } = Promise.withResolvers<void>();
    const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
    const late = service.database.transaction().execute(async (queries) => {
      await addChanges(queries, quiet, 5);
      hasBegun();
      await end;
    });
    await begun;
    for (const times of [1, 2, 3]) {
      await addChanges(service.database, busy, 2000);
      await countChanges(service, list, await momentOf(service));
      expect(await countOf(changesIn(service.database, list))).toBeGreaterThanOrEqual(times * 2000);
    }
    endIt();
    await late;

    for (let times = 0; times < 3; times += 1) {
      const counted = await countChanges(service, list, await momentOf(service));
      expect(counted).toBe(await countOf(changesIn(service.database, list)));
    }
  },
);

it("changes that went with a component are counted no more", async () => {
  await using test = await openSampleService();
  const { database } = test.service;
  const count = async (): Promise<number> => (await test.request("GET", "/api/projects/demo/changes/")).json.count;
  await test.request("PATCH", "/api/components/demo/app/", { json: { restricted: true } });
  const { id, project_id: project } = await database
    .selectFrom("component")
    .select(["id", "project_id"])
    .where("slug", "=", "app")
    .executeTakeFirstOrThrow();
  await addChanges(database, project, 1500, id);
  await addChanges(database, project, 1500);
  const before = [await count(), await count(), await count()];

  const { status } = await test.request("DELETE", "/api/components/demo/app/");
  await test.service.jobs.idle();

  expect(status).toBe(204);
  const left = await database
    .selectFrom("change")
    .innerJoin("project", "project.id", "change.project_id")
    .where("project.slug", "=", "demo")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(left.count).toBeLessThan(before[0] ?? 0);
  expect(await count()).toBe(left.count);
});
