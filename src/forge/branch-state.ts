import { createHash } from "node:crypto";
import { isOurCommit, remembersSame, serviceBlobs } from "./commit-message.ts";
import { cutLine } from "./cut-text.ts";
import type { CommitText, Delivered, FileChange } from "./forge.ts";

/** A commit on the proposal's branch that the base does not have. */
export interface BranchCommit {
  readonly id: string;
  readonly tree: string;
  readonly message: string;
  readonly author: string;
  readonly parents: readonly string[];
}

export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** Path → file, of one commit. */
export type Tree = ReadonlyMap<string, TreeFile>;

/** A proposed change with the blob id its content gets. */
export interface ProposedFile extends FileChange {
  readonly blob: string | undefined;
}

/** How many commits of a branch are looked at; also GitHub's limit for a comparison. */
export const BRANCH_LIMIT = 250;

const SUBJECT_CHARACTERS = 120;

/** Commits that no run made, but for merges known to bring the base and nothing else (`base-updates.ts`). */
export function foreignCommits(
  commits: readonly BranchCommit[],
  harmless: ReadonlySet<string> = new Set(),
): readonly BranchCommit[] {
  const below = belowOurs(commits);
  return commits.filter((commit) => !isOurCommit(commit) && !harmless.has(commit.id) && !below.has(commit.id));
}

/**
 * Commits below our own lowest one: the base as it was before somebody forced it elsewhere. A branch of ours begins on the
 * base, so what lies below was never anybody's work on the branch; it goes when the branch is made anew.
 */
export function belowOurs(commits: readonly BranchCommit[]): ReadonlySet<string> {
  const known = new Map(commits.map((commit) => [commit.id, commit] as const));
  const below = new Set<string>();
  for (const commit of commits.filter(isOurCommit)) {
    const reached = reachableFrom(commit.parents, known);
    const isLowest = commits.every((other) => !reached.has(other.id) || !isOurCommit(other));
    if (isLowest) for (const id of reached) below.add(id);
  }
  return below;
}

function reachableFrom(ids: readonly string[], known: ReadonlyMap<string, BranchCommit>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const commit = known.get(id);
    if (commit === undefined || reached.has(id)) continue;
    reached.add(id);
    open.push(...commit.parents);
  }
  return reached;
}

/** Notes that name whose commits keep a branch from being written, and every way on. */
export function foreignNotes(branch: string, foreign: readonly BranchCommit[]): readonly string[] {
  return [
    `${leftAlone(branch, foreign)} Merge or close its pull request; or have the branch made anew without these commits: tick the box in ` +
      "the pull request's text, or comment `/interlinear rebase`.",
  ];
}

/** The same, where the branch has nothing of ours to bring any more: a merge would bring back what was newer since. */
export function overtakenNotes(branch: string, foreign: readonly BranchCommit[]): readonly string[] {
  return [
    `${leftAlone(branch, foreign)} Nothing else is left in it to merge, and its other texts may be older than those of the base: take ` +
      "these commits elsewhere if they are wanted, then close its pull request and delete the branch.",
  ];
}

function leftAlone(branch: string, foreign: readonly BranchCommit[]): string {
  return `Branch ${branch} was left alone: it holds commits that Interlinear did not make (${listed(foreign, 7)}).`;
}

/** Notes that say whose commits a branch lost because somebody asked for it, and how they are found again. */
export function overwrittenNotes(
  branch: string,
  tip: string,
  foreign: readonly BranchCommit[] | undefined,
): readonly string[] {
  if (foreign?.length === 0) return [];
  const lost =
    foreign === undefined
      ? "What it held before"
      : `Not on it any more ${foreign.length === 1 ? "is a commit" : "are commits"} of others: ${listed(foreign, 40)}. It all`;
  return [`Branch ${branch} was made anew, as asked. ${lost} is kept in commit ${tip}.`];
}

function listed(commits: readonly BranchCommit[], idLength: number): string {
  const shown = commits
    .slice(0, 5)
    .map(
      ({ id, message, author }) =>
        `${id.slice(0, idLength)} "${subject(message)}" by ${cutLine(author, SUBJECT_CHARACTERS)}`,
    );
  const more = commits.length > shown.length ? ` and ${String(commits.length - shown.length)} more` : "";
  return `${shown.join("; ")}${more}`;
}

/** The branch's tip, the commit its own commits stand on, and the commit it would be made on now. */
export interface BranchTrees {
  readonly tip: Tree;
  readonly tipBase: Tree;
  readonly base: Tree;
}

/**
 * True when the branch holds exactly the proposed change: the same paths with the same results, made from files that
 * the new base has unchanged, and the same memory of the service's files. Other files of the base may have moved on.
 */
export function holdsSameChange(
  { tip, tipBase, base }: BranchTrees,
  message: string,
  { files, commit }: { readonly files: readonly ProposedFile[]; readonly commit: CommitText },
): boolean {
  const wanted = new Map(
    files.map(
      (file) => [file.path, file.blob === undefined ? undefined : { mode: file.mode, blob: file.blob }] as const,
    ),
  );
  const asWanted = [...wanted].every(
    ([path, file]) => isSameFile(tip.get(path), file) && isSameFile(tipBase.get(path), base.get(path)),
  );
  return asWanted && changedPaths(tipBase, tip).every((path) => wanted.has(path)) && remembersSame(message, commit);
}

/** What the branch brings, with the service's file that each of its files came from. */
export function deliveredFiles({ tip, tipBase }: Omit<BranchTrees, "base">, message: string): Delivered["files"] {
  const remembered = serviceBlobs(message);
  return new Map(
    changedPaths(tipBase, tip).flatMap((path) => {
      const service = remembered.get(path) ?? tip.get(path)?.blob ?? "";
      return [[path, { service, from: tipBase.get(path)?.blob }] as const];
    }),
  );
}

/**
 * Names a change by the files it leaves, as an HTML comment that readers do not see. The pull request's text carries the
 * mark of the change it speaks of: a run that died between writing the branch and writing the text is found out by it.
 */
export function changeMark(files: Iterable<readonly [path: string, blob: string | undefined]>): string {
  const lines = [...files].map(([path, blob]) => `${blob ?? "-"} ${path}\n`).toSorted();
  return `<!-- interlinear ${createHash("sha256").update(lines.join("")).digest("hex").slice(0, 16)} -->`;
}

/** The mark of what a branch brings. */
export function markOfBranch({ tip, tipBase }: Omit<BranchTrees, "base">): string {
  return changeMark(changedPaths(tipBase, tip).map((path) => [path, tip.get(path)?.blob] as const));
}

/** Paths whose file differs between two trees. */
export function changedPaths(before: Tree, after: Tree): readonly string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const written = [...after].filter(([path, file]) => !isSameFile(before.get(path), file)).map(([path]) => path);
  return [...gone, ...written];
}

/** The same content and mode, or both missing. */
export function isSameFile(one: TreeFile | undefined, other: TreeFile | undefined): boolean {
  return one?.blob === other?.blob && one?.mode === other?.mode;
}

/** Somebody else wrote it: it may be as long as they like. */
function subject(message: string): string {
  return cutLine(message.split("\n", 1)[0] ?? "", SUBJECT_CHARACTERS);
}
