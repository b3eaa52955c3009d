import type { RunResult } from "./plan.ts";

/** The result of a run that did nothing but what is told. */
export function resultOf(told: Partial<RunResult> & Pick<RunResult, "service">): RunResult {
  return {
    command: "sync",
    dryRun: false,
    plan: { steps: [], findings: [], inStep: 0 },
    steps: [],
    files: [],
    conflicts: [],
    broken: [],
    health: [],
    statistics: [],
    translators: [],
    traffic: { requests: 0, bytesSent: 0, bytesReceived: 0, milliseconds: 0 },
    ...told,
  };
}
