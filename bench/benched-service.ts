import { readFileSync, readdirSync } from "node:fs";
import { copyFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { realServiceProgram } from "../test/real/real-service-program.ts";
import { startCli } from "../test/support/cli.ts";
import { output } from "../test/support/command.ts";
import { actionFolder } from "../test/support/runner.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";

/** A server that is measured from outside: by its answers and by what its processes need. */
export interface BenchedService extends AsyncDisposable {
  readonly url: string;
  readonly adminToken: string;
  /** From nothing running to the first answer. */
  readonly startMilliseconds: number;
  /** Memory of all its processes; what they share is counted once. Undefined where the system does not tell. */
  memoryBytes(): number | undefined;
}

/** Limits are not what is measured. */
const unlimited = { INTERLINEAR_API_RATELIMIT_USER: "1000000/hour", INTERLINEAR_API_RATELIMIT_ANON: "1000000/day" };

export async function startOurs(): Promise<BenchedService> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const data = join(folder.path, "data");
  const program = await installed(join(folder.path, "package"));
  const start = async () => {
    const began = performance.now();
    const running = startCli(["serve", "--port", "0", "--data", data], {
      program,
      cwd: folder.path,
      environment: { ...unlimited, NODE_COMPILE_CACHE: join(folder.path, "compiled") },
    });
    const ready = await running.line((line) => line.startsWith("The service is ready: "));
    const url = ready.replace("The service is ready: ", "");
    await answer(url);
    return { running, url, milliseconds: performance.now() - began };
  };
  // The first start makes the database and compiles; what people wait for every day is the second.
  const first = await start();
  const shown = await first.running.line((line) => line.includes("admin token"));
  await first.running.stop();
  const { running, url, milliseconds } = await start();
  resources.use(running);
  const owned = resources.move();
  return {
    url,
    adminToken: /svu_\w+/.exec(shown)?.[0] ?? "",
    startMilliseconds: milliseconds,
    memoryBytes: () => memoryOf(new Set([running.process.pid ?? 0])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The program as a package has it: compiled, so that nothing is compiled at the start. @returns its path */
async function installed(folder: string): Promise<string> {
  const modules = join(actionFolder, "node_modules");
  await output(process.execPath, [
    join(modules, "typescript", "bin", "tsc"),
    "-p",
    join(actionFolder, "tsconfig.build.json"),
    "--outDir",
    join(folder, "lib"),
    "--declaration",
    "false",
  ]);
  await copyFile(join(actionFolder, "package.json"), join(folder, "package.json"));
  await symlink(modules, join(folder, "node_modules"), "junction");
  return join(folder, "lib", "cli", "main.js");
}

const MINUTE = 60_000;

/** The real service, installed for it if need be; undefined where this machine cannot have one. */
export async function startPeer(): Promise<BenchedService | undefined> {
  const program = await realServiceProgram();
  await program.startAfresh();
  const before = processes();
  for (const [subcommand, minutes] of [
    ["install", 12],
    ["start", 5],
    ["seed", 5],
    ["stop", 1],
  ] as const) {
    const { exitCode, output: printed } = await program.run(subcommand, minutes * MINUTE);
    if (exitCode !== 0) {
      console.error(`No peer: ${subcommand}: ${printed.trim().split("\n").at(-1) ?? ""}`);
      await program.run("stop", MINUTE);
      return undefined;
    }
  }
  const began = performance.now();
  await program.run("start", 5 * MINUTE);
  const startMilliseconds = performance.now() - began;
  const announced = await program.announced();
  return {
    url: announced["WEBLATE_URL"] ?? "",
    adminToken: announced["WEBLATE_ADMIN_TOKEN"] ?? "",
    startMilliseconds,
    // Web server, database and cache: all of it runs for the service, and ended with it would be gone.
    memoryBytes: () => memoryOf(peerProcesses(before)),
    [Symbol.asyncDispose]: async () => {
      await program.run("stop", MINUTE);
    },
  };
}

async function answer(url: string): Promise<void> {
  const response = await fetch(`${url}/api/`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}/api/ answered ${String(response.status)}`);
}

const proc = "/proc";
const servers = /^(?:gunicorn|postgres|redis-server|python3?)/;

function processes(): Set<number> {
  try {
    return new Set(
      readdirSync(proc)
        .filter((name) => /^\d+$/.test(name))
        .map(Number),
    );
  } catch {
    return new Set();
  }
}

function peerProcesses(before: ReadonlySet<number>): Set<number> {
  return new Set([...processes()].filter((pid) => !before.has(pid) && servers.test(textIn(pid, "comm"))));
}

function textIn(pid: number, file: string): string {
  try {
    return readFileSync(join(proc, String(pid), file), "utf8");
  } catch {
    return "";
  }
}

function memoryOf(pids: ReadonlySet<number>): number | undefined {
  const sizes = [...pids].map((pid) => /^Pss:\s+(\d+) kB/m.exec(textIn(pid, "smaps_rollup"))?.[1]);
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + Number(size) * 1024, 0);
}
