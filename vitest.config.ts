import { relative } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longestFirst } from "./scripts/longest-first.ts";
import { testProjects } from "./scripts/test-projects.ts";

const { unit, extended: unitExtended, full: unitInFull, withProcesses } = testProjects();
/**
 * `vitest run` leaves loading modules to Node, which keeps what it compiled: by vitest's own way they are transformed, sent and compiled
 * anew in each run and worker. Who watches needs that way, as it knows which tests a change concerns.
 */
const isRun = process.argv[2] === "run";
const experimental = isRun ? { viteModuleRunner: false, nodeLoader: false } : {};
/** Before all other files of a worker. */
const modules = isRun ? ["test/support/compiled-modules.ts"] : [];
/** No unit test depends on how quick the machine is; scenarios have services that never answer, and wait for the product to give up. */
const patientSignals = "test/support/patient-signals.ts";
/** A limit for what hangs, which no slow machine comes near to: beside a load of 20, tests of three seconds took more than sixty. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } };
/** Tells `npm test` what each file costs. */
const cost = "test/support/file-cost.ts";
const inMemory = "test/support/temporary-files-in-memory.ts";
/** Scenarios write to GitHub hundreds of times: without a second between two of them. */
const hurried = "test/support/hurried-forge.ts";
/** Starting git from a worker, with the whole product in it, costs more than git's own work. */
const gitStarter = { before: "test/support/git-starter/start.ts", inWorker: "test/support/git-starter/use.ts" };

const unitWithProcesses = {
  ...patient,
  isolate: false,
  // Neither of two cores is idle when these files are the last.
  maxWorkers: 2,
  // Where both run, after those that only compute, whose number of workers is another.
  sequence: { groupOrder: 1 },
  pool: "forks",
  globalSetup: [inMemory, gitStarter.before],
  setupFiles: [
    ...modules,
    patientSignals,
    gitStarter.inWorker,
    cost,
    "test/support/samples.ts",
    "test/support/quick-passwords.ts",
  ],
} satisfies TestProjectInlineConfiguration["test"];

/** A folder of `test/`: what `npm test` runs of it, and beside it what each further tier does. */
function tiers(
  folder: string,
  {
    maxWorkers,
    further = ["full"],
    ...ofEveryPush
  }: {
    readonly maxWorkers: number;
    readonly further?: readonly ("extended" | "full")[];
    readonly isolate?: boolean;
    readonly globalSetup?: string[];
  },
): TestProjectInlineConfiguration[] {
  const shared = {
    ...patient,
    pool: "forks",
    globalSetup: [gitStarter.before],
    setupFiles: [...modules, gitStarter.inWorker, ...(folder === "scenarios" ? [hurried] : []), cost],
    maxWorkers,
  } satisfies TestProjectInlineConfiguration["test"];
  const filesOf = (tier: string): string => `test/${folder}/**/*.${tier}.test.ts`;
  return [
    {
      test: {
        ...shared,
        ...ofEveryPush,
        name: folder,
        include: [`test/${folder}/**/*.test.ts`],
        exclude: further.map(filesOf),
      },
    },
    ...further.map((tier): TestProjectInlineConfiguration => ({
      test: { ...shared, ...(tier === "extended" && ofEveryPush), name: `${folder}-${tier}`, include: [filesOf(tier)] },
    })),
  ];
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    return longestFirst(
      await super.sort(files),
      ({ moduleId }) => relative(config.root, moduleId).replaceAll("\\", "/"),
      (file) => cache.getTestSpecificationResult(file) !== undefined,
    );
  }
}

export default defineConfig({
  test: {
    experimental,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Tests that only compute, or talk to servers of this very process. Files share the modules they load.
        test: {
          ...patient,
          name: "unit-pure",
          include: [...unit],
          exclude: [...unitExtended, ...unitInFull, ...withProcesses],
          isolate: false,
          setupFiles: [...modules, patientSignals, "test/support/no-processes.ts", "test/support/samples.ts", cost],
        },
      },
      // Tests that start git or servers, as scripts/test-projects.ts sees from their imports: in smaller processes of their own.
      { test: { ...unitWithProcesses, name: "unit-processes", include: [...withProcesses] } },
      // What `npm run test:extended` adds.
      { test: { ...unitWithProcesses, name: "unit-extended", include: [...unitExtended] } },
      {
        // Only `npm run test:full` runs these: they take minutes, or measure time.
        test: {
          ...patient,
          name: "full",
          include: [...unitInFull],
          pool: "forks",
          maxWorkers: 1,
          setupFiles: [...modules, cost],
        },
      },
      ...tiers("scenarios", {
        further: ["extended", "full"],
        // More than cores: they wait for answers. Fewer where each has processes beside it, as in `npm run test:full`.
        maxWorkers: process.env["INTERLINEAR_PROCESSES"] === "1" ? 3 : 5,
        // Files share the modules they load, compiled once.
        isolate: false,
        globalSetup: [inMemory, gitStarter.before],
      }),
      ...tiers("corpus", { maxWorkers: 2 }),
      // Only scripts/real-service-stages.ts runs these: it starts the service they need.
      ...tiers("real", { maxWorkers: 1 }),
      // Only scripts/postgres-stages.ts runs these: each file starts a server of its own.
      ...tiers("postgres", { maxWorkers: 1 }),
      // Only scripts/real-forge-stages.ts runs these: it builds and starts the server they need.
      ...tiers("forge", { maxWorkers: 2 }),
    ],
  },
});
