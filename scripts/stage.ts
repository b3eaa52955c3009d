import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emptyTally, readTestReport, tallyTests, type Tally } from "./tally.ts";

export const root = dirname(import.meta.dirname);

export interface Outcome {
  readonly tally: Tally;
  /** Shown when something failed. */
  readonly output: string;
  /** One line beside the stage's name: a count, or why it was skipped. */
  readonly note?: string;
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
}

/** Runs a script or installed program with this Node; its output is collected, both streams in order. */
export function runNode(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}

/** A stage that is one program: passed when it exits with 0. */
export function programStage(name: string, args: readonly string[]): Stage {
  return {
    name,
    run: async () => {
      const { exitCode, output } = await runNode(args);
      return { tally: exitCode === 0 ? passedOnce : failedOnce, output };
    },
  };
}

/** A stage that is a test run: counted test by test, from the runner's own report. */
export function testStage(name: string, args: readonly string[], reportFile: string): Stage {
  return {
    name,
    run: async () => {
      const { exitCode, output } = await runNode([
        programOf("vitest"),
        "run",
        ...args,
        "--reporter=dot",
        "--reporter=json",
        `--outputFile.json=${reportFile}`,
      ]);
      const report = await readTestReport(reportFile);
      if (report === undefined) return { tally: failedOnce, output };
      const tally = tallyTests(report, exitCode);
      const skipped = report.testResults.flatMap((file) =>
        file.assertionResults.filter((each) => each.status === "skipped").map((each) => each.fullName),
      );
      const note = [`${String(tally.passed)} tests`, ...skipped.map((each) => `skipped: ${each}`)].join("; ");
      return { tally, output, note };
    },
  };
}

const STILL_RUNNING_MILLISECONDS = 30_000;

/** Runs one stage and says how it went while others may still be at work. */
export async function runStage(stage: Stage): Promise<Tally> {
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
  console.log(`  ${verdict}  ${stage.name.padEnd(18)} ${seconds().padStart(8)}  ${outcome.note ?? ""}`.trimEnd());
  if (outcome.tally.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`);
  return outcome.tally;
}

function verdictOf(tally: Tally): string {
  if (tally.failed > 0) return "FAIL";
  return tally.skipped > 0 && tally.passed === 0 ? "skip" : "ok  ";
}
