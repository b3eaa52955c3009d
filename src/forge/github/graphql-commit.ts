import { createHash } from "node:crypto";
import * as z from "zod";
import { RemoteError } from "../../core/errors.ts";
import type { ProposedFile } from "../branch-state.ts";
import { readTip } from "./branch.ts";
import type { GitHubRepository } from "./connection.ts";
import { GraphqlRefusal, tryGraphql } from "./graphql.ts";
import { explain, explained, saysAny } from "./refusal.ts";

/** Beginning of the name of branches that exist only while a commit is made. */
const TEMPORARY = "interlinear/tmp-";

const DOCUMENT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid tree { oid } } }
}`;

const committed = z.object({
  createCommitOnBranch: z.object({
    commit: z.object({ oid: z.string(), tree: z.object({ oid: z.string() }) }),
  }),
});

export interface SignedCommit {
  /** Commit id that it stands on. */
  readonly parent: string;
  /** Id of the tree that it has to have. */
  readonly tree: string;
  readonly files: readonly ProposedFile[];
  readonly message: string;
}

/**
 * Lets GitHub make and sign the commit, whoever's token it is, and hands it to `use`. GitHub only adds to a branch that
 * exists, so a branch is made for it, and removed when `use` is through: by then another one holds the commit.
 */
export async function withSignedCommit<Result>(
  github: GitHubRepository,
  commit: SignedCommit,
  use: (id: string) => Promise<Result>,
): Promise<Result> {
  const branch = temporaryName(commit);
  await startBranch(github, branch, commit.parent);
  try {
    return await use(await commitOn(github, branch, commit));
  } finally {
    await removeBranch(github, branch);
  }
}

/** The same for the same commit, so that a run finds what one that died has left. */
function temporaryName({ parent, tree, message }: SignedCommit): string {
  return `${TEMPORARY}${createHash("sha256").update(`${parent}\n${tree}\n${message}`).digest("hex").slice(0, 8)}`;
}

async function startBranch(github: GitHubRepository, branch: string, commit: string): Promise<void> {
  const { octokit, owner, repo } = github;
  const attempt = { action: `create the branch ${branch} for a moment`, permission: "contents: write" };
  await explained({ ...attempt, afterWrite: true }, async () => {
    try {
      await octokit.rest.git.createRef({ owner, repo, ref: `refs/heads/${branch}`, sha: commit });
    } catch (error) {
      if (!saysAny(error, /reference already exists/i)) throw error;
      github.logger.debug(`${branch} was left by a run that did not end; it is used again`);
      await octokit.rest.git.updateRef({ owner, repo, ref: `heads/${branch}`, sha: commit, force: true });
    }
  });
}

async function commitOn(github: GitHubRepository, branch: string, commit: SignedCommit): Promise<string> {
  const attempt = { action: "write the commit", permission: "contents: write" };
  const { headline, body } = divided(commit.message);
  const input = {
    branch: { repositoryNameWithOwner: github.fullName, branchName: branch },
    expectedHeadOid: commit.parent,
    message: { headline, body },
    fileChanges: fileChanges(commit.files),
  };
  try {
    const answer = await tryGraphql(github, attempt, DOCUMENT, { input }, committed);
    const { oid, tree } = answer.createCommitOnBranch.commit;
    if (tree.oid === commit.tree) return oid;
    throw new RemoteError(`GitHub made a commit with the tree ${tree.oid} instead of ${commit.tree}`, {
      code: "IL-F07",
      hint: "Sign with git instead: `commit.signing: ssh` in the mapping, and the input `signing-key`.",
    });
  } catch (error) {
    if (error instanceof GraphqlRefusal && error.type === "STALE_DATA") {
      const made = await madeBefore(github, branch, commit);
      if (made !== undefined) return made;
      throw new RemoteError(`another run writes ${branch} at the same moment`, {
        code: "IL-F08",
        hint: "Run again; make sure that two runs do not overlap (`concurrency` in the workflow).",
      });
    }
    throw explain(attempt, error);
  }
}

/** The answer may have been lost after the commit was made, and the request sent again. */
async function madeBefore(
  github: GitHubRepository,
  branch: string,
  { parent, tree }: SignedCommit,
): Promise<string | undefined> {
  const { octokit, owner, repo } = github;
  const tip = await readTip(github, branch);
  if (tip === undefined) return undefined;
  const attempt = { action: `show the commit ${tip}`, permission: "contents: read" };
  const { data } = await explained(attempt, () => octokit.rest.git.getCommit({ owner, repo, commit_sha: tip }));
  return data.tree.sha === tree && data.parents.length === 1 && data.parents[0]?.sha === parent ? tip : undefined;
}

/** What is left behind is harmless and found by the next run. */
async function removeBranch({ octokit, owner, repo, logger }: GitHubRepository, branch: string): Promise<void> {
  await octokit.rest.git.deleteRef({ owner, repo, ref: `heads/${branch}` }).catch((error: unknown) => {
    const { message } = explain({ action: `remove ${branch}`, permission: "contents: write" }, error);
    logger.warning(`The branch ${branch}, which was needed for a moment, is still there: ${message}`);
  });
}

/** GitHub puts an empty line between the two. */
function divided(message: string): { readonly headline: string; readonly body: string } {
  const end = message.indexOf("\n");
  return { headline: message.slice(0, end), body: message.slice(end).trim() };
}

function fileChanges(files: readonly ProposedFile[]): Readonly<Record<string, readonly object[]>> {
  return {
    additions: files.flatMap(({ path, content }) =>
      content === null ? [] : [{ path, contents: Buffer.from(content).toString("base64") }],
    ),
    deletions: files.flatMap(({ path, content }) => (content === null ? [{ path }] : [])),
  };
}
