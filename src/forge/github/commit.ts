import { RemoteError } from "../../core/errors.ts";
import type { ProposedFile } from "../branch-state.ts";
import { readTip } from "./branch.ts";
import type { GitHubRepository } from "./connection.ts";
import { retryWhilePassing } from "./retry-while-passing.ts";
import { explained, isStatus, isUncertain, saysAny } from "./refusal.ts";

/** Trees fail from about 200 entries or 2.5 MB of inline content on. */
const TREE_ENTRIES = 100;
const TREE_BYTES = 1_000_000;
/** So few entries are never too many: something else is wrong. */
const FEWEST_ENTRIES = 10;

const WRITE = { permission: "contents: write" };

interface TreeEntry {
  readonly path: string;
  readonly mode: ProposedFile["mode"];
  readonly type: "blob";
  readonly content?: string;
  readonly sha?: string | null;
}

/** Stores the tree that `base` becomes with the files, and returns its id. */
export async function writeTree(
  github: GitHubRepository,
  base: string,
  files: readonly ProposedFile[],
): Promise<string> {
  let tree = base;
  for (const chunk of chunks(await treeEntries(github, files))) tree = await writePart(github, tree, chunk);
  return tree;
}

/**
 * Stores a commit and returns its id. Nothing points to it yet.
 * Author, committer and signature are left out: only then does GitHub sign the commit of a bot.
 */
export async function createCommit(
  github: GitHubRepository,
  { tree, parent, message }: { readonly tree: string; readonly parent: string; readonly message: string },
): Promise<string> {
  const { octokit, owner, repo } = github;
  return explained({ ...WRITE, action: "write the commit" }, async () => {
    const { data } = await retryWhilePassing(github, /tree sha does not exist/i, () =>
      octokit.rest.git.createCommit({ owner, repo, message, tree, parents: [parent] }),
    );
    return data.sha;
  });
}

/**
 * Makes the branch point to `commit`; "moved" when it is not (any more) where it was when it was read. GitHub's REST
 * interface knows no expected old value, so the branch is read right before; right after, the pull request tells (`isStillAt`).
 */
export async function moveBranch(
  github: GitHubRepository,
  branch: string,
  commit: string,
  from: { readonly tip: string; readonly isContained: boolean } | undefined,
): Promise<"done" | "moved"> {
  return from === undefined ? createBranch(github, branch, commit) : updateBranch(github, branch, commit, from);
}

async function createBranch(github: GitHubRepository, branch: string, commit: string): Promise<"done" | "moved"> {
  const { octokit, owner, repo } = github;
  return explained({ ...WRITE, action: `create the branch ${branch}`, afterWrite: true }, async () => {
    try {
      await retryWhilePassing(github, /object does not exist/i, () =>
        octokit.rest.git.createRef({ owner, repo, ref: `refs/heads/${branch}`, sha: commit }),
      );
      return "done";
    } catch (error) {
      if (!saysAny(error, /reference already exists/i)) throw error;
      // An answer may have been lost after the branch was made.
      return (await readTip(github, branch)) === commit ? "done" : "moved";
    }
  });
}

async function updateBranch(
  github: GitHubRepository,
  branch: string,
  commit: string,
  from: { readonly tip: string; readonly isContained: boolean },
): Promise<"done" | "moved"> {
  const { octokit, owner, repo } = github;
  if ((await readTip(github, branch)) !== from.tip) return "moved";
  return explained({ ...WRITE, action: `update the branch ${branch}`, afterWrite: true }, async () => {
    try {
      await retryWhilePassing(github, /object does not exist/i, () =>
        octokit.rest.git.updateRef({ owner, repo, ref: `heads/${branch}`, sha: commit, force: !from.isContained }),
      );
      return "done";
    } catch (error) {
      if (saysAny(error, /not a fast forward|reference does not exist/i)) return "moved";
      throw error;
    }
  });
}

/** A branch as it was written. */
export interface WrittenTip {
  readonly branch: string;
  readonly commit: string;
  /** Where it was: a replica may not know yet that it moved. Anything else is of somebody who moved it since. */
  readonly before: string | undefined;
}

/**
 * Whether nobody has moved the branch since.
 * @param told where an answer of GitHub's says that it is; undefined where none did
 * @throws {RemoteError} `IL-F08` where it never came to be there
 */
export async function isStillAt(
  github: GitHubRepository,
  { branch, commit, before }: WrittenTip,
  told: string | undefined,
): Promise<boolean> {
  if (told === commit) return true;
  let tip = await readTip(github, branch);
  for (const seconds of [1, 2, 4]) {
    if (tip !== before) break;
    await github.wait(seconds);
    tip = await readTip(github, branch);
  }
  if (tip === commit) return true;
  if (tip !== before && tip !== undefined) return false;
  throw new RemoteError(`branch ${branch} is at ${tip ?? "no commit"} after it was moved to ${commit}`, {
    code: "IL-F08",
    hint: "Somebody else writes the branch too; run again.",
  });
}

async function treeEntries(github: GitHubRepository, files: readonly ProposedFile[]): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for (const file of files) {
    const entry = { path: file.path, mode: file.mode, type: "blob" } as const;
    if (file.content === null) {
      entries.push({ ...entry, sha: null });
      continue;
    }
    const text = inlineText(file.content);
    entries.push(
      text === undefined ? { ...entry, sha: await writeBlob(github, file.content, file) } : { ...entry, content: text },
    );
  }
  return entries;
}

/** The text GitHub can take inline: UTF-8 without NUL, and not too large. */
function inlineText(content: Uint8Array): string | undefined {
  if (content.length > TREE_BYTES || content.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

async function writeBlob(
  { octokit, owner, repo }: GitHubRepository,
  content: Uint8Array,
  { path, blob }: ProposedFile,
): Promise<string> {
  return explained({ ...WRITE, action: `store ${path}` }, async () => {
    const { data } = await octokit.rest.git.createBlob({
      owner,
      repo,
      content: Buffer.from(content).toString("base64"),
      encoding: "base64",
    });
    if (data.sha === blob) return data.sha;
    throw new RemoteError(`GitHub stored ${path} as ${data.sha} instead of ${blob ?? ""}`, {
      code: "IL-F07",
      hint: "Its bytes were changed on the way; is a proxy between?",
    });
  });
}

function chunks(entries: readonly TreeEntry[]): readonly (readonly TreeEntry[])[] {
  const found: TreeEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    const last = found.at(-1);
    if (last === undefined || last.length >= TREE_ENTRIES || bytes + size > TREE_BYTES) {
      found.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return found;
}

/** Halves a part that is still too large for GitHub's ten seconds. */
async function writePart(github: GitHubRepository, base: string, entries: readonly TreeEntry[]): Promise<string> {
  const { octokit, owner, repo } = github;
  const touchesWorkflows = entries.some(({ path }) => path.startsWith(".github/workflows/"));
  return explained({ ...WRITE, action: "write the tree", afterWrite: touchesWorkflows }, async () => {
    try {
      const { data } = await retryWhilePassing(github, /base_tree is not a valid tree oid/i, () =>
        octokit.rest.git.createTree({ owner, repo, base_tree: base, tree: [...entries] }),
      );
      return data.sha;
    } catch (error) {
      const isTooLarge = isUncertain(error) || saysAny(error, /timed out|too large/i) || isStatus(error, 413);
      if (!isTooLarge || entries.length <= FEWEST_ENTRIES) throw error;
      const half = Math.ceil(entries.length / 2);
      return writePart(github, await writePart(github, base, entries.slice(0, half)), entries.slice(half));
    }
  });
}
