import { describe, expect, it } from "vitest";
import { addRepository, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { repositoryById } from "../repositories/repositories.ts";
import { beginRun, endRun, listRuns, noteProgress, runById, takeOverRuns, type EndedRun } from "./runs.ts";

const ENDED: EndedRun = {
  state: "done",
  outcome: "1 file uploaded",
  summary: "### Interlinear: 1 file uploaded\n",
  trace: [{ name: "fetch", component: "", begin: 0, milliseconds: 40, outcome: "done", detail: "" }],
  requests: 12,
  timings: [
    { kind: "step", name: "upload", milliseconds: 31.6, failed: false },
    { kind: "endpoint", name: "GET /api/", milliseconds: 3, failed: true },
  ],
};

async function begin(
  records: TestRecords,
  repository: number,
  more: { readonly worker?: string } = {},
): Promise<number> {
  return beginRun(records, {
    repository,
    kind: "push",
    cause: "push to main",
    branch: "main",
    worker: "here",
    ...more,
  });
}

describe("a run", () => {
  it("tells how far it is while it goes on, and what came of it afterwards", async () => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const run = await begin(records, repository);
    await noteProgress(records, run, { phase: "observe", done: 1, total: 4, detail: "" });
    const during = await runById(records, run);
    records.clock.advance(1_500);

    await endRun(records, run, ENDED);
    await noteProgress(records, run, { phase: "observe", done: 4, total: 4, detail: "" });

    expect(during).toMatchObject({ state: "running", progress: { phase: "observe", done: 1 }, finished: undefined });
    expect(await runById(records, run)).toMatchObject({
      repository: { id: repository, forge: "github", name: "acme/app" },
      state: "done",
      outcome: "1 file uploaded",
      milliseconds: 1_500,
      progress: undefined,
      trace: ENDED.trace,
      requests: 12,
    });
    expect(await repositoryById(records, repository)).toMatchObject({ lastRun: "2026-01-01T00:00:01.500Z" });
    const timings = await records.database.selectFrom("timing").selectAll().orderBy("id").execute();
    expect(timings).toMatchObject([
      { run_id: run, kind: "step", name: "upload", milliseconds: 32, failed: 0 },
      { run_id: run, kind: "endpoint", name: "GET /api/", milliseconds: 3, failed: 1 },
    ]);
  });

  it("of a process that died is failed by whoever takes up its repository, and no other one is", async () => {
    await using records = await openTestRecords();
    const [one, other] = [await addRepository(records, "acme/app"), await addRepository(records, "acme/site")];
    const ended = await begin(records, one);
    await endRun(records, ended, ENDED);
    const [left, living] = [await begin(records, one, { worker: "dead" }), await begin(records, other)];

    expect(await takeOverRuns(records, one)).toEqual([left]);

    const { items } = await listRuns(records, {}, { page: 1, size: 10 });
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      [living, "running"],
      [left, "failed"],
      [ended, "done"],
    ]);
  });
});

it("lists runs by repository, kind, state and time, the newest first", async () => {
  await using records = await openTestRecords();
  const repository = await addRepository(records, "acme/app");
  const first = await begin(records, repository);
  await endRun(records, first, { ...ENDED, state: "failed" });
  records.clock.advance(60_000);
  const second = await begin(records, repository);
  const ids = async (filter: Parameters<typeof listRuns>[1]): Promise<readonly number[]> =>
    (await listRuns(records, filter, { page: 1, size: 10 })).items.map(({ id }) => id);

  expect(await ids({ repository })).toEqual([second, first]);
  expect(await ids({ state: "failed" })).toEqual([first]);
  expect(await ids({ since: "2026-01-01T00:00:30.000Z" })).toEqual([second]);
  expect(await ids({ kind: "review" })).toEqual([]);
});
