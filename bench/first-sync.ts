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
export async function firstSync(size = SIZE, large: ProjectSize | undefined = LARGE): Promise<readonly Measurement[]> {
  await using program = await buildProgram();
  const first = await measure(program, size);
  const { ours, peer } = first;
  return [
    { name: "requests", unit: "requests", ours: first.requests, peer: peer?.requests, goal: { atMost: 10 } },
    { name: "time", unit: "ms", ours: ours.milliseconds, peer: peer?.milliseconds, goal: { timesPeer: 1 } },
    ...costs("", ours),
    { name: "processes of git", unit: "processes", ours: ours.started.length, peer: undefined },
    ...(large === undefined
      ? []
      : costs(` of ${String(large.strings)} strings a file`, (await measure(program, large)).ours)),
  ];
}

function costs(of: string, { cpuMilliseconds, peakBytes, printedBytes }: ProcessCost): readonly Measurement[] {
  return [
    { name: `CPU${of}`, unit: "ms", ours: cpuMilliseconds, peer: undefined, goal: { atMost: 4_000 } },
    { name: `peak memory${of}`, unit: "MB", ours: Math.round(peakBytes / 1e6), peer: undefined, goal: { atMost: 250 } },
    {
      name: `printed with --json${of}`,
      unit: "bytes",
      ours: printedBytes,
      peer: undefined,
      goal: { atMost: 1_000_000 },
    },
  ];
}

interface FirstSync {
  readonly ours: ProcessCost;
  readonly requests: number;
  /** Undefined where the client cannot be installed. */
  readonly peer: { readonly requests: number; readonly milliseconds: number } | undefined;
}

async function measure(program: BuiltProgram, size: ProjectSize): Promise<FirstSync> {
  await using service = await startService();
  await using project = await generateProject(service, size, "translations");
  await using folder = await temporaryDirectory();
  // Node compiles what it runs once, and keeps it.
  await program.run(["plan", "--json"], {
    cwd: project.repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });
  service.proxy.hold(() => new Promise((resolve) => setTimeout(resolve, LATENCY_MILLISECONDS)));
  service.proxy.clear();
  const ours = await program.run(["sync", "--json"], {
    cwd: project.repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });
  const requests = service.proxy.requests.length;

  const wlc = await wlcModules();
  if (wlc.missing !== undefined) return { ours, requests, peer: undefined };
  const began = performance.now();
  service.proxy.clear();
  const access = { api: `${service.proxy.url}/api/`, token: service.adminToken };
  const args = ["download", "--output", folder.path, project.slug];
  const { exitCode, output } = await runWlc(wlc.path, access, args);
  if (exitCode !== 0) throw new Error(output);
  const milliseconds = Math.round(performance.now() - began);
  return { ours, requests, peer: { requests: service.proxy.requests.length, milliseconds } };
}
