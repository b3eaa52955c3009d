import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Commands of git that this process starts while something is done, in order: `fetch`, `cat-file`. Those of servers are left out. */
export async function gitCommandsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => {
    // What it runs is known a moment later.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Node documents the channel
    started.push((message as { readonly process: ChildProcess }).process);
  };
  subscribe("child_process", note);
  try {
    await work();
  } finally {
    unsubscribe("child_process", note);
  }
  return started
    .map(({ spawnargs }) => spawnargs.slice(1).find((word) => /^[a-z]/.test(word) && !word.includes("=")) ?? "")
    .filter((command) => command !== "http-backend");
}
