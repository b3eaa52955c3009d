import { RemoteError } from "../../core/errors.ts";
import { BRANCH_LIMIT, type BranchCommit, type BranchTrees, type Tree } from "../branch-state.ts";
import type { FileChange } from "../forge.ts";
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
  /** The two commits of these trees. */
  readonly tipBase: string;
  readonly base: string;
  /** What the branch changes against `tipBase`: path → blob id, undefined where it removes the file. Undefined where GitHub cut the list. */
  readonly changes: ReadonlyMap<string, string | undefined> | undefined;
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
        tipBase: data.merge_base_commit.sha,
        base: data.base_commit.sha,
        changes: changesOf(data.files ?? []),
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

/** A comparison names no more files. */
const FILES_SHOWN = 300;

interface ComparedFile {
  readonly filename: string;
  readonly previous_filename?: string;
  readonly status: string;
  readonly sha: string | null;
}

function changesOf(files: readonly ComparedFile[]): BranchState["changes"] {
  if (files.length >= FILES_SHOWN) return undefined;
  const changes = new Map<string, string | undefined>();
  for (const { previous_filename: former, status } of files) {
    if (former !== undefined && status === "renamed") changes.set(former, undefined);
  }
  for (const { filename, status, sha } of files) {
    if (status !== "removed" && sha === null) return undefined;
    changes.set(filename, status === "removed" ? undefined : (sha ?? undefined));
  }
  return changes;
}

/** Objects of git that are at hand without GitHub; undefined where they are not. */
export interface ObjectsAtHand {
  /** Id of a commit's tree. */
  treeOf(commit: string): Promise<string | undefined>;
  /** Those of the paths that the commit has. */
  filesAt(commit: string, paths: readonly string[]): Promise<Tree | undefined>;
}

/**
 * The three trees that tell whether the branch holds a change of ours already; what neither changes nor is wanted may be left out.
 * @param wanted the files of that change
 */
export async function readBranchTrees(
  github: GitHubRepository,
  state: BranchState,
  wanted: readonly Pick<FileChange, "path" | "mode">[],
  atHand: ObjectsAtHand | undefined,
): Promise<BranchTrees> {
  const { tipTree, tipBaseTree, baseTree } = state;
  const known = atHand && (await treesAtHand(state, wanted, atHand));
  if (known !== undefined) return known;
  const paths = wanted.map(({ path }) => path);
  const [tip = new Map(), tipBase = new Map(), base = new Map()] = await readTrees(
    github,
    [tipTree, tipBaseTree, baseTree],
    paths,
  );
  return { tip, tipBase, base };
}

const REGULAR = "100644";

/** Commits of ours leave a file's mode as it is; one that makes a file with another mode is looked at. */
async function treesAtHand(
  { changes, tipBase, base }: BranchState,
  wanted: readonly Pick<FileChange, "path" | "mode">[],
  atHand: ObjectsAtHand,
): Promise<BranchTrees | undefined> {
  if (changes === undefined) return undefined;
  const paths = [...new Set([...changes.keys(), ...wanted.map(({ path }) => path)])];
  const before = await atHand.filesAt(tipBase, paths);
  const now = tipBase === base ? before : await atHand.filesAt(base, paths);
  if (before === undefined || now === undefined) return undefined;
  if (wanted.some(({ path, mode }) => mode !== REGULAR && !before.has(path))) return undefined;
  const tip = new Map(before);
  for (const [path, blob] of changes) {
    if (blob === undefined) tip.delete(path);
    else tip.set(path, { mode: before.get(path)?.mode ?? REGULAR, blob });
  }
  return { tip, tipBase: before, base: now };
}

export function messagesOf({ commits }: BranchState): string {
  return (commits ?? []).map(({ message }) => message).join("\n");
}
