import { LocalError, RemoteError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { commitsBetween, hasCommit, mergeBase, readTree, type CommitFacts } from "../git/commit-reading.ts";
import { writeTree, type Identity } from "../git/commit-writing.ts";
import type { SigningKey } from "../git/signing.ts";
import type { Git } from "../git/git.ts";
import { withoutCredentials } from "../git/run.ts";
import { deleteRemoteBranch, fetchTip, pushBranch, remoteTip, type Remote } from "../git/remote-branch.ts";
import { baseOf, harmlessUpdates } from "./base-updates.ts";
import {
  BRANCH_LIMIT,
  belowOurs,
  foreignCommits,
  foreignNotes,
  overtakenNotes,
  holdsSameChange,
  overwrittenNotes,
  type BranchCommit,
  type BranchTrees,
  type Tree,
} from "./branch-state.ts";
import type { BranchDelivery, Draft } from "./draft.ts";
import { isOurCommit } from "./commit-message.ts";
import type { Proposal } from "./forge.ts";
import { writePushedCommit } from "./pushed-commit.ts";

/** A clone and the remote that its commits are pushed to: how a branch is written where the forge has no API for it. */
export interface PushTarget {
  readonly git: Git;
  readonly remote: Remote;
  /** The remote's name for people. */
  readonly name: string;
  /** Who commits where git's configuration names nobody. */
  readonly committer: Identity;
  /** Signs the commits; left out: as git's configuration asks for. */
  readonly signing?: SigningKey | undefined;
  readonly logger: Logger;
  /** Asked before anything is pushed. @throws {RemoteError} `IL-F03` where the remote does not have the base commit */
  readonly assertPublished?: (base: Proposal["base"]) => Promise<void>;
  readonly refusedPush: (branch: string, reason: string) => RemoteError;
}

/** A branch that holds commits of ours and of nobody else. */
export interface OwnBranch {
  readonly tip: string;
  readonly trees: Omit<BranchTrees, "base">;
  /** The messages of all its commits. */
  readonly messages: string;
}

/**
 * Brings the branch to the proposed change, with one repetition: a lease fails when the branch moved between reading and
 * pushing it.
 * @param isAsked somebody wants the branch made anew, whatever is on it
 */
export async function deliverBranch(target: PushTarget, draft: Draft, isAsked: boolean): Promise<BranchDelivery> {
  const first = await tryDeliverBranch(target, draft, isAsked);
  if (first !== "moved") return first;
  target.logger.info(`Branch ${draft.branch} moved on ${target.name} meanwhile; reading it again.`);
  const second = await tryDeliverBranch(target, draft, isAsked);
  if (second !== "moved") return second;
  throw new RemoteError(`branch ${draft.branch} keeps moving on ${target.name} while it is written`, {
    code: "IL-F08",
    hint: "Run again when nobody else writes to the branch.",
  });
}

/** Undefined where there is no such branch, it has no commits of its own, or not all of them are ours. */
export async function readOwnBranch(target: PushTarget, branch: string, base: string): Promise<OwnBranch | undefined> {
  const { git } = target;
  const state = await readBranch(target, branch, base);
  if (state === undefined || state.commits.length === 0 || (await foreignIn(git, state)).length > 0) return undefined;
  if (belowOurs(state.commits).size > 0) return undefined;
  const trees = await branchTrees(git, state, base);
  return trees && { tip: state.tip, trees, messages: messagesOf(state) };
}

/** What is known of a branch before it is deleted. */
export interface BranchReading {
  /** Undefined: there is no such branch. */
  readonly tip: string | undefined;
  /** Why it is left alone; empty where all its commits are ours. */
  readonly obstacles: readonly string[];
}

/** Whether a branch may be deleted. */
export async function readForDeletion(target: PushTarget, branch: string, base: string): Promise<BranchReading> {
  const state = await readBranch(target, branch, base);
  if (state === undefined) return { tip: undefined, obstacles: [] };
  const foreign = await foreignIn(target.git, state);
  return { tip: state.tip, obstacles: foreign.length === 0 ? [] : overtakenNotes(branch, foreign) };
}

/** Deletes the branch where it was read; a note where the remote refuses. */
export async function deleteBranch(target: PushTarget, branch: string, tip: string): Promise<readonly string[]> {
  const { git, remote, name } = target;
  const deleted = await deleteRemoteBranch(git.root, remote, branch, tip);
  if (deleted.kind === "pushed") return [];
  if (deleted.kind === "stale") return [`Branch ${branch} was not deleted: somebody pushed to it meanwhile.`];
  const words = withoutCredentials(deleted.reason).replace(/\s+/g, " ").trim();
  return [`Branch ${branch} is still there: ${name} did not delete it (${words}). Delete it yourself.`];
}

async function tryDeliverBranch(target: PushTarget, draft: Draft, isAsked: boolean): Promise<BranchDelivery | "moved"> {
  const { git, remote, committer } = target;
  const { base, branch } = draft;
  if (!(await hasCommit(git.root, base.commit))) {
    throw new LocalError(`the base commit ${base.commit} is not in this clone`, {
      code: "IL-F03",
      hint: `Fetch ${base.branch} first.`,
    });
  }
  const state = await readBranch(target, branch, base.commit);
  const foreign = state === undefined ? [] : await foreignIn(git, state);
  if (state !== undefined && foreign.length > 0 && !isAsked) {
    return { outcome: "left-alone", commit: state.tip, notes: foreignNotes(branch, foreign) };
  }
  if (state !== undefined && foreign.length === 0 && (await isUnchanged(git, draft, state, isAsked))) {
    return { outcome: "unchanged", commit: state.tip, notes: [] };
  }
  await target.assertPublished?.(base);
  const tree = await writeTree(git.root, base.commit, draft.files);
  const written = { tree, parent: base.commit, text: draft.commit, fallback: committer, signing: target.signing };
  const commit = await writePushedCommit(git.root, written);
  const pushed = await pushBranch(git.root, remote, branch, commit, state?.tip);
  if (pushed.kind === "stale") return "moved";
  if (pushed.kind === "refused") throw target.refusedPush(branch, pushed.reason);
  if (state === undefined) return { outcome: "created", commit, notes: [] };
  return { outcome: "updated", commit, notes: overwrittenNotes(branch, state.tip, foreign) };
}

/** Whose commits are on the branch besides ours. */
async function foreignIn(git: Git, { commits, isCut }: BranchState): Promise<readonly BranchCommit[]> {
  if (isCut) return foreignCommits(commits);
  const read = (commit: string): Promise<Tree> => readTree(git.root, commit);
  const harmless = await harmlessUpdates(commits, async ({ commit, before, beforeBase, base }) => {
    const ids = [commit.id, before, beforeBase, base] as const;
    if (!(await Promise.all(ids.map((id) => hasCommit(git.root, id)))).every(Boolean)) return undefined;
    const [merge, ours, old, theirs] = await Promise.all([read(commit.id), read(before), read(beforeBase), read(base)]);
    return { merge, before: ours, beforeBase: old, base: theirs };
  });
  return foreignCommits(commits, harmless);
}

/** The branch on the remote: its tip, and its commits that the base does not have, newest first. */
interface BranchState {
  readonly tip: string;
  readonly commits: readonly BranchCommit[];
  /** A shallow clone hides where the base begins: which commits are of the base cannot be told. */
  readonly isCut: boolean;
}

async function readBranch({ git, remote }: PushTarget, branch: string, base: string): Promise<BranchState | undefined> {
  const tip = await remoteTip(git.root, remote, branch);
  if (tip === undefined) return undefined;
  await fetchTip(git.root, remote, branch, tip);
  const commits = (await commitsBetween(git.root, base, tip, BRANCH_LIMIT)).map(branchCommit);
  if (!(await git.isShallow())) return { tip, commits, isCut: false };
  const line = ownLine(commits, tip);
  if (line.some(({ parents }) => parents[1] === base)) return { tip, commits: line, isCut: false };
  const isCut = (await mergeBase(git.root, base, tip)) === undefined;
  if (!isCut) return { tip, commits, isCut };
  // Only those from the tip down to the first of ours.
  const firstOfOurs = commits.findIndex(isOurCommit);
  return { tip, commits: firstOfOurs < 0 ? commits : commits.slice(0, firstOfOurs + 1), isCut };
}

/** From the tip along the first parents down to the first of ours: what is beside it came in by merges. */
function ownLine(commits: readonly BranchCommit[], tip: string): readonly BranchCommit[] {
  const known = new Map(commits.map((commit) => [commit.id, commit] as const));
  const line: BranchCommit[] = [];
  for (let at = known.get(tip); at !== undefined; at = known.get(at.parents[0] ?? "")) {
    line.push(at);
    if (isOurCommit(at)) break;
  }
  return line;
}

function branchCommit({ id, tree, message, author, parents }: CommitFacts): BranchCommit {
  return { id, tree, message, parents, author: `${author.name} <${author.email}>` };
}

/** Who asks for the branch to be made anew wants it on the base as it is now. */
async function isUnchanged(git: Git, draft: Draft, state: BranchState, isAsked: boolean): Promise<boolean> {
  if (isAsked && baseOf(state.commits, state.tip) !== draft.base.commit) return false;
  // It would bring back what somebody took out of the base.
  if (belowOurs(state.commits).size > 0) return false;
  const trees = state.commits.length === 0 ? undefined : await branchTrees(git, state, draft.base.commit);
  return trees !== undefined && holdsSameChange(trees, messagesOf(state), draft);
}

async function branchTrees(git: Git, { tip, commits }: BranchState, base: string): Promise<BranchTrees | undefined> {
  const tipBase = baseOf(commits, tip);
  if (tipBase === undefined || !(await hasCommit(git.root, tipBase))) return undefined;
  const read = (commit: string): Promise<Tree> => readTree(git.root, commit);
  const [tipTree, tipBaseTree, baseTree] = await Promise.all([read(tip), read(tipBase), read(base)]);
  return { tip: tipTree, tipBase: tipBaseTree, base: baseTree };
}

function messagesOf({ commits }: BranchState): string {
  return commits.map(({ message }) => message).join("\n");
}
