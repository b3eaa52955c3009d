import { mergeBase } from "../../git/commit-reading.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { SigningKey } from "../../git/signing.ts";
import { commitMessage } from "../commit-message.ts";
import { httpsRemote } from "../https-remote.ts";
import type { BranchDelivery, Draft } from "../draft.ts";
import { deliverBranch } from "../pushed-branch.ts";
import { refusedPush } from "../refused-push.ts";
import { readBaseTree, readTip } from "./branch.ts";
import { namingObstacles, prepareCommit } from "./branch-rules.ts";
import type { GitHubRepository } from "./connection.ts";
import type { HowToCommit, IntendedWrite } from "./rules.ts";

/** How commits are made and signed by git, in a clone, instead of by GitHub. */
export interface GitSigning {
  /** A folder of the working tree. */
  readonly directory: string;
  readonly key: SigningKey;
}

/**
 * Brings the branch to the proposed change by git: commits signed with the user's key, pushed over HTTPS with the token.
 * @param token private: it goes to git through its environment
 * @param isAsked somebody wants the branch made anew, whatever is on it
 */
export async function deliverSignedBranch(
  github: GitHubRepository,
  { directory, key, token }: GitSigning & { readonly token: string },
  draft: Draft,
  isAsked: boolean,
): Promise<BranchDelivery> {
  const git = await openRepository(directory);
  const { serverUrl, fullName, logger } = github;
  let how: HowToCommit = { way: "git", obstacles: [] };
  const target = {
    git,
    remote: httpsRemote(serverUrl, fullName, token),
    name: new URL(serverUrl).host,
    // The key's own name is used.
    committer: { name: "Interlinear", email: `interlinear@users.noreply.${new URL(serverUrl).hostname}` },
    signing: key,
    logger,
    assertPublished: async ({ commit }: Draft["base"]): Promise<void> => {
      await readBaseTree(github, commit);
      how = await prepareCommit(github, {
        branch: draft.branch,
        kind: await kindOfWrite(github, git.root, draft),
        files: draft.files,
        message: commitMessage(draft.commit, commit),
        signing: key.format,
        ...(key.committer !== undefined && { email: key.committer.email }),
      });
    },
    refusedPush,
  };
  return namingObstacles(
    () => how,
    () => deliverBranch(target, draft, isAsked),
  );
}

async function kindOfWrite(
  github: GitHubRepository,
  root: string,
  { branch, base }: Draft,
): Promise<IntendedWrite["kind"]> {
  const tip = await readTip(github, branch);
  if (tip === undefined) return "create";
  return (await mergeBase(root, tip, base.commit)) === tip ? "fast-forward" : "replace";
}
