import type { FreezeSettings } from "../mapping/binding.ts";
import { matchesBranch } from "../mapping/branch-pattern.ts";

/**
 * Whether strings are frozen on a branch, and why: `strings are frozen on release/2 (freeze.branches: release/*)`.
 * @param branch undefined where none is checked out: then only the label can freeze
 * @param isLabelOpen whether an open pull request or issue has the label of the settings
 * @returns the reason, as `RunOptions.frozen` takes it; undefined where nothing is frozen
 */
export function isFrozen(
  { branches, label }: FreezeSettings,
  branch: string | undefined,
  isLabelOpen: boolean,
): string | undefined {
  if (label !== undefined && isLabelOpen)
    return `strings are frozen as long as an open pull request or issue has the label ${label}`;
  if (branch === undefined) return undefined;
  const pattern = branches.find((each) => matchesBranch(each, branch));
  if (pattern === undefined) return undefined;
  return `strings are frozen on ${branch} (freeze.branches: ${pattern})`;
}
