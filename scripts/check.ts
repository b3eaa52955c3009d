/**
 * `npm test`: what one wants to know before a push; with `--extended`, `npm run test:extended`: everything that has to hold before a
 * change goes in; with `--full`, `npm run test:full`: also what only a night has time for. `--only NAME`, as often as wanted: the
 * stages of these names alone. See CONTRIBUTING.md.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { chosenStages } from "./chosen-stages.ts";
import { costLines, overspent, tooManyProcesses } from "./cost.ts";
import { fingerprint, generatedPaths } from "./generated-files.ts";
import {
  failedOnce,
  passedOnce,
  programOf,
  programStage,
  root,
  runNode,
  runStage,
  testStage,
  type Outcome,
  type Stage,
  type StageResult,
} from "./stage.ts";
import { addTallies, emptyTally, tallyLine } from "./tally.ts";
import { realForgeStageNames, realForgeStages } from "./real-forge-stages.ts";
import { postgresStageNames, postgresStages } from "./postgres-stages.ts";
import { realServiceStageNames, realServiceStages } from "./real-service-stages.ts";

const flag = { type: "boolean", default: false } as const;
const { only, ...tiers } = parseArgs({
  options: { extended: flag, full: flag, only: { type: "string", multiple: true, default: [] } },
}).values;
const isFull = tiers.full;
const isExtended = tiers.extended || isFull;
if (isFull) process.env.INTERLINEAR_FULL_SAMPLES = "yes";
await using reports = await temporaryDirectory();

/**
 * Rebuilds what is generated and compares with what was there: the bundle people run has to be the sources they read.
 */
const freshness: Stage = {
  name: "generated files",
  run: async (): Promise<Outcome> => {
    const before = await fingerprint(root, generatedPaths);
    let output = "";
    let cpu = 0;
    for (const script of ["scripts/build.ts", "scripts/generate.ts"]) {
      if (!existsSync(join(root, script))) continue;
      const { seconds = 0, ...result } = await runNode([script]);
      output += result.output;
      cpu += seconds;
      if (result.exitCode !== 0) return { tally: failedOnce, output, seconds: cpu };
    }
    const after = await fingerprint(root, generatedPaths);
    const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    const note = `${String(after.size)} files are up to date`;
    if (stale.length === 0) return { tally: passedOnce, output, note, seconds: cpu };
    return {
      tally: failedOnce,
      seconds: cpu,
      output: [
        "These files did not match their sources; they have been rebuilt now:",
        ...stale.map((path) => `  ${path}`),
        "Commit them with your change (npm run build && npm run generate makes them).",
      ].join("\n"),
    };
  },
};

/** Stages one after the other; those in a list of their own side by side. */
type Lane = readonly (Stage | readonly Stage[])[];

async function inTurn(lane: Lane): Promise<readonly StageResult[]> {
  const results: StageResult[] = [];
  for (const step of lane) {
    const chosen = [step].flat().filter(({ name }) => isChosen(name));
    results.push(...(await Promise.all(chosen.map(runStage))));
  }
  return results;
}

const tests = (name: string, project: string): Stage => testStage(name, ["--project", project], reports.path);

/** Counts, unlike times, are the same on every machine; in full all cases are played, of which the others play some. */
function processesStage(stages: readonly StageResult[]): Stage {
  return {
    name: "processes started",
    run: async () => {
      const output = tooManyProcesses(stages).join("\n");
      return { tally: output === "" ? passedOnce : failedOnce, output };
    },
  };
}

function tierLine(tier: string, stages: readonly StageResult[]): string {
  const cpu = stages.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
  return `${tier}: ${tallyLine(addTallies(...stages.map(({ tally }) => tally)))}, ${cpu.toFixed(0)} CPU s`;
}

// In full, scenarios run the bundle and the command line in processes of their own.
if (isFull) process.env["INTERLINEAR_PROCESSES"] = "1";

/** What the package is packed of: the scenario that installs one need not build it again. */
const library: Stage = {
  name: "library",
  run: async () => {
    process.env["INTERLINEAR_LIBRARY"] = "built";
    return programStage("library", [join("scripts", "build-package.ts")]).run();
  },
};

