import { startService } from "../test/support/service.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { runWlc, wlcModules } from "../test/support/tools.ts";
import { buildProgram } from "./built-program.ts";
import { generateProject, type ProjectSize } from "./generated-project.ts";
import type { Measurement } from "./row.ts";

const SIZE: ProjectSize = { components: 20, languages: 40, strings: 50 };
/** Of each answer, as over a continent. */
const LATENCY_MILLISECONDS = 50;

/** All translations come home for the first time, over a network; the other client only stores archives. */
export async function firstSync(size = SIZE): Promise<readonly Measurement[]> {
  await using service = await startService();
  await using project = await generateProject(service, size, "translations");
  await using folder = await temporaryDirectory();
  await using program = await buildProgram();
  service.proxy.hold(() => new Promise((resolve) => setTimeout(resolve, LATENCY_MILLISECONDS)));
  service.proxy.clear();
  const ours = await program.run(["sync", "--json"], {
    cwd: project.repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });
  const requests = service.proxy.requests.length;

  const wlc = await wlcModules();
  const began = performance.now();
  service.proxy.clear();
  if (wlc.missing === undefined) {
    const access = { api: `${service.proxy.url}/api/`, token: service.adminToken };
    const args = ["download", "--output", folder.path, project.slug];
    const { exitCode, output } = await runWlc(wlc.path, access, args);
    if (exitCode !== 0) throw new Error(output);
  }
  const isMeasured = wlc.missing === undefined;
  const peer = isMeasured
    ? { requests: service.proxy.requests.length, milliseconds: Math.round(performance.now() - began) }
    : undefined;
  return [
    { name: "requests", unit: "requests", ours: requests, peer: peer?.requests, goal: { atMost: 10 } },
    { name: "time", unit: "ms", ours: ours.milliseconds, peer: peer?.milliseconds, goal: { timesPeer: 1 } },
    { name: "CPU", unit: "ms", ours: ours.cpuMilliseconds, peer: undefined, goal: { atMost: 4_000 } },
    { name: "peak memory", unit: "MB", ours: Math.round(ours.peakBytes / 1e6), peer: undefined, goal: { atMost: 250 } },
    {
      name: "printed with --json",
      unit: "bytes",
      ours: ours.printedBytes,
      peer: undefined,
      goal: { atMost: 1_000_000 },
    },
    { name: "processes of git", unit: "processes", ours: ours.started.length, peer: undefined },
  ];
}
