/** `npm test`: everything that has to hold before a change goes in. See CONTRIBUTING.md. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
} from "./stage.ts";
import { addTallies, emptyTally, tallyLine, type Tally } from "./tally.ts";

const reports = await mkdtemp(join(tmpdir(), "interlinear-check-"));

/** Rebuilds what is generated and compares with what was there: the bundle people run has to be the sources they read. */
const freshness: Stage = {
  name: "generated files",
  run: async (): Promise<Outcome> => {
    const before = await fingerprint(root, generatedPaths);
    let output = "";
    for (const script of ["scripts/build.ts", "scripts/generate.ts"]) {
      if (!existsSync(join(root, script))) continue;
      const result = await runNode([script]);
      output += result.output;
      if (result.exitCode !== 0) return { tally: failedOnce, output };
    }
    const after = await fingerprint(root, generatedPaths);
    const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    if (stale.length === 0) return { tally: passedOnce, output, note: `${String(after.size)} files are up to date` };
    return {
      tally: failedOnce,
      output: [
        "These files did not match their sources; they have been rebuilt now:",
        ...stale.map((path) => `  ${path}`),
        "Commit them with your change (npm run build && npm run generate makes them).",
      ].join("\n"),
    };
  },
};

async function inTurn(stages: readonly Stage[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const stage of stages) tallies.push(await runStage(stage));
  return addTallies(...tallies);
}

console.log(`Checking with Node ${process.version}`);

// Tools and real files that scenarios want are fetched meanwhile; a scenario says for itself what is missing.
const prepared = runNode(["test/support/prepare.ts"]);
const preparation: Stage = {
  name: "tools and samples",
  run: async (): Promise<Outcome> => {
    const { output } = await prepared;
    return { tally: emptyTally, output, note: output.trim().split("\n").join(", ") };
  },
};

// Two lanes, for two cores. Scenarios need the bundle, and mostly wait for each other's answers; unit tests compute.
const tallies = await Promise.all([
  inTurn([
    programStage("types", [programOf("typescript", "tsc"), "-p", "tsconfig.json"]),
    freshness,
    programStage("library", [programOf("typescript", "tsc"), "-p", "tsconfig.build.json"]),
    programStage("package", [programOf("publint"), "--strict"]),
    preparation,
    testStage("real files", ["--project", "corpus"], join(reports, "corpus.json")),
    testStage("scenarios", ["--project", "scenarios"], join(reports, "scenarios.json")),
  ]),
  inTurn([
    programStage("lint", [programOf("oxlint"), "--type-aware", "--deny-warnings"]),
    programStage("format", [programOf("oxfmt"), "--check"]),
    programStage("unused code", [programOf("knip")]),
    testStage("unit tests", ["--project", "unit-*"], join(reports, "unit.json")),
  ]),
]);

await rm(reports, { recursive: true, force: true });
const total = addTallies(...tallies);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
