import { expect, test } from "vitest";
import { matchesBranch } from "./branch-pattern.ts";

test.each([
  ["main", "main", true],
  ["main", "main2", false],
  ["release/*", "release/2", true],
  ["release/*", "release/2/hotfix", false],
  ["release/*", "release", false],
  ["release/**", "release/2/hotfix", true],
  ["release/**", "release", false],
  ["**", "any/branch", true],
  ["*", "main", true],
  ["*", "any/branch", false],
  ["release-?", "release-2", true],
  ["{main,stable/*}", "stable/1.0", true],
  ["{main,stable/*}", "unstable", false],
  // What a glob could mean otherwise is part of the name.
  ["!main", "main", false],
  ["!main", "!main", true],
  ["feature+(x)", "feature+(x)", true],
  ["v1.0", "v1x0", false],
])("the pattern %s and the branch %s: %s", (pattern, branch, fits) => {
  expect(matchesBranch(pattern, branch)).toBe(fits);
});
