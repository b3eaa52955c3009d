import { join } from "node:path";
import * as z from "zod";
import { compiledCode } from "./compiled-code.ts";
import { systemClock } from "../../src/core/clock.ts";
import { playCli, startCli, type RunningProgram } from "./cli.ts";
import { jobsHere } from "./jobs-here.ts";
import type { SkippingClock } from "./test-clock.ts";
import { WatchedDatabase } from "./watched-database.ts";

/** What it prints when it is ready. */
const ready = z.object({
  administrator: z.object({ login: z.number(), password: z.string() }).nullable(),
});

export interface BotProcessOptions {
  /** Data folder. */
  readonly data: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  /** In a process of its own, which can be killed; default: in this one, whose memory and modules it shares, but in `test:full`. */
  readonly isProcess?: boolean;
  /** Whether the jobs of a bot that is played in this process have processes of their own; default: they are played here, too. */
  readonly hasJobProcesses?: boolean;
  /** What it waits by where it is played in this process. */
  readonly clock?: SkippingClock | undefined;
}

/** `interlinear serve --bot`, which may be ended and started again, and killed where it is a process of its own. */
export class BotProcess implements AsyncDisposable {
  readonly url: string;
  readonly #options: BotProcessOptions;
  readonly #database: WatchedDatabase;
  #running: RunningProgram | undefined;
  #output = "";
  /** Printed at the first start alone. */
  administrator: { readonly login: number; readonly password: string } | undefined;

  constructor(options: BotProcessOptions) {
    this.#options = options;
    this.#database = new WatchedDatabase(join(options.data, "bot.sqlite"));
    this.url = `http://127.0.0.1:${String(options.port)}`;
  }

  /** Resolves when it is ready for webhooks. */
  async start(): Promise<void> {
    const { data, port, environment } = this.#options;
    const words = ["serve", "--bot", "--json", "--data", data, "--port", String(port)];
    const start = this.#isProcess ? startCli : playCli;
    // What is compiled serves all tests.
    const running = start(words, {
      cwd: data,
      environment: { NODE_COMPILE_CACHE: compiledCode, ...environment },
      clock: this.clock,
      ...(this.#options.hasJobProcesses === true ? {} : { performJob: jobsHere(this.clock ?? systemClock) }),
    });
    this.#running = running;
    const line = await running.line((text) => text.startsWith("{"));
    const { data: document } = ready.safeParse(JSON.parse(line));
    if (document === undefined) throw new Error(`The bot did not start:\n${running.output()}`);
    const { administrator } = document;
    if (administrator !== null) this.administrator ??= administrator;
    await this.#answers();
  }

  async #answers(): Promise<void> {
    // As long as it takes: the runner has a limit for what hangs.
    for (;;) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get #isProcess(): boolean {
    return this.#options.isProcess ?? process.env.INTERLINEAR_PROCESSES === "1";
  }

  /** The test may skip what it waits for; undefined of a process of its own. */
  get clock(): SkippingClock | undefined {
    return this.#isProcess ? undefined : this.#options.clock;
  }

  /** Whether no job is being done or could be. */
  isAtRest(): boolean {
    return this.#database.isQueueAtRest(this.clock?.now());
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
    this.#database.close();
    await running.stop(signal);
    this.#output += running.output();
    this.#running = undefined;
  }

  /** Rows of the bot's own database on SQLite, as they are at this moment. */
  rows(query: string): readonly Readonly<Record<string, unknown>>[] {
    return this.#database.rows(query);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database.close();
    const running = this.#running;
    if (running !== undefined) await running[Symbol.asyncDispose]();
  }
}
