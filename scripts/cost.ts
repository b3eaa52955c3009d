/**
 * What the checks cost, in CPU seconds (user and system, of all processes): the time of the clock says more of the machine. Times are
 * told and never fail anything; what fails is a count that does not depend on the machine: processes that tests start.
 */
import { readFileSync } from "node:fs";

export interface FileCost {
  /** Path in the project. */
  readonly file: string;
  /** CPU seconds of the file's tests and imports, with the processes they started; 0 where the system does not say. */
  readonly seconds: number;
  /** Processes that the tests themselves started. */
  readonly processes: number;
}

/** What a stage cost. */
export interface StageCost {
  readonly name: string;
  /** CPU time of everything that it started, in seconds; undefined where the system does not say. */
  readonly seconds: number | undefined;
  /** What single files of tests cost. */
  readonly files: readonly FileCost[];
}

interface Budget {
  /** CPU seconds on two slow cores, a little more than was measured; exceeding them is a warning. */
  readonly seconds: number;
  /** Processes that tests may start; more than that fails. */
  readonly processes?: number;
}

/** Stage of `npm test` and `npm run test:extended` → what it may take. CONTRIBUTING has the measured sums. */
export const budgets: Readonly<Record<string, Budget>> = {
  "generated files": { seconds: 15 },
  library: { seconds: 8 },
  package: { seconds: 5 },
  "types and lint": { seconds: 130 },
  format: { seconds: 8 },
  "unused code": { seconds: 13 },
  "real files": { seconds: 26 },
  scenarios: { seconds: 130, processes: 1_850 },
  "unit tests with processes": { seconds: 165, processes: 2_080 },
  "unit tests": { seconds: 112 },
  "extended scenarios": { seconds: 480, processes: 12_100 },
  "extended unit tests": { seconds: 430, processes: 9_050 },
};

const TICKS_PER_SECOND = 100;

/**
 * CPU seconds, user and system, of this process and of all processes that it started and waited for; undefined where the system
 * does not say (Linux does). Source: proc(5), `utime`, `stime`, `cutime`, `cstime`.
 */
export function usedSoFar(): number | undefined {
  try {
    const text = readFileSync("/proc/self/stat", "utf8");
    // The name of the program, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

const COSTLIEST = 10;

/** The files that cost most, and the sum of all stages. */
export function costLines(stages: readonly StageCost[]): readonly string[] {
  const known = stages.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds]));
  if (known.length === 0) return ["This system does not say how much CPU time was used."];
  const costliest = stages
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, COSTLIEST);
  const sum = known.reduce((all, seconds) => all + seconds, 0);
  return [
    `All of it took ${sum.toFixed(0)} CPU s. The files that cost most (CPU s, processes they started):`,
    ...costliest.map(
      ({ file, seconds, processes }) => `  ${seconds.toFixed(1).padStart(6)} ${String(processes).padStart(5)}  ${file}`,
    ),
  ];
}

/** Stages that took longer than planned: to be looked at, not to be failed, as another machine is slower. */
export function overspent(stages: readonly StageCost[]): readonly string[] {
  return stages.flatMap(({ name, seconds = 0 }) => {
    const budget = budgets[name];
    if (budget === undefined || seconds <= budget.seconds) return [];
    return [`${name} took ${seconds.toFixed(0)} CPU s; ${String(budget.seconds)} are planned (scripts/cost.ts)`];
  });
}

/** Stages whose tests start more processes than they may: a count, the same on every machine. */
export function tooManyProcesses(stages: readonly StageCost[]): readonly string[] {
  return stages.flatMap(({ name, files }) => {
    const allowed = budgets[name]?.processes;
    const started = files.reduce((sum, { processes }) => sum + processes, 0);
    if (allowed === undefined || started <= allowed) return [];
    const dearer = name.startsWith("extended") ? "full" : "extended";
    return [
      `The tests of "${name}" start ${String(started)} processes; ${String(allowed)} may be (scripts/cost.ts). Play them in this process, or move what needs processes to *.${dearer}.test.ts.`,
    ];
  });
}
