import { systemClock } from "../src/core/clock.ts";
import { createRepository } from "../test/support/repository.ts";
import { startService, type EmbeddedService } from "../test/support/service.ts";
import { createComponent, createProject } from "../test/support/service-api.ts";
import { buildProgram, type BuiltProgram, type ProcessCost } from "./built-program.ts";
import { LANGUAGES } from "./generated-project.ts";
import { growth, type Point } from "./growth.ts";
import { largeRepository, partFiles, type LargeSize } from "./large-repository.ts";
import { multiplyComponent, type MultipliedComponent } from "./multiplied-component.ts";
import type { Measurement } from "./row.ts";

const PROJECT = "generated";
const PART = "part";
const SIZES: readonly LargeSize[] = [
  { components: 100, others: 0 },
  { components: 300, others: 0 },
  { components: 1_000, others: 0 },
  { components: 1_000, others: 100_000 },
];
/** For an hour: what its newest entries started is over. */
const LEFT_ALONE = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };
/** Of memory: what fifty languages may add, so that a thousand components stay below the goal that begins at 100 MB. */
const LEAST_BYTES = 100_000;
/** Of a processor. */
const LEAST_MILLISECONDS = 1;

interface Scaled extends ProcessCost {
  readonly requests: number;
  readonly bytes: number;
}

interface Runs {
  readonly full: Scaled;
  readonly known: Scaled;
  readonly plan: Scaled;
}

/** What a run costs that finds everything in step: one that looks at everything, one for which nothing has moved, and one that only plans. */
async function measure(
  program: BuiltProgram,
  service: EmbeddedService,
  front: MultipliedComponent,
  size: LargeSize,
): Promise<Runs> {
  await using repository = await largeRepository(front.url, PROJECT, size);
  const run = async (...args: readonly string[]): Promise<Scaled> => {
    front.clear();
    const cost = await program.run(args, {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: service.adminToken },
    });
    return { ...cost, requests: front.requests.length, bytes: front.bytes() };
  };
  await run("sync");
  await run("sync");
  // As the first run of a day.
  return { full: await run("sync", "--full"), known: await run("sync"), plan: await run("plan") };
}

export async function scale(sizes = SIZES): Promise<readonly Measurement[]> {
  await using service = await startService(undefined, {}, LEFT_ALONE);
  await using upstream = await createRepository(partFiles(PART));
  await createProject(service, PROJECT);
  await createComponent(service, PROJECT, {
    name: PART,
    slug: PART,
    file_format: "json",
    filemask: `${PART}/*.json`,
    template: `${PART}/en.json`,
    repo: upstream.remoteUrl,
    branch: upstream.branch,
  });
  await using front = await multiplyComponent(service, `${PROJECT}/${PART}`);
  await using program = await buildProgram();
  const measured: SizedRuns[] = [];
  for (const size of sizes) measured.push({ size, ...(await measure(program, service, front, size)) });
  return [
    ...measured.flatMap(({ size, full, known, plan }) => [
      ...rows(size, "full look", full),
      ...rows(size, "unmoved", known),
      ...rows(size, "plan", plan),
    ]),
    ...growth(
      "CPU",
      pointsOf(measured, ({ full }) => full.cpuMilliseconds),
      LEAST_MILLISECONDS,
    ),
    ...growth(
      "CPU of a plan",
      pointsOf(measured, ({ plan }) => plan.cpuMilliseconds),
      LEAST_MILLISECONDS,
    ),
    ...growth(
      "peak memory",
      pointsOf(measured, ({ full }) => full.peakBytes),
      LEAST_BYTES,
    ),
  ];
}

interface SizedRuns extends Runs {
  readonly size: LargeSize;
}

/** Of repositories with nothing but translations. */
function pointsOf(measured: readonly SizedRuns[], of: (runs: Runs) => number): readonly Point[] {
  return measured.flatMap(({ size: { components, others }, ...runs }) =>
    others === 0 ? [{ components, value: of(runs) }] : [],
  );
}

function rows({ components, others }: LargeSize, kind: string, cost: Scaled): readonly Measurement[] {
  const name = `${String(components)} × ${String(LANGUAGES.length)}${others === 0 ? "" : ` + ${String(others)} files`}, ${kind}`;
  const isLargest = components === 1_000;
  const isKnown = kind === "unmoved";
  const most = (atMost: number): Pick<Measurement, "goal"> => (isLargest ? { goal: { atMost } } : {});
  return [
    { name: `${name}: requests`, unit: "requests", ours: cost.requests, peer: undefined, ...(isKnown ? most(1) : {}) },
    { name: `${name}: answers`, unit: "bytes", ours: cost.bytes, peer: undefined },
    { name: `${name}: CPU`, unit: "ms", ours: cost.cpuMilliseconds, peer: undefined, ...most(isKnown ? 1_000 : 3_500) },
    {
      name: `${name}: peak memory`,
      unit: "MB",
      ours: Math.round(cost.peakBytes / 1e6),
      peer: undefined,
      ...most(isKnown ? 120 : 200),
    },
    { name: `${name}: processes of git`, unit: "processes", ours: cost.started.length, peer: undefined },
  ];
}
