import type { RunOptions } from "../sync/index.ts";
import { holdRun, proposeHeld } from "../workspace/held-run.ts";
import type { Target } from "../workspace/target.ts";
import { commentOnEditedBranches } from "./comment-on-edited-branches.ts";
import { withFreeze, type Finished, type RunPorts } from "./engine-run.ts";

/** Brings translations into the working tree, for steps of the workflow's own; what is proposed, `proposeKept` says later. */
export async function keepRun(ports: RunPorts, target: Target, options: RunOptions, path: string): Promise<Finished> {
  const { result } = await holdRun(ports.workspace, target, await withFreeze(ports, options), path);
  return { result, deliveries: [], withdrawals: [], isPart: true };
}

/** Proposes them as these steps left them. */
export async function proposeKept(
  { workspace, discussion, refused }: RunPorts,
  target: Target,
  path: string,
): Promise<Finished> {
  const { run, deliveries, withdrawals } = await proposeHeld(workspace, target, path);
  await commentOnEditedBranches(discussion, deliveries, refused);
  return { result: run.result, deliveries, withdrawals };
}
