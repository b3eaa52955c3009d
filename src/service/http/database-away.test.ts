import { sql } from "kysely";
import { expect, it } from "vitest";
import { unitsOf, openSampleService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { DatabaseAbsence } from "../../store/database-absence.ts";
import { DatabaseAway } from "../../store/database-away.ts";
import { refusalFor } from "./rendering.ts";

// PostgreSQL is away in `test/postgres/restart.full.test.ts`.
it.skipIf(onPostgres)("asks to come again while the disk is full, and goes on when it is not", async () => {
  await using test = await openSampleService();
  const { database } = test.service;
  const id = (await unitsOf(test, "demo/app/cs")).get("title")?.id;
  const save = (text: string): ReturnType<typeof test.request> =>
    test.request("PATCH", `/api/units/${String(id)}/`, { json: { target: [text], state: 20 } });
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(database);

  const refused = await save("ž".repeat(50_000));

  expect([refused.status, refused.headers.get("retry-after"), refused.json.errors[0].code]).toEqual([
    503,
    "5",
    "unavailable",
  ]);
  expect((await test.request("GET", `/api/units/${String(id)}/`)).json.target).toEqual(["Ahoj"]);
  await sql`pragma max_page_count = 1000000`.execute(database);
  expect((await save("ž".repeat(50_000))).status).toBe(200);
});

it("tells the log why the database is away, and the caller nothing of it", () => {
  const log: string[] = [];
  const logger = { ...silentLogger, warning: (message: string) => void log.push(message) };

  const absence = new DatabaseAbsence({ clock: manualClock(), logger });
  const refusal = refusalFor({ logger, absence }, new DatabaseAway(new Error("database or disk is full")));

  expect(log).toEqual(["The database cannot be used just now: database or disk is full"]);
  expect(refusal.message).not.toContain("disk");
});
