import { expect, it } from "vitest";
import { addRepository, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { beginRun, endRun } from "../runs/runs.ts";
import { EndedWork } from "./ended-work.ts";
import { exposition } from "./exposition.ts";

const SETTLED = 6_000;

async function play(
  records: TestRecords,
  repository: number,
  { milliseconds, ...ended }: { milliseconds: number; state: "done" | "failed"; code?: string },
): Promise<void> {
  const run = await beginRun(records, { repository, kind: "push", cause: "push to main", branch: "main", worker: "w" });
  records.clock.advance(milliseconds);
  await endRun(records, run, { outcome: "", summary: "", trace: [], timings: [], requests: 7, ...ended });
}

async function told(work: EndedWork): Promise<string> {
  return exposition(await work.families()).text;
}

it("sums up what ended since it was made, each run once, and forgets nothing when rows are removed", async () => {
  await using records = await openTestRecords();
  const repository = await addRepository(records, "acme/app");
  await play(records, repository, { state: "done", milliseconds: 1_000 });
  const work = new EndedWork(records);
  await play(records, repository, { state: "done", milliseconds: 2_000 });
  await play(records, repository, { state: "failed", milliseconds: 40_000, code: "IL-S04" });
  records.clock.advance(SETTLED);

  const first = await told(work);
  const again = await told(work);
  await records.database.deleteFrom("run").execute();
  await play(records, repository, { state: "done", milliseconds: 3_000 });
  records.clock.advance(SETTLED);
  const later = await told(work);

  expect(first).toContain('interlinear_runs_total{kind="push",state="done"} 1\n');
  expect(first).toContain('interlinear_runs_total{kind="push",state="failed"} 1\n');
  expect(first).toContain('interlinear_run_errors_total{code="IL-S04"} 1\n');
  expect(first).toContain('interlinear_run_requests_total{kind="push"} 14\n');
  expect(first).toContain('interlinear_run_duration_seconds_bucket{kind="push",le="2.5"} 1\n');
  expect(first).toContain('interlinear_run_duration_seconds_bucket{kind="push",le="60.0"} 2\n');
  expect(first).toContain('interlinear_run_duration_seconds_sum{kind="push"} 42\n');
  expect(again).toBe(first);
  expect(later).toContain('interlinear_runs_total{kind="push",state="done"} 2\n');
  expect(later).toContain('interlinear_run_duration_seconds_sum{kind="push"} 45\n');
});

it("counts what ended during a look in the next one", async () => {
  await using records = await openTestRecords();
  const repository = await addRepository(records, "acme/app");
  const work = new EndedWork(records);
  await play(records, repository, { state: "done", milliseconds: 6_000 });

  const early = await told(work);
  records.clock.advance(SETTLED);

  expect(early).toContain('interlinear_runs_total{kind="push",state="done"} 0\n');
  expect(early).toContain('interlinear_runs_total{kind="sweep",state="failed"} 0\n');
  expect(await told(work)).toContain('interlinear_runs_total{kind="push",state="done"} 1\n');
});

it("answers those who ask at the same time with the same sums, however long nobody asked", async () => {
  await using records = await openTestRecords();
  const repository = await addRepository(records, "acme/app");
  const work = new EndedWork(records);
  for (const milliseconds of [3_600_000, 7_200_000]) await play(records, repository, { state: "done", milliseconds });
  records.clock.advance(86_400_000);

  const answers = await Promise.all([told(work), told(work), told(work)]);

  for (const answer of answers) expect(answer).toContain('interlinear_runs_total{kind="push",state="done"} 2\n');
});
