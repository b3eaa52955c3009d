import { InterlinearError } from "../core/errors.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { fetchCommit } from "./commits.ts";
import type { JobContext } from "./job-context.ts";

/**
 * Notes what reviews compare with, for as long as the forge lets us keep it; its absence costs a review its memory alone.
 * @param before the branch's commit until the push
 */
export async function rememberPush(context: JobContext, workspace: Workspace, before: string): Promise<void> {
  const { git, mapping, logger } = workspace;
  const [commit, branch] = await Promise.all([git.head(), git.branch()]);
  if (!context.hasForgeToken || commit === undefined || branch === undefined) return;
  try {
    const { hasGate, rememberGate } = await import("./review-pull-request.ts");
    if (!hasGate(mapping.review)) return;
    await fetchCommit(await context.source(), { commit: before });
    const reviewed = { runUrl: context.runUrl, service: mapping.service };
    const ports = { git, discussion: await context.discussion(), mapping, parsed: await workspace.parsed() };
    await rememberGate(ports, { branch, before, commit, context: reviewed });
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    logger.info(`How far languages are was not noted on ${commit}: ${error.message}`);
  }
}
