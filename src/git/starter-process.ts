/**
 * Starts git for a large process (`git-starter.ts` says why): this one stays small, and imports nothing of the product but what starts
 * git. It ends with the process that it serves.
 */
import process from "node:process";
import { startGitHere, type GitChild } from "./start-git.ts";
import type { MessageOfStarter, MessageToStarter } from "./starter-messages.ts";

const running = new Map<number, GitChild>();
/** Messages that the other process has not taken yet. */
let waiting = 0;
/** Bytes in each is what a pipe holds at most, 64 kB. */
const MOST_WAITING = 64;

function tell(message: MessageOfStarter): void {
  waiting += 1;
  process.send?.(message, undefined, undefined, () => {
    waiting -= 1;
    if (waiting === MOST_WAITING / 2) for (const git of running.values()) git.isRead(true);
  });
  if (waiting >= MOST_WAITING) for (const git of running.values()) git.isRead(false);
}

function start({ id, ...wanted }: Extract<MessageToStarter, { kind: "start" }>): void {
  const git = startGitHere({
    ...wanted,
    onStart: (pid) => tell({ kind: "started", id, pid }),
    onOutput: (chunk) => tell({ kind: "output", id, chunk }),
    onErrorOutput: (chunk) => tell({ kind: "error-output", id, chunk }),
    onEnd: (ending) => {
      running.delete(id);
      tell({ kind: "ended", id, ending });
    },
    onFailure: (failure) => {
      running.delete(id);
      tell({ kind: "failed", id, failure });
    },
  });
  running.set(id, git);
}

process.on("message", (message: MessageToStarter) => {
  const git = running.get(message.id);
  switch (message.kind) {
    case "start":
      start(message);
      break;
    case "input":
      git?.write(message.part);
      break;
    case "end-input":
      git?.endInput();
      break;
    case "kill":
      git?.kill();
  }
});
process.on("disconnect", () => process.exit());
// A terminal tells them to all processes of a group: the one that is served decides what comes of it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
tell({ kind: "ready" });
