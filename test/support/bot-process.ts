import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import * as z from "zod";
import { playCli, startCli, type RunningProgram } from "./cli.ts";

/** What it prints when it is ready. */
const ready = z.object({
  administrator: z.object({ login: z.number(), password: z.string() }).nullable(),
});

export interface BotProcessOptions {
  /** Data folder. */
  readonly data: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  /** In a process of its own, which can be killed; default: in this one, whose memory and modules it shares. */
  readonly isProcess?: boolean;
}

/** `interlinear serve --bot`, which may be ended and started again, and killed where it is a process of its own. */
export class BotProcess implements AsyncDisposable {
  readonly url: string;
  readonly #options: BotProcessOptions;
  #running: RunningProgram | undefined;
  #output = "";
  /** Printed at the first start alone. */
  administrator: { readonly login: number; readonly password: string } | undefined;

  constructor(options: BotProcessOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${String(options.port)}`;
  }

  /** Resolves when it is ready for webhooks. */
  async start(): Promise<void> {
    const { data, port, environment, isProcess = false } = this.#options;
    const words = ["serve", "--bot", "--json", "--data", data, "--port", String(port)];
    const start = isProcess || process.env.INTERLINEAR_PROCESSES === "1" ? startCli : playCli;
    const running = start(words, { cwd: data, environment });
    this.#running = running;
    const line = await running.line((text) => text.startsWith("{"));
    const { data: document } = ready.safeParse(JSON.parse(line));
    if (document === undefined) throw new Error(`The bot did not start:\n${running.output()}`);
    const { administrator } = document;
    if (administrator !== null) this.administrator ??= administrator;
    await this.#answers();
  }

  async #answers(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The bot is not well:\n${this.output()}`);
  }

  get pid(): number {
    return this.#running?.process?.pid ?? 0;
  }

  /** Everything that all of its processes printed. */
  output(): string {
    return `${this.#output}${this.#running?.output() ?? ""}`;
  }

  /** Nothing of it is asked to end: it is gone. */
  async kill9(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    await running.stop(signal);
    this.#output += running.output();
    this.#running = undefined;
  }

  /** Rows of the bot's own database on SQLite, as they are at this moment. */
  rows(query: string): readonly Readonly<Record<string, unknown>>[] {
    const database = new DatabaseSync(join(this.#options.data, "bot.sqlite"), { readOnly: true });
    try {
      return database.prepare(query).all();
    } finally {
      database.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = this.#running;
    if (running !== undefined) await running[Symbol.asyncDispose]();
  }
}

const LOWEST_PORT = 15_000;
const PORTS = 15_000;

/**
 * A port of loopback that is free now: addresses of webhooks name it, and it stays the same over restarts. It is none of
 * those that systems give to whoever asks for any, so that nobody has it by the time it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, "127.0.0.1", () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
