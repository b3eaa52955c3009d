import { RemoteError } from "../../core/errors.ts";
import { systemClock, type Clock } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";
import { blobId } from "../../git/git-repository.ts";
import {
  changeMark,
  deliveredFiles,
  foreignCommits,
  foreignNotes,
  holdsSameChange,
  markOfBranch,
  type ProposedFile,
} from "../branch-state.ts";
import type { Delivery, Forge, Proposal } from "../forge.ts";
import { messagesOf, readBaseTree, readBranch, readBranchTrees, readTip, type BranchState } from "./branch.ts";
import { moveBranch, writeCommit } from "./commit.ts";
import { connect, POLITE, type GitHubRepository, type Tempo } from "./connection.ts";
import { deliverPullRequest, findPullRequest } from "./pull-request.ts";
import { readTrees } from "./trees.ts";

export interface GitHubForgeOptions {
  /** App token, `GITHUB_TOKEN` or personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** GITHUB_API_URL; default github.com's. */
  readonly apiUrl?: string;
  /** GITHUB_SERVER_URL; default github.com. */
  readonly serverUrl?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch;
  readonly tempo?: Tempo;
}

type Draft = Proposal & { readonly files: readonly ProposedFile[] };
type Branch = Pick<Delivery, "outcome" | "commit" | "notes">;

/** The forge for github.com and GitHub Enterprise: commits through the Git data API, so that GitHub signs a bot's. */
export function createGitHubForge(options: GitHubForgeOptions): Forge {
  const github = connect({
    ...options,
    apiUrl: options.apiUrl ?? "https://api.github.com",
    serverUrl: options.serverUrl ?? "https://github.com",
    clock: options.clock ?? systemClock,
    fetch: options.fetch ?? fetch,
    tempo: options.tempo ?? POLITE,
  });
  return {
    kind: "github",
    repositoryUrls: () => Promise.resolve(repositoryUrls(github)),
    delivered: async (branch, base) => {
      const [tip, open] = await Promise.all([readTip(github, branch), findPullRequest(github, branch, base.branch)]);
      if (tip === undefined || open === undefined) return undefined;
      const state = await readBranch(github, tip, base.commit);
      if (state === undefined || state.isContained || !isOurs(state)) return undefined;
      const trees = await readBranchTrees(github, state, []);
      if (!open.body.includes(markOfBranch(trees))) return undefined;
      const files = deliveredFiles(trees, messagesOf(state));
      return { commit: tip, pullRequest: { number: open.number, url: open.url }, files };
    },
    propose: async (proposal) => {
      const draft = { ...proposal, files: proposal.files.map(withBlob) };
      const branch = await deliverBranch(github, draft);
      if (branch.outcome === "left-alone") {
        const open = await findPullRequest(github, proposal.branch, proposal.base.branch);
        const pullRequest = open && { number: open.number, url: open.url, outcome: "unchanged" as const };
        return { ...branch, branch: proposal.branch, ...(pullRequest && { pullRequest }) };
      }
      const { pullRequest, notes } = await deliverPullRequest(github, marked(draft));
      return {
        ...branch,
        branch: proposal.branch,
        ...(pullRequest && { pullRequest }),
        notes: [...branch.notes, ...notes],
      };
    },
  };
}

/** The mark comes first: the last paragraph belongs to the co-authors. */
function marked(draft: Draft): Proposal {
  const mark = changeMark(draft.files.map(({ path, blob }: ProposedFile) => [path, blob] as const));
  const { pullRequest } = draft;
  return { ...draft, pullRequest: { ...pullRequest, body: `${mark}\n${pullRequest.body}` } };
}

function withBlob(file: Proposal["files"][number]): ProposedFile {
  return { ...file, blob: file.content === null ? undefined : blobId(file.content) };
}

function repositoryUrls({ serverUrl, fullName }: GitHubRepository): readonly string[] {
  const { host, hostname } = new URL(serverUrl);
  return [
    `${serverUrl}/${fullName}`,
    `git@${hostname}:${fullName}`,
    `ssh://git@${hostname}/${fullName}`,
    `git://${host}/${fullName}`,
  ].flatMap((url) => [url, `${url}.git`]);
}

/** One repetition: somebody may move the branch between reading and writing it. */
async function deliverBranch(github: GitHubRepository, draft: Draft): Promise<Branch> {
  const first = await tryDeliverBranch(github, draft);
  if (first !== "moved") return first;
  github.logger.info(`Branch ${draft.branch} moved meanwhile; reading it again.`);
  const second = await tryDeliverBranch(github, draft);
  if (second !== "moved") return second;
  throw new RemoteError(`branch ${draft.branch} keeps moving while it is written`, {
    code: "IL-F08",
    hint: "Run again when nobody else writes the branch.",
  });
}

async function tryDeliverBranch(github: GitHubRepository, draft: Draft): Promise<Branch | "moved"> {
  const { base, branch } = draft;
  const paths = draft.files.map(({ path }) => path);
  const tip = await readTip(github, branch);
  const state = tip === undefined ? undefined : await readBranch(github, tip, base.commit);
  if (tip !== undefined) {
    const obstacle = state === undefined ? unrelatedNote(branch) : foreignNotesOf(branch, state);
    if (obstacle.length > 0) return { outcome: "left-alone", commit: tip, notes: obstacle };
  }
  if (state !== undefined && !state.isContained) {
    const trees = await readBranchTrees(github, state, paths);
    if (holdsSameChange(trees, messagesOf(state), draft)) return { outcome: "unchanged", commit: state.tip, notes: [] };
  }
  const baseTree = state?.baseTree ?? (await readBaseTree(github, base.commit));
  const files = await withoutMissingDeletions(github, baseTree, draft.files);
  const commit = await writeCommit(github, { commit: base.commit, tree: baseTree }, files, draft.commit);
  if ((await moveBranch(github, branch, commit, state)) === "moved") return "moved";
  return { outcome: state === undefined ? "created" : "updated", commit, notes: [] };
}

function isOurs({ commits }: BranchState): boolean {
  return commits !== undefined && foreignCommits(commits).length === 0;
}

function foreignNotesOf(branch: string, state: BranchState): readonly string[] {
  if (state.commits === undefined) {
    return [
      `Branch ${branch} was left alone: it holds more commits than a run of Interlinear makes. Delete or rename it.`,
    ];
  }
  const foreign = foreignCommits(state.commits);
  return foreign.length === 0 ? [] : foreignNotes(branch, foreign);
}

function unrelatedNote(branch: string): readonly string[] {
  return [`Branch ${branch} was left alone: it shares no history with the base. Delete or rename it.`];
}

/** GitHub refuses to delete what is not there. */
async function withoutMissingDeletions(
  github: GitHubRepository,
  baseTree: string,
  files: readonly ProposedFile[],
): Promise<readonly ProposedFile[]> {
  const deletions = files.filter(({ content }) => content === null).map(({ path }) => path);
  if (deletions.length === 0) return files;
  const [base = new Map<string, unknown>()] = await readTrees(github, [baseTree], deletions);
  return files.filter(({ path, content }) => content !== null || base.has(path));
}
