import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalError, RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import { commitsBetween, hasCommit, mergeBase, readTree, type CommitFacts } from "../../git/commit-reading.ts";
import { writeCommit, writeTree, type Identity } from "../../git/commit-writing.ts";
import { blobId, openRepository } from "../../git/git-repository.ts";
import type { Git } from "../../git/git.ts";
import { fetchTip, pushBranch, remoteTip } from "../../git/remote-branch.ts";
import { gitText } from "../../git/run.ts";
import {
  BRANCH_LIMIT,
  deliveredFiles,
  foreignCommits,
  foreignNotes,
  holdsSameChange,
  type BranchCommit,
  type BranchTrees,
  type ProposedFile,
  type Tree,
} from "../branch-state.ts";
import { commitMessage, isOurCommit } from "../commit-message.ts";
import type { Delivery, Forge, Proposal } from "../forge.ts";
import { refusedPush } from "./refused-push.ts";

export interface LocalForgeOptions {
  /** A folder of the working tree. */
  readonly directory: string;
  /** Name or address of the remote to push to; default `origin`. */
  readonly remote?: string;
  /** Where the pull request's text goes; default `interlinear/` in the git folder. */
  readonly outputDirectory?: string;
  /** Who commits where git's configuration names nobody. */
  readonly committer?: Identity;
  readonly logger: Logger;
}

const NOBODY: Identity = { name: "Interlinear", email: "interlinear@users.noreply.localhost" };

type Draft = Proposal & { readonly files: readonly ProposedFile[] };
type Branch = Pick<Delivery, "outcome" | "commit" | "notes">;

/** The forge for a repository without one: the branch is pushed, the pull request is a Markdown file. */
export function createLocalForge(options: LocalForgeOptions): Forge {
  const { directory, remote = "origin", committer = NOBODY, logger } = options;
  let opened: Promise<Git> | undefined;
  const open = (): Promise<Git> => (opened ??= openRepository(directory));
  return {
    kind: "local",
    repositoryUrls: async () => (await open()).remoteUrls(),
    propose: async (proposal) => {
      const git = await open();
      const draft = { ...proposal, files: proposal.files.map(withBlob) };
      const branch = await deliverBranch({ git, remote, committer, logger }, draft);
      if (branch.outcome === "left-alone") return { ...branch, branch: proposal.branch };
      const pullRequest = await writePullRequest(await pullRequestFile(git, proposal.branch), proposal);
      return { ...branch, branch: proposal.branch, pullRequest };
    },
    delivered: async (branch, base) => {
      const git = await open();
      const file = await pullRequestFile(git, branch);
      const state = await readBranch(git, remote, branch, base.commit);
      if (state === undefined || state.commits.length === 0 || foreignCommits(state.commits).length > 0)
        return undefined;
      if (!(await exists(file))) return undefined;
      const trees = await branchTrees(git, state, base.commit);
      if (trees === undefined) return undefined;
      const files = deliveredFiles(trees, messageOf(state));
      return { commit: state.tip, pullRequest: { url: pathToFileURL(file).href }, files };
    },
  };

  async function pullRequestFile(git: Git, branch: string): Promise<string> {
    const folder = resolve(options.outputDirectory ?? join(await gitFolder(git.root), "interlinear"));
    return join(folder, `${branch.replaceAll("/", "-")}.md`);
  }
}

function withBlob(file: Proposal["files"][number]): ProposedFile {
  return { ...file, blob: file.content === null ? undefined : blobId(file.content) };
}

interface Delivering {
  readonly git: Git;
  readonly remote: string;
  readonly committer: Identity;
  readonly logger: Logger;
}

/** One repetition: a lease fails when the branch moved between reading and pushing it. */
async function deliverBranch(context: Delivering, draft: Draft): Promise<Branch> {
  const first = await tryDeliverBranch(context, draft);
  if (first !== "moved") return first;
  context.logger.info(`Branch ${draft.branch} moved on ${context.remote} meanwhile; reading it again.`);
  const second = await tryDeliverBranch(context, draft);
  if (second !== "moved") return second;
  throw new RemoteError(`branch ${draft.branch} keeps moving on ${context.remote} while it is written`, {
    code: "IL-F08",
    hint: "Run again when nobody else writes the branch.",
  });
}

