import { InterlinearError } from "../core/errors.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { fetchCommit } from "./commits.ts";
import type { JobStand } from "./job-stand.ts";
import { rememberGate } from "./review-pull-request.ts";

/**
 * Notes what reviews compare with, for as long as the forge lets us keep it; its absence costs a review its memory alone.
 * @param before the branch's commit until the push
 */
export async function rememberPush(stand: JobStand, workspace: Workspace, before: string): Promise<void> {
  const { git, mapping, parsed, logger } = workspace;
  const commit = await git.head();
  if (!stand.hasForgeToken || commit === undefined) return;
  try {
    await fetchCommit(await stand.source(), { commit: before });
    const context = { runUrl: stand.runUrl, service: mapping.service };
    await rememberGate({ git, discussion: stand.discussion(), mapping, parsed }, { before, commit, context });
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    logger.info(`How far languages are was not noted on ${commit}: ${error.message}`);
  }
}
