import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import type { FileCost, StageCost } from "./cost.ts";
import { FAILED_AT_ONCE } from "./failed-at-once.ts";
import { emptyTally, readTestReport, tallyTests, type Tally } from "./tally.ts";

export const root = dirname(import.meta.dirname);

export interface Outcome {
  readonly tally: Tally;
  /** Shown when something failed. */
  readonly output: string;
  /** One line beside the stage's name: a count, or why it was skipped. */
  readonly note?: string;
  /** CPU time of everything that it started, in seconds; undefined where the system does not say. */
  readonly seconds?: number | undefined;
  /** What single files of tests cost. */
  readonly files?: readonly FileCost[];
}

export interface Stage {
  readonly name: string;
  run(): Promise<Outcome>;
}

export const passedOnce: Tally = { ...emptyTally, passed: 1 };
export const failedOnce: Tally = { ...emptyTally, failed: 1 };
export const skippedOnce: Tally = { ...emptyTally, skipped: 1 };

/** Path of an installed package's program, to be run by this very Node; `.bin` links are not programs on Windows. */
export function programOf(packageName: string, program = packageName): string {
  const folder = join(root, "node_modules", packageName);
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const file = typeof bin === "string" ? bin : bin[program];
  if (file === undefined) throw new Error(`The package ${packageName} has no program ${program}.`);
  return join(folder, file);
}

export interface ProgramResult {
  readonly exitCode: number;
  readonly output: string;
  /** CPU time with all that it started, in seconds; undefined where the system does not say. */
  readonly seconds: number | undefined;
}

/**
 * Runs a script or installed program with this Node; its output is collected, both streams in order.
 * @param hear is told of each line of standard output as it comes
 */
export async function runNode(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  hear: (line: string) => void = () => {},
): Promise<ProgramResult> {
  const costFile = join(tmpdir(), `interlinear-cost-${randomUUID()}`);
  const ended = await new Promise<Omit<ProgramResult, "seconds">>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "scripts", "measured.ts"), costFile, ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    createInterface({ input: child.stdout }).on("line", hear);
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
  const used = await readFile(costFile, "utf8").catch(() => "");
  await rm(costFile, { force: true });
  return { ...ended, seconds: used === "" ? undefined : Number(used) };
}

/** A stage that is one program: passed when it exits with 0. */
export function programStage(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Stage {
  return {
    name,
    run: async () => {
      const { exitCode, output, seconds } = await runNode(args, environment);
      return { tally: exitCode === 0 ? passedOnce : failedOnce, output, seconds };
    },
  };
}

/**
 * A stage that is a test run: counted test by test, from the runner's own report. What fails is said at once: in full, a stage can
 * take an hour.
 */
export function testStage(
  name: string,
  args: readonly string[],
  reports: string,
  environment: Readonly<Record<string, string>> = {},
): Stage {
  return {
    name,
    run: async () => {
      const folder = join(reports, randomUUID());
      await mkdir(folder, { recursive: true });
      const reportFile = join(folder, "report.json");
      const { exitCode, output, seconds } = await runNode(
        [
          programOf("vitest"),
          "run",
          ...args,
          "--reporter=minimal",
          `--reporter=${join(import.meta.dirname, "failed-at-once.ts")}`,
          "--reporter=json",
          `--outputFile.json=${reportFile}`,
        ],
        { ...environment, INTERLINEAR_COST_FOLDER: folder },
        (line) => {
          if (line.startsWith(FAILED_AT_ONCE)) console.log(`  ${line} (${name})`);
        },
      );
      const report = await readTestReport(reportFile);
      if (report === undefined) return { tally: failedOnce, output, seconds };
      const tally = tallyTests(report, exitCode);
      const skipped = report.testResults.flatMap((file) =>
        file.assertionResults.filter((each) => each.status === "skipped").map((each) => each.fullName),
      );
      const note = [`${String(tally.passed)} tests`, ...skipped.map((each) => `skipped: ${each}`)].join("; ");
      return { tally, output, note, seconds, files: fileCosts(folder) };
    },
  };
}

/** What test/support/file-cost.ts wrote down. */
function fileCosts(folder: string): readonly FileCost[] {
  return globSync("cost-*.json", { cwd: folder }).map((name) => {
    const cost: FileCost = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return { ...cost, file: relative(root, cost.file).replaceAll("\\", "/") };
  });
}

/** What is left of a stage when it is over. */
export interface StageResult extends StageCost {
  readonly tally: Tally;
}

const STILL_RUNNING_MILLISECONDS = 30_000;

/** Runs one stage and says how it went while others may still be at work. */
export async function runStage(stage: Stage): Promise<StageResult> {
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const heartbeat = setInterval(() => {
    console.log(`  ...   ${stage.name} (${seconds()})`);
  }, STILL_RUNNING_MILLISECONDS);
  const outcome = await stage
    .run()
    .catch((error: unknown): Outcome => ({
      tally: failedOnce,
      output: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    .finally(() => {
      clearInterval(heartbeat);
    });
  const verdict = verdictOf(outcome.tally);
  const cost = outcome.seconds === undefined ? "" : `${outcome.seconds.toFixed(1)} CPU s`;
  console.log(
    `  ${verdict}  ${stage.name.padEnd(26)} ${seconds().padStart(8)}  ${cost.padStart(12)}  ${outcome.note ?? ""}`.trimEnd(),
  );
  if (outcome.tally.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`);
  return { name: stage.name, tally: outcome.tally, seconds: outcome.seconds, files: outcome.files ?? [] };
}

function verdictOf(tally: Tally): string {
  if (tally.failed > 0) return "FAIL";
  return tally.skipped > 0 && tally.passed === 0 ? "skip" : "ok  ";
}
