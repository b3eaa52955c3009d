import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { root, runNode } from "../scripts/stage.ts";
import { realServiceProgram } from "../test/real/real-service-program.ts";
import { startCli } from "../test/support/cli.ts";
import type { TestRepository } from "../test/support/repository.ts";
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

/** A component of JSON files in a folder of a repository, as the API makes one. */
export function jsonComponent(slug: string, { remoteUrl, branch }: Pick<TestRepository, "remoteUrl" | "branch">) {
  const [filemask, template] = [`${slug}/*.json`, `${slug}/en.json`];
  return { name: slug, slug, file_format: "json", filemask, template, repo: remoteUrl, branch };
}

/** Setting half a million strings up takes longer than a client waits. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Limits are not what is measured. */
const unlimited = { INTERLINEAR_API_RATELIMIT_USER: "1000000/hour", INTERLINEAR_API_RATELIMIT_ANON: "1000000/day" };

export async function startOurs(): Promise<BenchedService> {
  await using resources = new AsyncDisposableStack();
  const servers = resources.use(await startServers({ processes: 1 }));
  const owned = resources.move();
  return {
    url: servers.urls[0] ?? "",
    adminToken: servers.adminToken,
    startMilliseconds: servers.startMilliseconds,
    memoryBytes: () => memoryOf(new Set(servers.pids())),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** One service, by one or more processes. */
export interface Servers extends AsyncDisposable {
  /** Of each process. */
  readonly urls: readonly string[];
  readonly adminToken: string;
  readonly startMilliseconds: number;
  pids(): readonly number[];
}

/**
 * Asks the first of them as its administrator: with a body POST, without one GET.
 * @param path below `/api/`
 * @returns the answer's text
 */
export async function callApi({ urls, adminToken }: Servers, path: string, body?: object): Promise<string> {
  const sent = body && { method: "POST" as const, body: JSON.stringify(body) };
  const response = await request(`${urls[0] ?? ""}/api/${path}`, {
    dispatcher: patient,
    headers: { authorization: `Token ${adminToken}`, ...(sent && { "content-type": "application/json" }) },
    ...sent,
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${path}: ${String(response.statusCode)} ${text.slice(0, 500)}`);
  return text;
}

/** Makes components of JSON files, one after the other; ends when their files are read, which may be long after the answer. */
export async function makeJsonComponents(
  servers: Servers,
  project: string,
  slugs: readonly string[],
  repository: TestRepository,
): Promise<void> {
  for (const slug of slugs) {
    await callApi(servers, `projects/${project}/components/`, jsonComponent(slug, repository));
    await untilRead(() => callApi(servers, `components/${project}/${slug}/`));
  }
}

/** Long work goes on after the answer: `task_url` says so. @param ask for the component, as the API answers */
export async function untilRead(ask: () => Promise<string>): Promise<void> {
  for (;;) {
    const { task_url: task }: { task_url: string | null } = JSON.parse(await ask());
    if (task === null) return;
    await setTimeout(200);
  }
}

/** @param databaseUrl an empty database on PostgreSQL; undefined: SQLite, for one process */
export async function startServers(options: {
  readonly processes: number;
  readonly databaseUrl?: string | undefined;
}): Promise<Servers> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const data = join(folder.path, "data");
  const program = await installed();
  const start = async () => {
    const began = performance.now();
    const running = startCli(["serve", "--port", "0", "--data", data], {
      program,
      cwd: folder.path,
      environment: {
        ...unlimited,
        NODE_COMPILE_CACHE: join(folder.path, "compiled"),
        ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
        ...(process.env.BENCH_NODE_OPTIONS !== undefined && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
      },
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
  const all: Awaited<ReturnType<typeof start>>[] = [];
  while (all.length < options.processes) {
    const started = await start();
    resources.use(started.running);
    all.push(started);
  }
  const owned = resources.move();
  return {
    urls: all.map(({ url }) => url),
    adminToken: /svu_\w+/.exec(shown)?.[0] ?? "",
    startMilliseconds: all[0]?.milliseconds ?? 0,
    pids: () => all.map(({ running }) => running.process.pid ?? 0),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The program as the package has it: compiled, so that nothing is compiled at the start. @returns its path */
const installed = onlyOnce(async () => {
  const { exitCode, output } = await runNode(["scripts/build-package.ts"]);
  if (exitCode !== 0) throw new Error(output);
  return join(root, "lib", "cli", "main.js");
});

function onlyOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= work());
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
