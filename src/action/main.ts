import process from "node:process";
import { Redactor } from "../core/redaction.ts";
import { keepHeapSmall } from "../core/small-heap.ts";
import { failStep } from "./failure.ts";
import { isEndOfJob } from "./remembered.ts";
import { runAction } from "./run-action.ts";

keepHeapSmall();
const redactor = new Redactor();

/** Whatever is still open then must not keep a failed step waiting. */
const GRACE_MILLISECONDS = 2_000;

for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    failStep(error, redactor);
    setTimeout(() => process.exit(), GRACE_MILLISECONDS).unref();
  });
}

// One bundle for both steps of a job: the runner tells them apart by what the first one left behind.
await (isEndOfJob() ? (await import("./end-job.ts")).endJob(process.env) : runAction(process.env, redactor));
