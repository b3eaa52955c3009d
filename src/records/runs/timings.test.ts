import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRepository, addRun, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { insertAll } from "../../store/bulk.ts";
import { noteBudget } from "./budgets.ts";
import { bottlenecksOf, timingFigures } from "./timings.ts";

interface Timing {
  readonly name: string;
  readonly milliseconds: number;
  readonly failed: number;
}

const EARLY = "2025-12-31T00:00:00.000Z";
const NOW = "2026-01-01T00:00:00.000Z";

async function add(
  { database }: TestRecords,
  run: number,
  timings: readonly (Timing & { readonly kind?: string; readonly time?: string })[],
): Promise<void> {
  const rows = timings.map(({ name, milliseconds, failed, kind = "step", time = NOW }) => ({
    run_id: run,
    time,
    kind,
    name,
    milliseconds,
    failed,
  }));
  await insertAll(database, rows, (batch) => database.insertInto("timing").values([...batch]));
}

/** The smallest value that at least so many percent are not above. */
function nearestRank(sorted: readonly number[], percent: number): number | undefined {
  return sorted.find((value) => sorted.filter((each) => each <= value).length * 100 >= percent * sorted.length);
}

function computed(timings: readonly Timing[]) {
  return [...Map.groupBy(timings, ({ name }) => name)]
    .map(([name, all]) => {
      const sorted = all.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
      return {
        name,
        count: all.length,
        total: sorted.reduce((sum, each) => sum + each, 0),
        p50: nearestRank(sorted, 50),
        p95: nearestRank(sorted, 95),
        max: sorted.at(-1),
        failures: all.filter(({ failed }) => failed === 1).length,
      };
    })
    .toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}

const timing = fc.record({
  name: fc.constantFrom("upload", "download", "pull", "commit"),
  milliseconds: fc.nat(500),
  failed: fc.constantFrom(0, 1),
});

describe("timingFigures", () => {
  it("tells what counting by hand does, of whatever times there are", async () => {
    await using records = await openTestRecords();
    const run = await addRun(records, await addRepository(records, "acme/website"));
    await fc.assert(
      fc.asyncProperty(fc.array(timing, { maxLength: 120 }), async (timings) => {
        await records.database.deleteFrom("timing").execute();
        await add(records, run, timings);

        const { items, names, total } = await timingFigures(records, "step", EARLY);

        expect(items).toEqual(computed(timings));
        expect(names).toBe(items.length);
        expect(total).toBe(items.reduce((sum, item) => sum + item.total, 0));
      }),
      { numRuns: 40 },
    );
  });

  it("looks at one kind, since a time", async () => {
    await using records = await openTestRecords();
    const run = await addRun(records, await addRepository(records, "acme/website"));
    await add(records, run, [
      { name: "upload", milliseconds: 5, failed: 0 },
      { name: "upload", milliseconds: 900, failed: 0, time: "2025-12-30T00:00:00.000Z" },
      { name: "acme/website", milliseconds: 700, failed: 0, kind: "component" },
    ]);

    expect((await timingFigures(records, "step", EARLY)).items).toMatchObject([{ name: "upload", count: 1, max: 5 }]);
  });
});

describe("bottlenecksOf", () => {
  it("shows the slowest runs of the window with their trace", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/website");
    await addRun(records, repository, { milliseconds: 10 });
    const slow = await addRun(records, repository, { milliseconds: 5_000 });
    await addRun(records, repository, { milliseconds: 9_000, started: "2025-12-30T00:00:00.000Z" });
    const step = { name: "upload", component: "acme/website", begin: 0, milliseconds: 4, outcome: "done", detail: "" };
    await records.database
      .updateTable("run")
      .set({ trace: JSON.stringify([step]) })
      .where("id", "=", slow)
      .execute();

    const { slowestRuns } = await bottlenecksOf(records, "24h");

    expect(slowestRuns.map(({ milliseconds }) => milliseconds)).toEqual([5_000, 10]);
    expect(slowestRuns[0]).toMatchObject({ id: slow, repository: "acme/website", trace: [step] });
  });

  it("shows what waits, since when, and what servers still allow, the scarcest first", async () => {
    await using records = await openTestRecords();
    const delivery = (guid: string, state: string, received: string) => ({
      source: "github",
      sender: "github",
      guid,
      event: "push",
      action: "",
      payload: "{}",
      received,
      state,
      attempts: 0,
      reason: "",
      due: received,
    });
    await records.database
      .insertInto("delivery")
      .values([
        delivery("1", "waiting", "2025-12-31T23:59:00.000Z"),
        delivery("2", "waiting", "2025-12-31T23:59:30.000Z"),
        delivery("3", "dead", "2025-12-01T00:00:00.000Z"),
        delivery("4", "done", "2025-12-01T00:00:00.000Z"),
      ])
      .execute();
    await records.jobs.enqueue("repository", { id: 1 });
    await noteBudget(records, { name: "github.com acme", allowed: 5000, remaining: 4000, resets: null });
    await noteBudget(records, { name: "translate.example.org", allowed: 100, remaining: 90, resets: null });
    await noteBudget(records, { name: "translate.example.org", allowed: 100, remaining: 3, resets: NOW });

    const { queue, budgets } = await bottlenecksOf(records, "1h");

    expect(queue).toEqual({ waiting: 2, running: 0, dead: 1, oldestWaiting: 60_000, jobs: { repository: 1 } });
    expect(budgets).toEqual([
      { name: "translate.example.org", allowed: 100, remaining: 3, resets: NOW, time: NOW },
      { name: "github.com acme", allowed: 5000, remaining: 4000, resets: null, time: NOW },
    ]);
  });
});
