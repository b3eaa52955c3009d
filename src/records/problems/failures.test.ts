import { describe, expect, it } from "vitest";
import { addRepository, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { setRepositoryState } from "../repositories/repositories.ts";
import { beginRun, endRun, type RunKind } from "../runs/runs.ts";
import { failedRuns, givenUpDeliveries } from "./failures.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const DOWN = "The service answered 502";

interface Ran {
  readonly kind?: RunKind;
  readonly state?: "done" | "failed";
  readonly code?: string;
  readonly outcome?: string;
}

/** A run that took a minute. */
async function ran(records: TestRecords, repository: number, { kind = "push", ...ended }: Ran = {}): Promise<number> {
  const id = await beginRun(records, { repository, kind, cause: "push to main", branch: "main", worker: "here" });
  records.clock.advance(MINUTE);
  const usual = { state: "failed", outcome: DOWN, summary: "", trace: [], requests: 1, timings: [] } as const;
  await endRun(records, id, { ...usual, ...ended });
  return id;
}

async function givenUp(records: TestRecords, repository: number, run: number | null, guid: string): Promise<void> {
  const time = records.clock.now().toISOString();
  const { source, sender, event } = { source: "github", sender: "github", event: "push" };
  const sent = { source, sender, guid, event, action: "", repository_id: repository, payload: "{}", received: time };
  const ended = { state: "dead", attempts: 3, reason: DOWN, due: time, finished: time, run_id: run };
  await records.database
    .insertInto("delivery")
    .values({ ...sent, ...ended })
    .execute();
}

describe("a failed run", () => {
  it.each<[string, Ran, number]>([
    ["stays wrong while nothing else runs", { state: "failed" }, 2],
    ["is over with a run of its kind that went well", { state: "done" }, 0],
    ["is over with a synchronisation that went well, which does the same", { state: "done", kind: "sync" }, 0],
    ["stays wrong though a run of another kind went well", { state: "done", kind: "review" }, 1],
    ["stays wrong though the bot was stopped meanwhile, which counts for nothing", { code: "IL-B02" }, 1],
  ])("%s", async (_, later, count) => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    await ran(records, repository);
    await ran(records, repository, later);

    const failed = await failedRuns(records);

    expect(failed.reduce((sum, one) => sum + one.count, 0)).toBe(count);
  });

  it("is counted with those that say the same, from the first to the last", async () => {
    await using records = await openTestRecords();
    const app = await addRepository(records, "acme/app");
    const site = await addRepository(records, "acme/site");
    await ran(records, app, { code: "IL-S14" });
    await ran(records, site, { code: "IL-S14" });
    const last = await ran(records, app, { code: "IL-S14" });

    expect(await failedRuns(records)).toMatchObject([
      {
        id: last,
        repository: "acme/app",
        forge: "github",
        kind: "push",
        code: "IL-S14",
        reason: DOWN,
        count: 2,
        first: "2026-01-01T00:01:00.000Z",
        last: "2026-01-01T00:03:00.000Z",
      },
      { repository: "acme/site", count: 1 },
    ]);
  });

  it("is no news after seven days, nor where the repository is paused", async () => {
    await using records = await openTestRecords();
    const old = await addRepository(records, "acme/old");
    const paused = await addRepository(records, "acme/paused");
    await ran(records, old);
    records.clock.advance(7 * DAY);
    await ran(records, paused);
    await setRepositoryState(records, paused, "paused");

    expect(await failedRuns(records)).toEqual([]);
  });
});

describe("a delivery that was given up", () => {
  it.each<[string, Ran | undefined, boolean]>([
    ["is not over while nothing else runs", undefined, false],
    ["is over with a run of the kind that tried it", { state: "done" }, true],
    ["is not over with a run of another kind", { state: "done", kind: "review" }, false],
  ])("%s, and waits for a replay in any case", async (_, later, isOver) => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const run = await ran(records, repository, { code: "IL-S14" });
    await givenUp(records, repository, run, "one");
    await givenUp(records, repository, run, "two");
    if (later !== undefined) await ran(records, repository, later);

    expect(await givenUpDeliveries(records)).toMatchObject([
      { repository: "acme/app", kind: "push", code: "IL-S14", reason: DOWN, count: 2, isOver },
    ]);
  });

  it("that no run tried is over with any run that went well", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    await givenUp(records, repository, null, "one");
    const before = await givenUpDeliveries(records);
    await ran(records, repository, { state: "done", kind: "review" });

    expect([before, await givenUpDeliveries(records)]).toMatchObject([[{ isOver: false }], [{ isOver: true }]]);
  });
});
