import { createHash } from "node:crypto";
import { isOurCommit, remembersSame, serviceBlobs } from "./commit-message.ts";
import type { CommitText, Delivered, FileChange } from "./forge.ts";

/** A commit on the proposal's branch that the base does not have. */
export interface BranchCommit {
  readonly id: string;
  readonly tree: string;
  readonly message: string;
  readonly author: string;
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

export function foreignCommits(commits: readonly BranchCommit[]): readonly BranchCommit[] {
  return commits.filter((commit) => !isOurCommit(commit));
}

/** Notes that name whose commits keep a branch from being written. */
export function foreignNotes(branch: string, foreign: readonly BranchCommit[]): readonly string[] {
  const shown = foreign
    .slice(0, 5)
    .map(({ id, message, author }) => `${id.slice(0, 7)} "${subject(message)}" by ${author}`);
  const more = foreign.length > shown.length ? ` and ${String(foreign.length - shown.length)} more` : "";
  return [
    `Branch ${branch} was left alone: it holds commits that Interlinear did not make (${shown.join("; ")}${more}). ` +
      "Merge or close its pull request, or remove these commits or the branch; the next run then writes it again.",
  ];
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
    ([path, file]) => isSame(tip.get(path), file) && isSame(tipBase.get(path), base.get(path)),
  );
  return asWanted && changedPaths(tipBase, tip).every((path) => wanted.has(path)) && remembersSame(message, commit);
}

/** What the branch brings, with the service's file that each of its files came from. */
export function deliveredFiles({ tip, tipBase }: Omit<BranchTrees, "base">, message: string): Delivered["files"] {
  const remembered = serviceBlobs(message);
  return new Map(
    changedPaths(tipBase, tip).flatMap((path) => {
      const file = tip.get(path);
      if (file === undefined) return [];
      return [[path, { service: remembered.get(path) ?? file.blob, from: tipBase.get(path)?.blob }] as const];
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

function changedPaths(before: Tree, after: Tree): readonly string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const written = [...after].filter(([path, file]) => !isSame(before.get(path), file)).map(([path]) => path);
  return [...gone, ...written];
}

function isSame(one: TreeFile | undefined, other: TreeFile | undefined): boolean {
  return one?.blob === other?.blob && one?.mode === other?.mode;
}

function subject(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
