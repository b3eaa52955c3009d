import { DatabaseSync } from "node:sqlite";
import { sql as written } from "kysely";
import { expect, it, vi } from "vitest";
import { openSampleService, openTestService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";

it.skipIf(onPostgres).each(["/api/projects/demo/changes/?page_size=1", "/api/changes/", "/exports/rss/demo/"])(
  "%s finds the newest changes of a project by an index, however many there are",
  async (path) => {
    await using test = await openTestService();
    await test.admin.createProject({ name: "Demo", slug: "demo" });
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");

    const { status } = await test.request("GET", path);
    const asked = prepare.mock.calls.map(([sql], index) => ({ sql, database: prepare.mock.contexts[index] }));
    prepare.mockRestore();

    const plans = asked
      .filter(({ sql }) => sql.includes('from "change"') && sql.includes("order by"))
      .map(({ sql, database }) => {
        if (!(database instanceof DatabaseSync)) throw new TypeError("That is no database.");
        return JSON.stringify(database.prepare(`explain query plan ${sql}`).all());
      });
    expect([status, plans.length]).toEqual([200, 1]);
    expect(plans[0]).toContain("change_by_project");
    expect(plans[0]).not.toContain("TEMP B-TREE");
  },
);

it.runIf(onPostgres)(
  "the newest changes of a quiet project are found by an index, among those of a busy one too",
  async () => {
    await using test = await openTestService();
    const { database } = test.service;
    const [busy, quiet] = [
      await test.admin.createProject({ name: "Busy", slug: "busy" }),
      await test.admin.createProject({ name: "Quiet", slug: "quiet" }),
    ];
    await written`insert into change (project_id, timestamp, action, target, old, details)
    select case when number <= 300 then ${quiet.id}::integer else ${busy.id}::integer end, '2026-11-01T00:00:00.000Z', 2, '', '', '{}'
    from generate_series(1, 20000) as number`.execute(database);
    await written`analyze change`.execute(database);

    const { rows } = await written<Record<string, string>>`explain select id from change where project_id = ${quiet.id}
    order by id desc limit 8`.execute(database);

    const plan = JSON.stringify(rows);
    expect(plan).toContain("change_by_project");
    expect(plan).not.toContain("Sort");
  },
);

it.skipIf(onPostgres)("changes that no index finds are looked at beside who answers, once there are many", async () => {
  await using test = await openSampleService();
  await test.service.database
    .insertInto("change")
    .values({ id: 30_000, timestamp: "2026-11-01T00:00:00.000Z", action: 0, target: "", old: "", details: "{}" })
    .execute();
  const asksHere = async (path: string): Promise<number> => {
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
    const { status } = await test.request("GET", path, { token: test.translatorToken });
    const asked = prepare.mock.calls.filter(([sql]) => /from "change" (?:left join|where)/.test(sql));
    prepare.mockRestore();
    expect(status).toBe(200);
    return asked.length;
  };

  // What another project hides has no part in it.
  await test.admin.createProject({ name: "Other", slug: "other" });
  await test.admin.createComponent(
    "other",
    { name: "Hidden", slug: "hidden", file_format: "json", filemask: "*.json", template: "en.json", restricted: true },
    { kind: "document", name: "en.json", content: Buffer.from("{}") },
  );
  // Nor which page is asked for. What was counted there twice is not counted again; each statement is prepared once.
  for (const path of ["/api/projects/demo/changes/?page_size=1", "/api/components/demo/app/changes/"]) {
    expect([await asksHere(path), await asksHere(path), await asksHere(path)]).toEqual([1, 0, 1]);
  }
  expect(await asksHere("/api/projects/demo/changes/?action=2")).toBe(0);
  await test.request("PATCH", "/api/components/demo/server/", { json: { restricted: true } });
  expect(await asksHere("/api/projects/demo/changes/")).toBe(0);
});
