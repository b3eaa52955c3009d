import { expect, test } from "vitest";
import { isFrozen } from "./freeze.ts";

const onBranches = { branches: ["release/*", "stable"] };
const byLabel = { branches: [], label: "string-freeze" };

test.each([
  [
    "a branch that fits a pattern",
    onBranches,
    "release/2",
    false,
    "strings are frozen on release/2 (freeze.branches: release/*)",
  ],
  ["a branch by its name", onBranches, "stable", false, "strings are frozen on stable (freeze.branches: stable)"],
  ["another branch", onBranches, "main", false, undefined],
  ["a branch below one that fits", onBranches, "release/2/hotfix", false, undefined],
  ["no branch", onBranches, undefined, false, undefined],
  [
    "the label on every branch",
    byLabel,
    "main",
    true,
    "strings are frozen as long as an open pull request or issue has the label string-freeze",
  ],
  [
    "the label without a branch",
    byLabel,
    undefined,
    true,
    "strings are frozen as long as an open pull request or issue has the label string-freeze",
  ],
  ["a label that nothing open has", byLabel, "main", false, undefined],
  ["a label that the settings do not name", onBranches, "main", true, undefined],
  ["no settings", { branches: [] }, "main", false, undefined],
])("%s", (_, settings, branch, isLabelOpen, reason) => {
  expect(isFrozen(settings, branch, isLabelOpen)).toBe(reason);
});
