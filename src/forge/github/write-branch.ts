import type { ProposedFile } from "../branch-state.ts";
import { commitMessage } from "../commit-message.ts";
import type { CommitText } from "../forge.ts";
import { RemoteError } from "../../core/errors.ts";
import { namingObstacles, prepareCommit } from "./branch-rules.ts";
import { createCommit, moveBranch, writeTree } from "./commit.ts";
import type { GitHubRepository } from "./connection.ts";
import { withSignedCommit } from "./graphql-commit.ts";
import type { HowToCommit } from "./rules.ts";
import { readCommitter } from "./identity.ts";

const TO_TRY: HowToCommit = { way: "api", obstacles: [] };

export interface BranchWrite {
  readonly branch: string;
  readonly base: { readonly commit: string; readonly tree: string };
  /** The branch as it was read; undefined where there is none. */
  readonly from: { readonly tip: string; readonly isContained: boolean } | undefined;
  readonly files: readonly ProposedFile[];
  readonly text: CommitText;
}

/**
 * Makes one commit on top of the base and the branch point to it, on the way that the branch's rules allow. "moved": the
 * branch is not (any more) where it was when it was read.
 * @throws {RemoteError} explained; `IL-F04` before the branch is written where a rule is in the way
 */
export async function writeBranch(
  github: GitHubRepository,
  { branch, base, from, files, text }: BranchWrite,
): Promise<{ readonly commit: string } | "moved"> {
  const prepare = (): Promise<HowToCommit> =>
    prepareCommit(github, {
      branch,
      kind: from === undefined ? "create" : from.isContained ? "fast-forward" : "replace",
      files,
      message: commitMessage(text, base.tree),
      signing: "forge",
    });
  let how = github.isInstallation ? TO_TRY : await prepare();
  const signer = text.signOff === true ? await readCommitter(github) : undefined;
  const write = async (): Promise<{ readonly commit: string } | "moved"> => {
    const tree = await writeTree(github, base.tree, files);
    const message = commitMessage(text, tree, signer);
    const place = async (commit: string): Promise<{ readonly commit: string } | "moved"> =>
      (await moveBranch(github, branch, commit, from)) === "moved" ? "moved" : { commit };
    if (how.way === "graphql") {
      return withSignedCommit(github, { parent: base.commit, tree, files, message }, place);
    }
    return place(await createCommit(github, { tree, parent: base.commit, message }));
  };
  return namingObstacles(
    () => how,
    async () => {
      try {
        return await write();
      } catch (error) {
        // What the rules say is asked where GitHub refuses: the commits of an installation are signed, whatever they say.
        if (github.isInstallation && error instanceof RemoteError && error.code === "IL-F04") how = await prepare();
        throw error;
      }
    },
  );
}
