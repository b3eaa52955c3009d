import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import type { Webhook } from "./webhooks.ts";

/** What somebody outside saw of a server meanwhile. */
export interface WatchedHealth {
  /** Milliseconds that each question took, those without an answer left out. */
  readonly answers: readonly number[];
  /** The same of a server that does nothing else: what of it is the machine's. */
  readonly idle: readonly number[];
  /** The same of webhooks that it was sent meanwhile. */
  readonly webhooks: readonly number[];
  readonly failures: number;
  /** The most memory that the server's process ever held, in bytes. */
  readonly mostBytes: number;
}

interface Watched {
  readonly url: string;
  readonly pid: number;
  /** Is sent now and then, each time as another delivery. */
  readonly webhook: Webhook;
}

const PAUSE_MILLISECONDS = 20;
/** So many questions to a webhook. */
const ASKED_BETWEEN = 20;

/** Asks a server how it is, again and again, from a process of its own: what keeps the test busy is not seen in its answers. */
export async function watchHealth(watched: Watched): Promise<{ stop(): Promise<WatchedHealth> } & Disposable> {
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
    [Symbol.dispose]: () => {
      if (child.connected) child.disconnect();
      child.kill();
    },
  };
}

async function watch({ url, pid, webhook }: Watched): Promise<void> {
  const over = new AbortController();
  process.once("message", () => {
    over.abort();
  });
  const server = fork(import.meta.filename, ["idle"]);
  const [idleUrl]: string[] = await once(server, "message");
  const [answers, idle, webhooks]: [number[], number[], number[]] = [[], [], []];
  let failures = 0;
  const ask = async (address: string, times: number[], sent?: RequestInit): Promise<void> => {
    const start = performance.now();
    try {
      const answer = await fetch(address, sent);
      await answer.arrayBuffer();
      if (answer.ok) times.push(performance.now() - start);
      else failures += 1;
    } catch {
      failures += 1;
    }
  };
  process.send?.("begun");
  for (let asked = 0; !over.signal.aborted; asked += 1) {
    await ask(`${url}/healthz`, answers);
    await ask(String(idleUrl), idle);
    if (asked % ASKED_BETWEEN === 0) {
      const headers = { ...webhook.headers, "x-github-delivery": randomUUID() };
      await ask(`${url}/webhooks${webhook.path}`, webhooks, { method: "POST", headers, body: webhook.body });
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  server.kill();
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8")) ?? [];
  process.send?.({ answers, idle, webhooks, failures, mostBytes: Number(kilobytes) * 1024 } satisfies WatchedHealth);
}

function beIdle(): void {
  const server = createServer((_request, response) => response.end("ok"));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(`http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}/`);
  });
  process.once("disconnect", () => process.exit());
}

if (process.argv[1] === import.meta.filename && process.argv[2] === "idle") beIdle();
else if (process.argv[1] === import.meta.filename) {
  process.once("message", (watched: Watched) => {
    void watch(watched);
  });
}
