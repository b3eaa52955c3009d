import type { Binding } from "../../mapping/binding.ts";
import { MappingError, type MappingProblem } from "../../mapping/errors.ts";
import { fine, problem, remarksOf, warning, type Remark } from "./remark.ts";

/** What was seen of the clone we are in. */
export interface CloneFacts {
  /** Commit id; undefined before the first commit. */
  readonly head: string | undefined;
  readonly branch: string | undefined;
  readonly remotes: readonly string[];
  readonly isShallow: boolean;
}

/** Whether a sync can start from the clone. */
export function judgeClone({ head, branch, remotes, isShallow }: CloneFacts): readonly Remark[] {
  const remarks = [
    ...(head === undefined
      ? [
          problem("git", "there is no commit yet", {
            code: "IL-W03",
            remedy: "Commit the files and the mapping: only what git knows is compared with the service.",
          }),
        ]
      : []),
    ...(remotes.length === 0
      ? [
          warning("git", "there is no remote", {
            remedy: "Add one (`git remote add origin …`): the branch of a pull request is pushed there.",
          }),
        ]
      : []),
    ...(head !== undefined && branch === undefined
      ? [
          warning("git", "no branch is checked out", {
            code: "IL-W03",
            remedy: "Check a branch out where translations are proposed: a pull request needs one as its base.",
          }),
        ]
      : []),
    ...(isShallow
      ? [
          warning("git", "the clone is shallow: what a run needs of the history is fetched each time", {
            code: "IL-G07",
            remedy: "Check out with `fetch-depth: 0` and `filter: blob:none`.",
          }),
        ]
      : []),
  ];
  return remarks.length > 0 ? remarks : [fine("git", `branch ${branch ?? ""}, whole history`)];
}

/** @param problems what is wrong with the mapping besides those bindings that could be made */
export function judgeMapping(
  path: string,
  bindings: readonly Binding[],
  problems: readonly MappingProblem[],
): readonly Remark[] {
  const [first, ...rest] = problems;
  if (first !== undefined) return remarksOf("mapping", new MappingError([first, ...rest]));
  const count = bindings.length;
  return [fine("mapping", `${path} binds ${String(count)} ${count === 1 ? "component" : "components"}`)];
}
