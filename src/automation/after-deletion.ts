import { ruleFor } from "../mapping/branch-components.ts";
import { sweepBranches } from "../sync/index.ts";
import { runDependencies, type Workspace } from "../workspace/open-workspace.ts";
import type { Finished, RunPorts } from "./run-command.ts";

/** Whether components of the mapping follow branches of this name, and go with them. */
export function isFollowed(branch: string, { mapping }: Pick<Workspace, "mapping">): boolean {
  return ruleFor(mapping, branch)?.remove === true;
}

/** After a branch was deleted: the components of branches that are gone go too, and nothing else moves. */
export async function afterDeletion(
  { workspace, repositoryUrls }: Pick<RunPorts, "workspace" | "repositoryUrls">,
  dryRun: boolean,
): Promise<Finished> {
  const result = await sweepBranches(runDependencies(workspace, repositoryUrls), workspace.mapping, dryRun);
  return { result, deliveries: [], withdrawals: [] };
}
