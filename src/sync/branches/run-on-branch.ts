import type { ResolvedMapping } from "../../mapping/binding.ts";
import type { BranchIntent, OnBranch } from "./on-branch.ts";
import type { RunResult } from "../plan.ts";
import { runComponents } from "../run.ts";
import type { Run, RunDependencies, RunOptions } from "../run-types.ts";

/** A run with the components that stand for the mapping's on the branch that is checked out. */
export async function run(dependencies: RunDependencies, mapping: ResolvedMapping, options: RunOptions): Promise<Run> {
  if (mapping.branches.length === 0) return runComponents(dependencies, mapping, options);
  const { namesOnBranch, standOnBranch } = await import("./on-branch.ts");
  const there = await standOnBranch(dependencies, mapping, intentOf(options));
  if (there.mapping === mapping && there.outcomes.length === 0) return runComponents(dependencies, mapping, options);
  const { components } = options;
  const branch = components === undefined ? undefined : await dependencies.git.branch();
  const finished = await runComponents(dependencies, there.mapping, {
    ...options,
    ...(components !== undefined && { components: namesOnBranch(mapping, branch, components) }),
  });
  return { ...finished, result: withBranch(finished.result, there) };
}

function intentOf({ command, dryRun }: RunOptions): BranchIntent {
  return {
    creates: command === "push" || command === "sync" || command === "plan",
    sweeps: command === "sync" || command === "plan",
    dryRun: dryRun || command === "plan",
  };
}

/** Components come before what moves in them. */
function withBranch(result: RunResult, { outcomes, findings }: OnBranch): RunResult {
  return {
    ...result,
    plan: {
      ...result.plan,
      steps: [...outcomes.map(({ step }) => step), ...result.plan.steps],
      findings: [...findings, ...result.plan.findings],
    },
    steps: [...outcomes, ...result.steps],
  };
}
