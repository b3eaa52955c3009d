/**
 * A process that does the bot's jobs (`job-processes.ts` starts it): whatever strangers wrote is read here, where it can take no
 * memory and no time from who answers webhooks.
 */
import { flushCompileCache } from "node:module";
import process from "node:process";
import { LocalError, type Place } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import { POLITE } from "../../forge/github/connection.ts";
import { performRequestedJob, type JobObserver, type RequestedJob } from "../jobs/requested-job.ts";
import type { LoggedLevel, MessageOfJob, MessageToJob } from "./job-messages.ts";
import { giveWay, killFamily } from "./process-family.ts";

let current = new AbortController();
let closing = new AbortController();
const turns = new Map<number, () => void>();
let asked = 0;

function tell(message: MessageOfJob): void {
  process.send?.(message);
}

const line =
  (level: LoggedLevel) =>
  (message: string, place?: Place): void => {
    tell({ kind: "line", level, message, place });
  };

const logger: Logger = {
  debug: line("debug"),
  info: line("info"),
  notice: line("notice"),
  warning: line("warning"),
  error: line("error"),
  progress: (phase, done, total, detail) => {
    tell({ kind: "progress", phase, done, total, detail });
  },
};

/** At the pace of all processes that write as the account. */
async function turn(account: string): Promise<void> {
  asked += 1;
  const id = asked;
  await new Promise<void>((resolve) => {
    turns.set(id, resolve);
    tell({ kind: "turn", id, account });
  });
  turns.delete(id);
}

async function perform(requested: RequestedJob): Promise<void> {
  current = new AbortController();
  closing = new AbortController();
  const observer: JobObserver = {
    logger,
    signal: current.signal,
    closing: closing.signal,
    onRequest: (seen) => {
      tell({ kind: "request", seen });
    },
    onSecret: (secret) => {
      tell({ kind: "secret", secret });
    },
    forgetToken: () => {
      tell({ kind: "forget-token" });
    },
  };
  tell({ kind: "ended", end: await performRequestedJob(requested, observer, { tempo: { ...POLITE, turn } }) });
  // Node would do so at an orderly end, and this process is killed when nobody needs it.
  flushCompileCache();
}

process.on("message", (message: MessageToJob) => {
  switch (message.kind) {
    case "perform":
      void perform(message.requested);
      break;
    case "closing":
      closing.abort(new LocalError(message.reason, { code: "IL-B02" }));
      break;
    case "end":
      current.abort(new LocalError(message.reason, { code: "IL-B02" }));
      break;
    case "turn":
      turns.get(message.id)?.();
  }
});
// Who answers webhooks comes first.
giveWay();
// Who started this one is gone: nobody hears of what it does.
process.on("disconnect", () => {
  killFamily(process.pid);
});
// Whoever ends the bot with all its processes means that it puts its work back first.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
