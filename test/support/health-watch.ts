import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout } from "node:timers/promises";

/** What somebody outside saw of a server meanwhile. */
export interface WatchedHealth {
  /** Milliseconds that each question took, those without an answer left out. */
  readonly answers: readonly number[];
  readonly failures: number;
  /** The most memory that the server's process ever held, in bytes. */
  readonly mostBytes: number;
}

interface Watched {
  readonly url: string;
  readonly pid: number;
}

const PAUSE_MILLISECONDS = 20;

/** Asks a server how it is, again and again, from a process of its own: what keeps the test busy is not seen in its answers. */
export async function watchHealth(watched: Watched): Promise<{ stop(): Promise<WatchedHealth> }> {
  const child = fork(import.meta.filename, [], { serialization: "advanced", execArgv: [] });
  child.send(watched);
  await once(child, "message");
  return {
    stop: async () => {
      child.send("stop");
      const [seen]: WatchedHealth[] = await once(child, "message");
      child.disconnect();
      if (seen === undefined) throw new Error("the watch ended without a word");
      return seen;
    },
  };
}

async function watch({ url, pid }: Watched): Promise<void> {
  const over = new AbortController();
  process.once("message", () => {
    over.abort();
  });
  const answers: number[] = [];
  let failures = 0;
  process.send?.("begun");
  while (!over.signal.aborted) {
    const start = performance.now();
    try {
      const answer = await fetch(`${url}/healthz`);
      await answer.arrayBuffer();
      if (answer.ok) answers.push(performance.now() - start);
      else failures += 1;
    } catch {
      failures += 1;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8")) ?? [];
  process.send?.({ answers, failures, mostBytes: Number(kilobytes) * 1024 } satisfies WatchedHealth);
}

if (process.argv[1] === import.meta.filename) {
  process.once("message", (watched: Watched) => {
    void watch(watched);
  });
}
