import { RemoteError } from "../../core/errors.ts";
import { harmlessUpdates } from "../base-updates.ts";
import {
  belowOurs,
  foreignCommits,
  foreignNotes,
  holdsSameChange,
  overwrittenNotes,
  type BranchCommit,
  type BranchTrees,
  type ProposedFile,
} from "../branch-state.ts";
import type { BranchDelivery, Draft } from "../draft.ts";
import {
  messagesOf,
  readBaseTree,
  readBranch,
  readBranchTrees,
  readTip,
  type BranchState,
  type ObjectsAtHand,
} from "./branch.ts";
import type { GitHubRepository } from "./connection.ts";
import { readTrees } from "./trees.ts";
import { writeBranch } from "./write-branch.ts";

/** Whose commits are on a branch besides ours; undefined where they cannot be told. */
export type Foreign = readonly BranchCommit[] | undefined;

/** A branch that holds commits of ours and of nobody else. */
export interface OwnBranch {
  readonly tip: string;
  readonly trees: BranchTrees;
  /** The messages of all its commits. */
  readonly messages: string;
}

/** What is known of a branch before it is read. */
export interface KnownOfBranch {
  /** Where the open pull request says that it is. */
  readonly tip?: string | undefined;
  readonly atHand?: ObjectsAtHand | undefined;
}

/** With the commit that the branch was at before. */
export type WrittenBranch = BranchDelivery & { readonly before?: string | undefined };

/**
 * Brings the branch to the proposed change, with one repetition: somebody may move it between reading and writing.
 * @param isAsked somebody wants the branch made anew, whatever is on it
 */
export async function deliverBranch(
  github: GitHubRepository,
  draft: Draft,
  isAsked: boolean,
  { tip, atHand }: KnownOfBranch,
): Promise<WrittenBranch> {
  const first = await tryDeliverBranch(github, draft, isAsked, { tip, atHand });
  if (first !== "moved") return first;
  github.logger.info(`Branch ${draft.branch} moved meanwhile; reading it again.`);
  const second = await tryDeliverBranch(github, draft, isAsked, { atHand });
  if (second !== "moved") return second;
  throw new RemoteError(`branch ${draft.branch} keeps moving while it is written`, {
    code: "IL-F08",
    hint: "Run again when nobody else writes to the branch.",
  });
}

/** Undefined where there is no such branch, it has no commits of its own, or not all of them are ours. */
export async function readOwnBranch(
  github: GitHubRepository,
  branch: string,
  base: string,
  known: KnownOfBranch,
): Promise<OwnBranch | undefined> {
  const tip = known.tip ?? (await readTip(github, branch));
  const state = tip === undefined ? undefined : await readBranch(github, tip, base);
  if (tip === undefined || state === undefined || state.isContained) return undefined;
  if ((await foreignIn(github, state))?.length !== 0 || belowOurs(state.commits ?? []).size > 0) return undefined;
  return { tip, trees: await readBranchTrees(github, state, [], known.atHand), messages: messagesOf(state) };
}

/** @param state undefined where the branch shares no history with the base */
export async function foreignIn(github: GitHubRepository, state: BranchState | undefined): Promise<Foreign> {
  if (state?.commits === undefined) return undefined;
  const { commits } = state;
  const harmless = await harmlessUpdates(commits, async ({ commit, before, beforeBase, base }) => {
    // GitHub takes a commit's id for its tree's. The merge and its base come first: a cut listing is looked through where they differ.
    const [merge, theirs, ours, old] = await readTrees(github, [commit.tree, base, before, beforeBase], []);
    if (merge === undefined || theirs === undefined || ours === undefined || old === undefined) return undefined;
    return { merge, before: ours, beforeBase: old, base: theirs };
  });
  return foreignCommits(commits, harmless);
}

