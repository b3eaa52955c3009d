import { RemoteError } from "../../core/errors.ts";
import { BRANCH_LIMIT, type BranchCommit, type BranchTrees } from "../branch-state.ts";
import { readById } from "./by-id.ts";
import type { GitHubRepository } from "./connection.ts";
import { explained, isStatus } from "./refusal.ts";
import { readTrees } from "./trees.ts";

/** The branch as GitHub has it, seen from the base commit. */
export interface BranchState {
  readonly tip: string;
  readonly tipTree: string;
  /** The branch's commits that the base does not have, newest first; `undefined` when they cannot all be seen. */
  readonly commits: readonly BranchCommit[] | undefined;
  /** Tree of the commit that the branch's own commits stand on. */
  readonly tipBaseTree: string;
  readonly baseTree: string;
  /** The base has everything that the branch has: moving it forward loses nothing. */
  readonly isContained: boolean;
}

const READ = { permission: "contents: read" };

/** Commit at the branch's tip; undefined where there is no such branch. */
export async function readTip({ octokit, owner, repo }: GitHubRepository, branch: string): Promise<string | undefined> {
  return explained({ ...READ, action: `show the branch ${branch}` }, async () => {
    try {
      const { data } = await octokit.rest.git.getRef({ owner, repo, ref: `heads/${branch}` });
      return data.object.sha;
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  });
}

/** Names of the branches that begin so. */
export async function branchesWith(
  { octokit, owner, repo }: GitHubRepository,
  prefix: string,
): Promise<readonly string[]> {
  return explained({ ...READ, action: `list the branches ${prefix}*` }, async () => {
    const { data } = await octokit.rest.git.listMatchingRefs({ owner, repo, ref: `heads/${prefix}` });
    return data.map(({ ref }) => ref.slice("refs/heads/".length));
  });
}

/** @throws {RemoteError} `IL-F03` when GitHub does not have the base commit. */
export async function readBaseTree(
  { octokit, owner, repo, fullName }: GitHubRepository,
  commit: string,
): Promise<string> {
  return explained({ ...READ, action: `show the commit ${commit}` }, async () => {
    try {
      return (await octokit.rest.git.getCommit({ owner, repo, commit_sha: commit })).data.tree.sha;
    } catch (error) {
      if (!isStatus(error, 404, 422)) throw error;
      throw new RemoteError(
        `${fullName} on GitHub does not have the base commit ${commit}, or the token may not see it`,
        {
          code: "IL-F03",
          hint: "Push the base branch first; a run on a pull request's merge commit has no such commit on the branch.",
          status: 404,
        },
      );
    }
  });
}

const branchById = readById<BranchState | undefined>();

/** Undefined where branch and base have no history in common. */
export function readBranch(github: GitHubRepository, tip: string, base: string): Promise<BranchState | undefined> {
  return branchById(github, `${base}...${tip}`, () => compare(github, tip, base));
}

async function compare(github: GitHubRepository, tip: string, base: string): Promise<BranchState | undefined> {
  const { octokit, owner, repo } = github;
  return explained({ ...READ, action: `compare ${base} with ${tip}` }, async () => {
    try {
      const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
        owner,
        repo,
        basehead: `${base}...${tip}`,
      });
      const commits = data.commits.map((commit): BranchCommit => ({
        id: commit.sha,
        tree: commit.commit.tree.sha,
        message: commit.commit.message,
        author: commit.author?.login ?? commit.commit.author?.name ?? "unknown",
        parents: commit.parents.map(({ sha }) => sha),
      }));
      const baseTree = data.base_commit.commit.tree.sha;
      return {
        tip,
        tipTree: commits.at(-1)?.tree ?? data.merge_base_commit.commit.tree.sha,
        commits: data.total_commits > Math.min(commits.length, BRANCH_LIMIT) ? undefined : commits.toReversed(),
        tipBaseTree: data.merge_base_commit.commit.tree.sha,
        baseTree,
        isContained: data.total_commits === 0,
      };
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
      // GitHub answers 404 for an unknown commit and for unrelated histories; only the first is an error.
      await readBaseTree(github, base);
      return undefined;
    }
  });
}

/** The three trees that tell whether the branch holds a change already. */
export async function readBranchTrees(
  github: GitHubRepository,
  { tipTree, tipBaseTree, baseTree }: BranchState,
  wanted: readonly string[],
): Promise<BranchTrees> {
  const [tip = new Map(), tipBase = new Map(), base = new Map()] = await readTrees(
    github,
    [tipTree, tipBaseTree, baseTree],
    wanted,
  );
  return { tip, tipBase, base };
}

export function messagesOf({ commits }: BranchState): string {
  return (commits ?? []).map(({ message }) => message).join("\n");
}
