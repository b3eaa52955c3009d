import type { ExitCode } from "../core/errors.ts";
import type { RunResult } from "./plan.ts";

/** The exit code that a finished run deserves (a mapping that cannot be read is thrown as an error long before). */
export function exitCodeOf({ steps, plan, conflicts, health, dryRun }: RunResult): ExitCode {
  if (steps.some((step) => step.outcome === "failed")) return 1;
  // A plan shows it and is still a good plan.
  if (!dryRun && health.some(({ isBlocking }) => isBlocking)) return 1;
  if (conflicts.some((conflict) => conflict.taken === "none")) return 3;
  const refused = plan.findings.filter((finding) => finding.kind === "refused");
  if (refused.some((finding) => finding.isWrongInput === true)) return 2;
  if (refused.length > 0) return 3;
  return 0;
}
