import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";

/** What is built there is kept for the next run. */
const folder = process.env.FORGE_LAB ?? join(tmpdir(), `interlinear-real-forge-${String(userInfo().uid)}`);
const program = join(import.meta.dirname, "real-forge");
const MINUTE = 60_000;

export interface ProgramAnswer {
  readonly exitCode: number;
  readonly output: string;
}

/** The program `real-forge` beside this file, in a folder and on a port of its own. */
export interface RealForgeProgram {
  readonly port: string;
  /** Whether server and runner were built here before. */
  readonly isBuilt: boolean;
  /** One of its subcommands; the time limit ends it with everything it started. */
  run(words: readonly string[], limitMilliseconds: number): Promise<ProgramAnswer>;
  /** Addresses, tokens and passwords that `start` wrote down, as environment variables. */
  announced(): Promise<Readonly<Record<string, string>>>;
}

export async function realForgeProgram(): Promise<RealForgeProgram> {
  await mkdir(folder, { recursive: true });
  const port = String(await freePort());
  const environment = { ...process.env, FORGE_LAB: folder, FORGE_PORT: port };
  return {
    port,
    isBuilt: ["gitea.version", "runner"].every((name) => existsSync(join(folder, "bin", name))),
    run: (words, limit) => runProgram(words, limit, environment),
    announced: async () => {
      const lines = (await readFile(join(folder, "env"), "utf8")).split("\n").filter((line) => line.includes("="));
      return Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
      );
    },
  };
}

function runProgram(words: readonly string[], limit: number, environment: NodeJS.ProcessEnv): Promise<ProgramAnswer> {
  return new Promise((resolve) => {
    const child = spawn("bash", [program, ...words], {
      detached: true,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
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
    // `exit`, not `close`: the server that it leaves running keeps its streams open.
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}
