import { cp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { output } from "../test/support/command.ts";
import { gitEnvironment, type TestRepository } from "../test/support/repository.ts";
import { startService } from "../test/support/service.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { runWlc, wlcModules } from "../test/support/tools.ts";
import { buildProgram, type BuiltProgram, type ProcessCost } from "./built-program.ts";
import { generateProject, type ProjectSize } from "./generated-project.ts";
import type { Measurement } from "./row.ts";

const SIZE: ProjectSize = { components: 20, languages: 40, strings: 50 };
/** A product with many strings. */
const LARGE: ProjectSize = { ...SIZE, strings: 500 };
/** Of each answer, as over a continent. */
const LATENCY_MILLISECONDS = 50;

/** All translations come home for the first time, over a network; the other client only stores archives. */
export async function firstSync(size = SIZE): Promise<readonly Measurement[]> {
  await using program = await buildProgram();
  const { ours, requests, peer } = await measure(program, size, ["sync", "--json"]);
  return [
    { name: "requests", unit: "requests", ours: requests, peer: peer?.requests, goal: { atMost: 10 } },
    { name: "time", unit: "ms", ours: ours.milliseconds, peer: peer?.milliseconds, goal: { timesPeer: 1 } },
    ...costs(ours),
  ];
}

/** The same with ten times as many strings, into the working tree. */
export async function firstPull(size = LARGE): Promise<readonly Measurement[]> {
  await using program = await buildProgram();
  const { ours, requests } = await measure(program, size, ["pull", "--json"]);
  return [
    { name: "requests", unit: "requests", ours: requests, peer: undefined, goal: { atMost: 10 } },
    ...costs(ours),
  ];
}

function costs({ cpuMilliseconds, peakBytes, printedBytes, started }: ProcessCost): readonly Measurement[] {
  return [
    { name: "CPU", unit: "ms", ours: cpuMilliseconds, peer: undefined, goal: { atMost: 4_000 } },
    { name: "peak memory", unit: "MB", ours: Math.round(peakBytes / 1e6), peer: undefined, goal: { atMost: 250 } },
    { name: "printed with --json", unit: "bytes", ours: printedBytes, peer: undefined, goal: { atMost: 1_000_000 } },
    { name: "processes of git", unit: "processes", ours: started.length, peer: undefined },
  ];
}

interface FirstSync {
  readonly ours: ProcessCost;
  readonly requests: number;
  /** Undefined where the client cannot be installed, or was not asked. */
  readonly peer: { readonly requests: number; readonly milliseconds: number } | undefined;
}

async function measure(
  program: BuiltProgram,
  size: ProjectSize,
  run: readonly ["sync" | "pull", ...string[]],
): Promise<FirstSync> {
  await using service = await startService();
  await using project = await generateProject(service, size, "translations");
  await using folder = await temporaryDirectory();
  const environment = { INTERLINEAR_TOKEN: service.adminToken };
  // Node and Python compile what they run once, and keep it.
  await using other = await copyOf(project.repository);
  await program.run(run, { cwd: other.path, environment });
  service.proxy.hold(() => new Promise((resolve) => setTimeout(resolve, LATENCY_MILLISECONDS)));
  service.proxy.clear();
  const ours = await program.run(run, { cwd: project.repository.path, environment });
  const requests = service.proxy.requests.length;

  const wlc = await wlcModules();
  if (wlc.missing !== undefined || run[0] === "pull") return { ours, requests, peer: undefined };
  const began = performance.now();
  service.proxy.clear();
  const access = { api: `${service.proxy.url}/api/`, token: service.adminToken };
  const args = ["download", "--output", folder.path, project.slug];
  const { exitCode, output: said } = await runWlc(wlc.path, access, args);
  if (exitCode !== 0) throw new Error(said);
  const milliseconds = Math.round(performance.now() - began);
  return { ours, requests, peer: { requests: service.proxy.requests.length, milliseconds } };
}

/** Another clone, whose remote is another one, too. */
async function copyOf({ path, remotePath }: TestRepository): Promise<AsyncDisposable & { readonly path: string }> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const [clone, remote] = [join(folder.path, "work"), join(folder.path, "remote.git")];
  await cp(path, clone, { recursive: true });
  await cp(remotePath, remote, { recursive: true });
  const args = ["remote", "set-url", "origin", pathToFileURL(remote).href];
  await output("git", args, { cwd: clone, env: gitEnvironment() });
  const owned = resources.move();
  return { path: clone, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