/** Why a branch is left alone that holds more than our commits. @param notes of those commits */
export function obstacleNotes(
  branch: string,
  state: BranchState | undefined,
  foreign: Foreign,
  notes: typeof foreignNotes,
): readonly string[] {
  if (foreign !== undefined) return foreign.length === 0 ? [] : notes(branch, foreign);
  const why =
    state === undefined
      ? "it shares no history with the base"
      : "it holds more commits than a run of Interlinear makes";
  return [
    `Branch ${branch} was left alone: ${why}. Delete or rename it; or have it made anew: comment \`/interlinear rebase\` on its pull request.`,
  ];
}

async function tryDeliverBranch(
  github: GitHubRepository,
  draft: Draft,
  isAsked: boolean,
  known: KnownOfBranch,
): Promise<WrittenBranch | "moved"> {
  const { base, branch } = draft;
  const tip = known.tip ?? (await readTip(github, branch));
  const state = tip === undefined ? undefined : await readBranch(github, tip, base.commit);
  const foreign = tip === undefined ? [] : await foreignIn(github, state);
  if (tip !== undefined && foreign?.length !== 0 && known.tip !== undefined) {
    // A list may be behind: who is told that the branch is left alone is told of the branch as it is.
    if ((await readTip(github, branch)) !== tip)
      return tryDeliverBranch(github, draft, isAsked, { ...known, tip: undefined });
  }
  if (tip !== undefined && foreign?.length !== 0 && !isAsked) {
    return { outcome: "left-alone", commit: tip, notes: obstacleNotes(branch, state, foreign, foreignNotes) };
  }
  if (state !== undefined && foreign?.length === 0 && (await holdsChange(github, draft, { state, isAsked, known }))) {
    return { outcome: "unchanged", commit: state.tip, notes: [] };
  }
  const treeAtHand = state === undefined ? await known.atHand?.treeOf(base.commit) : undefined;
  const baseTree = state?.baseTree ?? treeAtHand ?? (await readBaseTree(github, base.commit));
  const files = await withoutMissingDeletions(github, { commit: base.commit, tree: baseTree }, draft.files, known);
  const from = tip === undefined ? undefined : { tip, isContained: state?.isContained ?? false };
  const onto = { commit: base.commit, tree: baseTree };
  const write = writeBranch(github, { branch, base: onto, from, files, text: draft.commit });
  const written = await write.catch(async (error: unknown) => {
    // Nobody has asked yet whether GitHub has the base.
    if (treeAtHand !== undefined) await readBaseTree(github, base.commit);
    throw error;
  });
  if (written === "moved") return "moved";
  const { commit } = written;
  if (tip === undefined) return { outcome: "created", commit, notes: [] };
  return { outcome: "updated", commit, before: tip, notes: overwrittenNotes(branch, tip, foreign) };
}

/** Who asks for the branch to be made anew wants it on the base as it is now. */
async function holdsChange(
  github: GitHubRepository,
  draft: Draft,
  { state, isAsked, known }: { readonly state: BranchState; readonly isAsked: boolean; readonly known: KnownOfBranch },
): Promise<boolean> {
  if (state.isContained || (isAsked && state.tipBaseTree !== state.baseTree)) return false;
  // It would bring back what somebody took out of the base.
  if (belowOurs(state.commits ?? []).size > 0) return false;
  return holdsSameChange(await readBranchTrees(github, state, draft.files, known.atHand), messagesOf(state), draft);
}

/** GitHub refuses to delete what is not there. */
async function withoutMissingDeletions(
  github: GitHubRepository,
  base: { readonly commit: string; readonly tree: string },
  files: readonly ProposedFile[],
  { atHand }: KnownOfBranch,
): Promise<readonly ProposedFile[]> {
  const deletions = files.filter(({ content }) => content === null).map(({ path }) => path);
  if (deletions.length === 0) return files;
  const known = await atHand?.filesAt(base.commit, deletions);
  const [there = new Map<string, unknown>()] =
    known === undefined ? await readTrees(github, [base.tree], deletions) : [known];
  return files.filter(({ path, content }) => content !== null || there.has(path));
}
