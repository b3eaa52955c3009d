import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";

/** Readable by the database's own user, which a home folder is not. What is installed there is kept for the next run. */
const folder = join(tmpdir(), `interlinear-real-service-${String(userInfo().uid)}`);
const program = join(import.meta.dirname, "real-service");
const MINUTE = 60_000;

export interface Answer {
  readonly exitCode: number;
  readonly output: string;
}

export type Subcommand =
  | "install"
  | "start"
  | "worker"
  | "seed"
  | "settle"
  | "stop"
  | readonly ["keep" | "restore", name: string];

/** The program `real-service` beside this file, in a folder and on ports of its own. */
export interface RealServiceProgram {
  readonly port: string;
  /** Where a repository may lie that is kept with what the server holds: the server's own data name its address. */
  readonly repositoryPath: string;
  /** Ends what an earlier run left behind, also where it was interrupted, and forgets its data. */
  startAfresh(): Promise<void>;
  /** One of its subcommands; the time limit ends it with everything it started. @param onOutput is told what it says, at once */
  run(subcommand: Subcommand, limitMilliseconds: number, onOutput?: (text: string) => void): Promise<Answer>;
  /** Addresses and tokens that `seed` wrote down, as environment variables. */
  announced(): Promise<Readonly<Record<string, string>>>;
}

/** @param options `hasWorker`: what an answer need not wait for is done after it, as in production, else within the request */
export async function realServiceProgram({ hasWorker = false } = {}): Promise<RealServiceProgram> {
  const port = String(await freePort());
  const environment = {
    ...process.env,
    WEBLATE_LAB: folder,
    WEBLATE_PORT: port,
    WEBLATE_PG_PORT: String(await freePort()),
    WEBLATE_REDIS_PORT: String(await freePort()),
    WEBLATE_WORKER: hasWorker ? "1" : "0",
  };
  const run: RealServiceProgram["run"] = (subcommand, limit, onOutput) =>
    runProgram({ subcommand, limit, environment, onOutput });
  return {
    port,
    repositoryPath: join(folder, "bench.git"),
    run,
    startAfresh: async () => {
      await mkdir(folder, { recursive: true });
      await run("stop", 2 * MINUTE);
      const used = ["bench.git", "data", "env", "pg", "redis", "repo.git", "tokens"];
      await Promise.all(used.map((name) => rm(join(folder, name), { recursive: true, force: true })));
    },
    announced: async () => {
      const lines = (await readFile(join(folder, "env"), "utf8")).split("\n").filter((line) => line.includes("="));
      return Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
      );
    },
  };
}

function runProgram({
  subcommand,
  limit,
  environment,
  onOutput,
}: {
  readonly subcommand: Subcommand;
  readonly limit: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly onOutput: ((text: string) => void) | undefined;
}): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn("bash", [program, ...[subcommand].flat()], {
      detached: true,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        const text = chunk.toString("utf8");
        output += text;
        onOutput?.(text);
      });
    }
    const timer = setTimeout(() => {
      output += `\nnot done after ${String(limit / MINUTE)} minutes`;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, limit);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ exitCode: 1, output: error.message });
    });
    // `exit`, not `close`: what it leaves running keeps its streams open.
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}
