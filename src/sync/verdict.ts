import type { ExitCode } from "../core/errors.ts";
import type { RunResult } from "./plan.ts";

/** The exit code that a finished run deserves (0, 1 or 3; wrong input is thrown as an error long before). */
export function exitCodeOf({ steps, plan, conflicts }: RunResult): ExitCode {
  if (steps.some((step) => step.outcome === "failed")) return 1;
  if (conflicts.some((conflict) => conflict.taken === "none")) return 3;
  if (plan.findings.some((finding) => finding.kind === "refused")) return 3;
  return 0;
}
