import { expect, it } from "vitest";
import { addRepository, addRun, openTestRecords } from "../../test/support/test-records.ts";
import { insertAll } from "../store/bulk.ts";
import { note } from "./logs/event-log.ts";
import { removeOld, retentionHandlers, retentionJobs } from "./retention.ts";
import { changeManagement } from "./settings/change-management.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const daysAgo = (days: number): string => new Date(START - days * DAY).toISOString();
const retention = { events: 2, access: 2, runs: 2, deliveries: 2, samples: 2 };

it("removes what is older than the settings say, and only what is over", async () => {
  await using records = await openTestRecords();
  const { database } = records;
  const repository = await addRepository(records, "acme/website");
  const old = await addRun(records, repository, { started: daysAgo(3) });
  const running = await addRun(records, repository, { started: daysAgo(3), state: "running" });
  const fresh = await addRun(records, repository, { started: daysAgo(1) });
  const timing = { time: daysAgo(3), kind: "step", name: "upload", milliseconds: 1, failed: 0 };
  await database
    .insertInto("timing")
    .values([
      { ...timing, run_id: old },
      { ...timing, run_id: fresh },
    ])
    .execute();
  const delivery = (state: string, days: number) => ({
    source: "github",
    sender: "github",
    guid: `${state} ${String(days)}`,
    event: "push",
    action: "",
    payload: "{}",
    received: daysAgo(days),
    state,
    attempts: 0,
    reason: "",
    due: daysAgo(days),
    run_id: days === 1 ? old : null,
  });
  const deliveries = ["done", "ignored", "dead", "waiting", "running"].map((state) => delivery(state, 3));
  await database
    .insertInto("delivery")
    .values([...deliveries, delivery("done", 1)])
    .execute();

  const removed = await removeOld(records, retention);

  expect(removed).toMatchObject({ run: 1, delivery: 3, event: 0 });
  const runs = await database.selectFrom("run").select("id").orderBy("id").execute();
  expect(runs.map(({ id }) => id)).toEqual([running, fresh]);
  expect(await database.selectFrom("timing").select("run_id").execute()).toEqual([{ run_id: fresh }]);
  const left = await database.selectFrom("delivery").select(["guid", "run_id"]).orderBy("id").execute();
  expect(left).toEqual([
    { guid: "waiting 3", run_id: null },
    { guid: "running 3", run_id: null },
    { guid: "done 1", run_id: null },
  ]);
});

it("removes thousands, batch by batch", async () => {
  await using records = await openTestRecords();
  const { database } = records;
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    time: daysAgo(3 + index / 1_000),
    login: null,
    method: "GET",
    path: "/maps",
    status: 200,
    milliseconds: 1,
    address: "",
    agent: "",
  }));
  await insertAll(database, rows, (batch) => database.insertInto("access").values([...batch]));

  expect(await removeOld(records, retention)).toMatchObject({ access: 2_500 });
  expect(await database.selectFrom("access").select("id").execute()).toEqual([]);
});

it("does so every day, by the settings of that day", async () => {
  await using records = await openTestRecords();
  await note(records, { level: "info", component: "runs", message: "Old" });
  records.clock.advance(10 * DAY);
  const [job] = retentionJobs;
  const clean = retentionHandlers(records)[job?.kind ?? ""];
  const messages = () => records.database.selectFrom("event").select("message").execute();

  await clean?.({}, { number: 1 });
  expect(await messages()).toHaveLength(1);

  await changeManagement(records, { retention: { events: 5 } }, "patch", 1);
  await clean?.({}, { number: 1 });
  expect(await messages()).toEqual([{ message: expect.stringContaining("settings were changed") }]);
  expect(job?.every).toBe("day");
});