async function tryDeliverBranch(context: Delivering, draft: Draft): Promise<Branch | "moved"> {
  const { git, remote, committer } = context;
  const { base, branch } = draft;
  if (!(await hasCommit(git.root, base.commit))) {
    throw new LocalError(`the base commit ${base.commit} is not in this clone`, {
      code: "IL-F03",
      hint: `Fetch ${base.branch} first.`,
    });
  }
  const state = await readBranch(git, remote, branch, base.commit);
  if (state !== undefined) {
    const foreign = foreignCommits(state.commits);
    if (foreign.length > 0) return { outcome: "left-alone", commit: state.tip, notes: foreignNotes(branch, foreign) };
    if (await isUnchanged(git, draft, state)) return { outcome: "unchanged", commit: state.tip, notes: [] };
  }
  const tree = await writeTree(git.root, base.commit, draft.files);
  const message = commitMessage(draft.commit, tree);
  const commit = await writeCommit(git.root, { tree, parent: base.commit, message, fallback: committer });
  const pushed = await pushBranch(git.root, remote, branch, commit, state?.tip);
  if (pushed.kind === "stale") return "moved";
  if (pushed.kind === "refused") throw refusedPush(branch, pushed.reason);
  return { outcome: state === undefined ? "created" : "updated", commit, notes: [] };
}

interface LocalCommit extends BranchCommit {
  readonly parents: readonly string[];
}

/** The branch on the remote: its tip, and its commits that the base does not have, newest first. */
interface BranchState {
  readonly tip: string;
  readonly commits: readonly LocalCommit[];
}

interface LocalCommit extends BranchCommit {
  readonly parents: readonly string[];
}

async function readBranch(git: Git, remote: string, branch: string, base: string): Promise<BranchState | undefined> {
  const tip = await remoteTip(git.root, remote, branch);
  if (tip === undefined) return undefined;
  await fetchTip(git.root, remote, branch, tip);
  return { tip, commits: await branchCommits(git, base, tip) };
}

/** A shallow clone cannot tell where the base begins: there, only the commits from the tip down to the first of ours. */
async function branchCommits(git: Git, base: string, tip: string): Promise<readonly LocalCommit[]> {
  const commits = (await commitsBetween(git.root, base, tip, BRANCH_LIMIT)).map(branchCommit);
  if (!(await git.isShallow()) || (await mergeBase(git.root, base, tip)) !== undefined) return commits;
  const firstOfOurs = commits.findIndex(isOurCommit);
  return firstOfOurs < 0 ? commits : commits.slice(0, firstOfOurs + 1);
}

function branchCommit({ id, tree, message, author, parents }: CommitFacts): LocalCommit {
  return { id, tree, message, parents, author: `${author.name} <${author.email}>` };
}

async function isUnchanged(git: Git, draft: Draft, state: BranchState): Promise<boolean> {
  const trees = state.commits.length === 0 ? undefined : await branchTrees(git, state, draft.base.commit);
  return trees !== undefined && holdsSameChange(trees, messageOf(state), draft);
}

async function branchTrees(git: Git, { tip, commits }: BranchState, base: string): Promise<BranchTrees | undefined> {
  const tipBase = commits.at(-1)?.parents[0];
  if (tipBase === undefined || !(await hasCommit(git.root, tipBase))) return undefined;
  const read = (commit: string): Promise<Tree> => readTree(git.root, commit);
  const [tipTree, tipBaseTree, baseTree] = await Promise.all([read(tip), read(tipBase), read(base)]);
  return { tip: tipTree, tipBase: tipBaseTree, base: baseTree };
}

function messageOf({ commits }: BranchState): string {
  return commits.map(({ message }) => message).join("\n");
}

async function gitFolder(root: string): Promise<string> {
  return gitText(["rev-parse", "--path-format=absolute", "--git-common-dir"], { cwd: root });
}

async function writePullRequest(
  file: string,
  { pullRequest }: Proposal,
): Promise<NonNullable<Delivery["pullRequest"]>> {
  const labels = pullRequest.labels.length === 0 ? "" : `Labels: ${pullRequest.labels.join(", ")}\n\n`;
  const text = `# ${pullRequest.title.replace(/\s+/g, " ").trim()}\n\n${labels}${pullRequest.body.trim()}\n`;
  const before = await readFile(file, "utf8").catch(() => undefined);
  const url = pathToFileURL(file).href;
  if (before === text) return { url, outcome: "unchanged" };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return { url, outcome: before === undefined ? "created" : "updated" };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
