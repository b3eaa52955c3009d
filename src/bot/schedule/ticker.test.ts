import { DatabaseSync, StatementSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { addRepository, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { DatabaseQueue } from "../../queue/database-queue.ts";
import { failDeliveries, storeDelivery, takeDeliveries } from "../../records/deliveries/deliveries.ts";
import { defaultSettings, type Settings } from "../../records/settings/settings.ts";
import { nextRun } from "./next-run.ts";
import { Ticker } from "./ticker.ts";
import { wakeRepositories } from "./wake-repositories.ts";

const HOUR = 3_600_000;

interface OpenedBranch extends AsyncDisposable {
  readonly records: TestRecords;
  readonly ticker: Ticker;
  set(different: Partial<Settings>): void;
  /** How often it had looked for what was missed. */
  told(): number;
  nextRuns(): Promise<readonly (string | null)[]>;
}

async function stage(schedule = "0 3 * * *"): Promise<OpenedBranch> {
  const records = await openTestRecords();
  let settings: Settings = { ...defaultSettings, schedules: { default: schedule, repositories: {} } };
  let told = 0;
  const ticker = new Ticker({
    records,
    settings: async () => settings,
    askForMissed: async () => void (told += 1),
  });
  return {
    records,
    ticker,
    set: (different) => void (settings = { ...settings, ...different }),
    told: () => told,
    nextRuns: async () => {
      const rows = await records.database.selectFrom("repository").select("next_run").orderBy("id").execute();
      return rows.map(({ next_run: next }) => next);
    },
    [Symbol.asyncDispose]: () => records[Symbol.asyncDispose](),
  };
}

const deliveries = ({ records }: OpenedBranch) =>
  records.database.selectFrom("delivery").select(["source", "guid", "repository_id"]).orderBy("id").execute();

const queued = async ({ records }: OpenedBranch) => {
  const jobs = await records.database.selectFrom("job").select("key").where("kind", "=", "repository").execute();
  return jobs.map(({ key }) => Number(key));
};

describe("a repository's schedule", () => {
  it("gives it a time, and a delivery when that has come", async () => {
    await using place = await stage();
    const id = await addRepository(place.records, "acme/app");

    await place.ticker.tick();
    const [planned] = await place.nextRuns();
    const before = await deliveries(place);
    place.records.clock.advance(3 * HOUR + HOUR / 6);
    await place.ticker.tick();

    expect(planned).toMatch(/^2026-01-01T03:0/);
    expect(before).toEqual([]);
    expect(await deliveries(place)).toEqual([
      { source: "schedule", guid: `${String(id)} ${String(planned)}`, repository_id: id },
    ]);
    expect(await place.nextRuns()).toEqual([planned?.replace("01-01", "01-02")]);
    expect(await queued(place)).toEqual([id]);
  });

  it("is kept once by however many processes look", async () => {
    await using place = await stage();
    await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    const settings = async (): Promise<Settings> => ({
      ...defaultSettings,
      schedules: { default: "0 3 * * *", repositories: {} },
    });
    const others = Array.from(
      { length: 4 },
      () => new Ticker({ records: place.records, settings, askForMissed: async () => undefined }),
    );
    place.records.clock.advance(4 * HOUR);

    await Promise.all(others.map((ticker) => ticker.tick()));

    expect(await deliveries(place)).toHaveLength(1);
  });

  it("is made up for once after days in which nobody looked", async () => {
    await using place = await stage();
    await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    place.records.clock.advance(5 * 24 * HOUR);

    await place.ticker.tick();
    await place.ticker.tick();

    expect(await deliveries(place)).toHaveLength(1);
    expect((await place.nextRuns())[0]).toMatch(/^2026-01-06T03:0/);
  });

  it("is another one as soon as the settings say so", async () => {
    await using place = await stage();
    const app = await addRepository(place.records, "acme/app");
    await addRepository(place.records, "acme/web");
    await place.ticker.tick();
    const schedules = { default: "", repositories: { "acme/app": "0 12 * * 0" } };

    place.set({ schedules });
    await place.ticker.tick();

    const expected = nextRun(schedules, { id: app, name: "acme/app" }, place.records.clock.now());
    expect(await place.nextRuns()).toEqual([expected?.toISOString(), ""]);
  });

  it.each(["paused", "unmapped", "gone"])("does not run one that is %s", async (state) => {
    await using place = await stage();
    await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    await place.records.database.updateTable("repository").set({ state }).execute();
    place.records.clock.advance(30 * HOUR);

    await place.ticker.tick();

    expect(await deliveries(place)).toEqual([]);
  });

  it("runs hundreds that are due at the same time, each once", async () => {
    await using place = await stage();
    for (let count = 0; count < 250; count += 1) await addRepository(place.records, `acme/${String(count)}`);
    await place.ticker.tick();
    place.records.clock.advance(4 * HOUR);

    await place.ticker.tick();

    const kept = await deliveries(place);
    expect(kept).toHaveLength(250);
    expect(new Set(kept.map(({ repository_id: id }) => id)).size).toBe(250);
  });
});

describe("a clock that was ahead for a while", () => {
  it.each([2, 1_500])("by %d days keeps no repository from its next nightly run", async (days) => {
    await using place = await stage();
    const { clock } = place.records;
    await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    clock.advance(days * 24 * HOUR);
    await place.ticker.tick();
    // One that was nobody's until then.
    await addRepository(place.records, "acme/web");
    await place.ticker.tick();

    clock.advance(-days * 24 * HOUR + HOUR);
    await place.ticker.tick();

    const today = expect.stringMatching(/^2026-01-01T03:/);
    expect(await place.nextRuns()).toEqual([today, today]);
    for (const hours of [4, 24]) {
      clock.advance(hours * HOUR);
      await place.ticker.tick();
    }
    // The first one's run of the first day was done when the clock was ahead.
    expect(await deliveries(place)).toHaveLength(4);
  });

  it("by seconds, as those of two machines are, has nothing planned anew", async () => {
    await using place = await stage();
    const { clock } = place.records;
    await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    clock.advance(4 * HOUR);
    await place.ticker.tick();
    const planned = await place.nextRuns();

    clock.advance(-30_000);
    await place.records.database.updateTable("repository").set({ next_run: "2026-01-03T00:00:00.000Z" }).execute();
    await place.ticker.tick();

    expect(planned).toEqual([expect.stringMatching(/^2026-01-02T03:/)]);
    expect(await place.nextRuns()).toEqual(["2026-01-03T00:00:00.000Z"]);
  });
});

describe("a schedule that changed while a repository was paused", () => {
  it("gives it a time when it goes on", async () => {
    await using place = await stage("");
    const id = await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    await place.records.database.updateTable("repository").set({ state: "paused" }).execute();
    place.set({ schedules: { default: "0 3 * * *", repositories: {} } });
    await place.ticker.tick();
    const meanwhile = await place.nextRuns();

    await place.records.database.updateTable("repository").set({ state: "active" }).where("id", "=", id).execute();
    await place.ticker.tick();

    expect([...meanwhile, ...(await place.nextRuns())]).toEqual([null, expect.stringMatching(/^2026-01-01T03:0/)]);
  });
});

describe.skipIf(onPostgres)("what a look asks the database", () => {
  it.each(["0 3 * * *", ""])("is as much for 300 repositories as for one, with the schedule “%s”", async (schedule) => {
    const costs = [];
    for (const repositories of [1, 300]) {
      await using place = await stage(schedule);
      for (let count = 0; count < repositories; count += 1) {
        await addRepository(place.records, `acme/${String(count)}`);
      }
      await place.ticker.tick();
      place.records.clock.advance(5_000);
      costs.push(await costOf(() => place.ticker.tick()));
    }

    const [one, many] = costs;
    expect(one?.statements).toBeGreaterThan(0);
    // Nobody who writes waits for it.
    expect([one?.transactions, many]).toEqual([0, one]);
  });

  it("is as much for each repository whose time has come, however many there are besides", async () => {
    const costs = [];
    for (const repositories of [30, 330]) {
      await using place = await stage();
      for (let count = 0; count < repositories; count += 1) {
        await addRepository(place.records, `acme/${String(count)}`);
      }
      await place.ticker.tick();
      const due = { next_run: place.records.clock.now().toISOString() };
      await place.records.database.updateTable("repository").set(due).where("id", "<=", 20).execute();
      costs.push(await costOf(() => place.ticker.tick()));
    }

    const [few, many] = costs;
    expect(few?.rows).toBeGreaterThan(0);
    expect(many).toEqual(few);
  });

  it("does not grow by what waits behind others, but where a job was lost", async () => {
    await using place = await stage("");
    await place.ticker.tick();
    for (let count = 0; count < 100; count += 1) {
      const id = await addRepository(place.records, `acme/${String(count)}`);
      await storeDelivery(place.records, {
        source: "github",
        sender: "github",
        guid: String(id),
        event: "push",
        action: "",
        repository: id,
        payload: {},
      });
    }
    await place.records.database.deleteFrom("job").where("key", "=", "7").execute();
    let enqueued = 0;
    const { jobs } = place.records;
    vi.spyOn(jobs, "enqueue").mockImplementation(async (...given) => {
      enqueued += 1;
      await DatabaseQueue.prototype.enqueue.apply(jobs, given);
    });

    await wakeRepositories(place.records, undefined);

    expect([enqueued, (await queued(place)).length]).toEqual([1, 100]);
  });
});

/** Runs of statements, with rows that they gave. */
async function costOf(
  work: () => Promise<unknown>,
): Promise<{ readonly statements: number; readonly rows: number; readonly transactions: number }> {
  const all = vi.spyOn(StatementSync.prototype, "all");
  const run = vi.spyOn(StatementSync.prototype, "run");
  const exec = vi.spyOn(DatabaseSync.prototype, "exec");
  await work();
  const prepared = [...all.mock.contexts, ...run.mock.contexts].map((each: unknown) =>
    each instanceof StatementSync ? each.sourceSQL : "",
  );
  const asked = [...prepared, ...exec.mock.calls.map(([text]) => text)];
  const rows = all.mock.results.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0);
  const cost = {
    statements: asked.length,
    rows,
    transactions: asked.filter((text) => text.startsWith("begin")).length,
  };
  vi.restoreAllMocks();
  return cost;
}

describe("a delivery for later", () => {
  const push = (repository: number, guid: string) =>
    ({ source: "service", sender: "main", guid, event: "translations", action: "", repository, payload: {} }) as const;

  it("has its repository's turn come when it is due, within five seconds", async () => {
    await using place = await stage("");
    const id = await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    const due = new Date(place.records.clock.now().getTime() + 20_000);
    await storeDelivery(place.records, { ...push(id, "a"), due });

    const turns = [];
    for (let seconds = 5; seconds <= 25; seconds += 5) {
      place.records.clock.advance(5_000);
      await place.ticker.tick();
      turns.push((await queued(place)).length);
    }

    expect(turns).toEqual([0, 0, 0, 1, 1]);
  });

  it("has it come at its very time, whenever the ticker looked", async () => {
    await using place = await stage("");
    const { clock } = place.records;
    const id = await addRepository(place.records, "acme/app");
    place.ticker.start();
    await place.ticker.tick();
    const begin = clock.now().getTime();
    await storeDelivery(place.records, { ...push(id, "a"), due: new Date(begin + 7_300) });
    await storeDelivery(place.records, { ...push(id, "b"), due: new Date(begin + 9_000) });
    const turns: string[] = [];
    for (const milliseconds of [5_000, 7_299, 7_301, 9_001]) {
      clock.advance(begin + milliseconds - clock.now().getTime());
      await place.ticker.tick();
      const jobs = await queued(place);
      await place.records.database.deleteFrom("job").execute();
      turns.push(`${String(milliseconds)}: ${String(jobs.length)}, ${String(clock.sleepers())} waits`);
    }
    await place.ticker.stop();

    expect(turns).toEqual(["5000: 0, 1 waits", "7299: 0, 1 waits", "7301: 1, 1 waits", "9001: 1, 0 waits"]);
  });

  it("has it come as soon as somebody says, where that is before the next look", async () => {
    await using place = await stage("");
    const { clock } = place.records;
    const id = await addRepository(place.records, "acme/app");
    place.ticker.start();
    await place.ticker.tick();
    const due = new Date(clock.now().getTime() + 2_000);
    await storeDelivery(place.records, { ...push(id, "a"), due });
    place.ticker.expect(new Date(due.getTime() + 1_000));
    place.ticker.expect(due);

    clock.advance(2_001);
    await place.ticker.tick();
    await place.ticker.stop();

    expect(await queued(place)).toEqual([id]);
  });

  it("has it after a failure too, when its pause is over", async () => {
    await using place = await stage("");
    const id = await addRepository(place.records, "acme/app");
    const { id: delivery } = await storeDelivery(place.records, push(id, "a"));
    await takeDeliveries(place.records, id, 5);
    await failDeliveries(place.records, [delivery], { reason: "no network", allowed: 5 });
    await place.records.database.deleteFrom("job").execute();
    await place.ticker.tick();
    const during = await queued(place);
    place.records.clock.advance(30_000);

    await place.ticker.tick();

    expect(during).toEqual([]);
    expect(await queued(place)).toEqual([id]);
  });

  it("that becomes due while its repository's job is being done has another turn come", async () => {
    await using place = await stage("");
    const { clock, database } = place.records;
    const id = await addRepository(place.records, "acme/app");
    await place.ticker.tick();
    await storeDelivery(place.records, push(id, "a"));
    await takeDeliveries(place.records, id, 5);
    await database.updateTable("job").set({ state: "running" }).execute();
    // Just before the ticker looks for what got lost.
    await storeDelivery(place.records, { ...push(id, "b"), due: new Date(clock.now().getTime() + 58_000) });

    for (let seconds = 5; seconds <= 70; seconds += 5) {
      clock.advance(5_000);
      await place.ticker.tick();
    }

    const jobs = await database.selectFrom("job").select("state").orderBy("id").execute();
    expect(jobs.map(({ state }) => state)).toEqual(["running", "waiting"]);
  });

  it.each([
    ["whose job was lost", false],
    ["that a dead process had in hand", true],
  ])("%s is found within a minute", async (_, isTaken) => {
    await using place = await stage("");
    await place.ticker.tick();
    const id = await addRepository(place.records, "acme/app");
    await storeDelivery(place.records, push(id, "a"));
    if (isTaken) await takeDeliveries(place.records, id, 5);
    await place.records.database.deleteFrom("job").execute();

    for (let seconds = 5; seconds <= 60; seconds += 5) {
      place.records.clock.advance(5_000);
      await place.ticker.tick();
    }

    expect(await queued(place)).toEqual([id]);
  });
});

describe("other forges in the settings", () => {
  const github = {
    kind: "github",
    serverUrl: "https://github.example",
    apiUrl: "https://api.github.example",
    appId: "1",
    privateKey: "one",
    webhookSecret: "",
  } as const;

  it("are told of at the start and at each change, once", async () => {
    await using place = await stage();
    const told = [];
    for (const forges of [{}, {}, { github }, { github }, { github: { ...github, privateKey: "two" } }]) {
      place.set({ forges });
      await place.ticker.tick();
      told.push(place.told());
    }

    expect(told).toEqual([1, 1, 2, 2, 3]);
  });
});

describe("what was missed is looked for", () => {
  it("after a refusal of ours, once", async () => {
    await using place = await stage();
    await place.ticker.tick();
    place.ticker.noteRefusal();
    place.ticker.noteRefusal();

    const told = [];
    for (let tick = 0; tick < 3; tick += 1) {
      place.records.clock.advance(5_000);
      await place.ticker.tick();
      told.push(place.told());
    }

    expect(told).toEqual([2, 2, 2]);
  });

  it("after the process did not get to look for a while, and not after a late look", async () => {
    await using place = await stage();
    const told = [];
    for (const seconds of [0, 5, 12, 90, 5]) {
      place.records.clock.advance(seconds * 1_000);
      await place.ticker.tick();
      told.push(place.told());
    }

    expect(told).toEqual([1, 1, 1, 2, 2]);
  });

  it("as soon as the records answer again, where they did not", async () => {
    await using records = await openTestRecords();
    let isBroken = false;
    let told = 0;
    const settings = async (): Promise<Settings> => {
      if (isBroken) throw new Error("the disk is full");
      return defaultSettings;
    };
    const ticker = new Ticker({ records, settings, askForMissed: async () => void (told += 1) });
    const turns = [];
    for (const broken of [false, true, true, false, false]) {
      isBroken = broken;
      records.clock.advance(5_000);
      await ticker.tick();
      turns.push(told);
    }

    expect(turns).toEqual([1, 1, 1, 2, 2]);
  });
});

describe("a look that fails", () => {
  it("is told of, and the next one does what it did not", async () => {
    await using records = await openTestRecords();
    const id = await addRepository(records, "acme/app");
    let isBroken = true;
    const errors: string[] = [];
    const logger = { ...records.logger, error: (message: string) => void errors.push(message) };
    const settings = async (): Promise<Settings> => {
      if (isBroken) throw new Error("the database is gone");
      return defaultSettings;
    };
    const ticker = new Ticker({ records: { ...records, logger }, settings, askForMissed: async () => undefined });

    await ticker.tick();
    isBroken = false;
    await ticker.tick();

    expect(errors).toEqual(["What is due could not be looked for: the database is gone"]);
    const row = await records.database
      .selectFrom("repository")
      .select("next_run")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row?.next_run).toMatch(/^2026-01-01T03:/);
  });
});