/** Tools and real files that scenarios want are fetched meanwhile; a scenario says for itself what is missing. */
let prepared: ReturnType<typeof runNode> | undefined;
const preparation: Stage = {
  name: "tools and samples",
  run: async (): Promise<Outcome> => {
    const { output, seconds } = await prepare();
    return { tally: emptyTally, output, seconds, note: output.trim().split("\n").join(", ") };
  },
};

function prepare(): ReturnType<typeof runNode> {
  prepared ??= runNode(["test/support/prepare.ts", ...(isFull ? ["--full"] : [])]);
  return prepared;
}

// Three lanes, since each leaves something of two cores: scenarios wait for answers. What takes longest has several workers and comes
// last in its lane: neither core is idle at the end.
const lanes: readonly Lane[] = [
  [
    // What `npm test` wants from outside, a scenario can fetch for itself.
    [freshness, library, ...(isFull ? [preparation] : [])],
    [programStage("package", [programOf("publint"), "--strict"]), tests("scenarios", "scenarios")],
    ...(isExtended ? [tests("extended scenarios", "scenarios-extended")] : []),
    ...(isFull ? [tests("scenarios in full", "scenarios-full")] : []),
  ],
  [
    tests("unit tests", "unit-pure"),
    tests("unit tests with processes", "unit-processes"),
    ...(isExtended ? [tests("extended unit tests", "unit-extended")] : []),
    ...(isFull ? [tests("unit tests in full", "full")] : []),
  ],
  [
    // Both need the types of the whole program, which are found once so. Go, in which that is written, collects its garbage less often:
    // a quarter of the time for a tenth more memory.
    programStage("types and lint", [programOf("oxlint"), "--type-aware", "--type-check", "--deny-warnings"], {
      GOGC: "400",
    }),
    // `npm test` has what the compiler says from the linter.
    ...(isFull
      ? [
          programStage("types", [programOf("typescript", "tsc"), "--project", "tsconfig.json"]),
          programStage("types of browser code", [programOf("typescript", "tsc"), "--project", "browser"]),
        ]
      : [preparation]),
    tests("real files", "corpus"),
    ...(isFull ? [tests("real files in full", "corpus-full")] : []),
    programStage("format", [programOf("oxfmt"), "--check"]),
    programStage("unused code", [programOf("knip")]),
  ],
];
const named = [
  ...lanes.flat(2).map(({ name }) => name),
  ...(isFull ? [...realServiceStageNames, ...postgresStageNames, ...realForgeStageNames] : []),
];
const isChosen = chosenStages(only, named);

console.log(`Checking with Node ${process.version}${isFull ? ", in full" : isExtended ? ", extended" : ""}`);
if (isChosen(preparation.name)) void prepare();
/** Real servers are waited for more than they compute: they come when the shortest lane is done, beside the long scenarios. */
const realServers = async (): Promise<readonly StageResult[]> => [
  ...(await realServiceStages("full", isChosen)),
  ...(await postgresStages(isChosen)),
  ...(await realForgeStages("full", isChosen)),
];
const [scenarioLane = [], unitLane = [], shortestLane = []] = lanes;
const ended = await Promise.all([
  inTurn(scenarioLane),
  inTurn(unitLane),
  inTurn(shortestLane).then(async (done) => (isFull ? [...done, ...(await realServers())] : done)),
]);
const results = ended.flat();
const all = isFull ? results : [...results, await runStage(processesStage(results))];

console.log(`\n${costLines(all).join("\n")}`);
if (!isFull) for (const line of overspent(all)) console.log(`warning: ${line}`);
if (isExtended && !isFull) {
  const isOfExtended = ({ name }: StageResult): boolean => name.startsWith("extended ");
  console.log(
    `\n${tierLine(
      "npm test",
      all.filter((stage) => !isOfExtended(stage)),
    )}`,
  );
  console.log(tierLine("npm run test:extended adds", all.filter(isOfExtended)));
}
const total = addTallies(...all.map(({ tally }) => tally));
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
// What a service leaves of its streams must not hold this process.
if (isFull) process.exit();
