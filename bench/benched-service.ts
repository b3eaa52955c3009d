import { readFileSync, readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Agent, request } from "undici";
import { root, runNode } from "../scripts/stage.ts";
import { realServiceProgram, type Subcommand } from "../test/real/real-service-program.ts";
import { startCli } from "../test/support/cli.ts";
import type { TestRepository } from "../test/support/repository.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";

export interface ServiceAddress {
  readonly url: string;
  readonly adminToken: string;
}

/** A server that is measured from outside: by its answers and by what its processes need. */
export interface BenchedService extends ServiceAddress, AsyncDisposable {
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

/** What is measured later, on both sides the same. */
export interface Filling {
  /** Changes with everything that is filled in: what the peer held after it is kept under this name for later runs. */
  readonly name: string;
  readonly repository: TestRepository;
  /** `remoteUrl`: of the repository, or of a copy of it */
  readonly make: (service: ServiceAddress, remoteUrl: string) => Promise<void>;
  /** Throws where something is missing when all is read. */
  readonly verify: (service: ServiceAddress) => Promise<void>;
}

export async function startOurs({ repository, make, verify }: Filling): Promise<BenchedService> {
  await using resources = new AsyncDisposableStack();
  const fill = async (service: ServiceAddress): Promise<void> => {
    await make(service, repository.remoteUrl);
    await verify(service);
  };
  const servers = resources.use(await startServers({ processes: 1, fill }));
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
export async function untilRead(ask: () => Promise<string>, pauseMilliseconds = 200): Promise<void> {
  for (;;) {
    const { task_url: task }: { task_url: string | null } = JSON.parse(await ask());
    if (task === null) return;
    await setTimeout(pauseMilliseconds);
  }
}

/**
 * @param options `databaseUrl`: an empty database on PostgreSQL; undefined: SQLite, for one process. `fill`: what it holds before the
 *   start that is measured
 */
export async function startServers(options: {
  readonly processes: number;
  readonly databaseUrl?: string | undefined;
  readonly fill?: (service: ServiceAddress) => Promise<void>;
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
  const adminToken = /svu_\w+/.exec(shown)?.[0] ?? "";
  await options.fill?.({ url: first.url, adminToken });
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
    adminToken,
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
/** Ten thousand strings take it minutes; on a busy machine twice as many. */
const SETTLING_MINUTES = 30;

/** The real service, installed for it if need be; undefined where this machine cannot have one. */
export async function startPeer(filling: Filling): Promise<BenchedService | undefined> {
  await using resources = new AsyncDisposableStack();
  const program = await realServiceProgram({ hasWorker: true });
  const address = async (): Promise<ServiceAddress> => ({
    url: `http://127.0.0.1:${program.port}`,
    adminToken: (await program.announced())["WEBLATE_ADMIN_TOKEN"] ?? "",
  });
  const run = async (subcommand: Subcommand, minutes: number): Promise<void> => {
    console.error(`peer: ${[subcommand].flat().join(" ")}`);
    const onOutput = subcommand === "settle" ? (text: string) => process.stderr.write(text) : undefined;
    const { exitCode, output } = await program.run(subcommand, minutes * MINUTE, onOutput);
    if (exitCode !== 0) throw new Error(`${[subcommand].flat().join(" ")}: ${output.trim().split("\n").at(-1) ?? ""}`);
  };
  await program.startAfresh();
  const before = processes();
  resources.defer(async () => {
    await program.run("stop", 2 * MINUTE);
  });
  try {
    await run("install", 12);
    const restored = await program.run(["restore", filling.name], MINUTE);
    if (restored.exitCode !== 0) {
      await run("start", 5);
      await run("worker", 5);
      await run("seed", 5);
      const { repositoryPath } = program;
      await cp(filling.repository.remotePath, repositoryPath, { recursive: true });
      await filling.make(await address(), pathToFileURL(repositoryPath).href);
      await run("settle", SETTLING_MINUTES);
      await filling.verify(await address());
      await run("stop", 2);
      await run(["keep", filling.name], 1);
    }
    const began = performance.now();
    await run("start", 5);
    const startMilliseconds = performance.now() - began;
    await run("worker", 5);
    const { url, adminToken } = await address();
    const owned = resources.move();
    return {
      url,
      adminToken,
      startMilliseconds,
      // Web server, worker, database and cache: all of it runs for the service, and ended with it would be gone.
      memoryBytes: () => memoryOf(peerProcesses(before)),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (error) {
    console.error(`No peer: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
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
