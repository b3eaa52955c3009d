import { describe, expect, it } from "vitest";
import { addRepository, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { Redactor } from "../../core/redaction.ts";
import { beginRun, runById } from "../../records/runs/runs.ts";
import { RunLog } from "./run-log.ts";

async function openLog(records: TestRecords) {
  const repository = await addRepository(records, "acme/app");
  const run = await beginRun(records, { repository, kind: "push", cause: "push", branch: "main", worker: "here" });
  const redactor = new Redactor();
  redactor.add("s3cret-token");
  const phases: string[] = [];
  const onPhase = (phase: string): void => void phases.push(phase);
  return { repository, run, phases, log: new RunLog({ records, run, repository, redactor, onPhase }) };
}

describe("what a run says", () => {
  it("stands in the log of events from a notice on, without secrets", async () => {
    await using records = await openTestRecords();
    const { log, run, repository } = await openLog(records);

    log.info("nothing of interest");
    log.warning("the token s3cret-token was not taken", { file: "locales/de.json", line: 7 });
    await log[Symbol.asyncDispose]();

    const events = await records.database.selectFrom("event").selectAll().execute();
    expect(events).toMatchObject([
      {
        level: "warning",
        component: "runs",
        message: "the token *** was not taken",
        repository_id: repository,
        run_id: run,
        details: '{"file":"locales/de.json","line":7}',
      },
    ]);
  });

  it("fills the log of events with fifty lines at most", async () => {
    await using records = await openTestRecords();
    const { log } = await openLog(records);

    for (let at = 0; at < 80; at += 1) log.notice(`notice ${String(at)}`);
    await log[Symbol.asyncDispose]();

    expect(await records.database.selectFrom("event").select("id").execute()).toHaveLength(50);
  });

  it("shows how far it is at once, and then not more often than twice a second, the newest first", async () => {
    await using records = await openTestRecords();
    const { log, run, phases } = await openLog(records);
    const shown = async (): Promise<unknown> => (await runById(records, run))?.progress;
    const sleeping = async (): Promise<void> => {
      while (records.clock.sleepers() === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    };

    log.progress("observe", 1, 4);
    await sleeping();
    log.progress("observe", 2, 4);
    log.progress("download", 1, 9, "de s3cret-token");
    const first = await shown();
    records.clock.advance(500);
    await sleeping();
    const second = await shown();
    await log[Symbol.asyncDispose]();

    expect(first).toEqual({ phase: "observe", done: 1, total: 4, detail: "" });
    expect(second).toEqual({ phase: "download", done: 1, total: 9, detail: "de ***" });
    expect(phases).toEqual(["observe", "observe", "download"]);
  });
});
