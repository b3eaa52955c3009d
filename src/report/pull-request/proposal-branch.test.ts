import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isProposalBranch, proposalBranch } from "./proposal-branch.ts";

test.each([
  ["interlinear/{base}", "main", undefined, "interlinear/main"],
  ["interlinear/{base}", "release/2", undefined, "interlinear/release/2"],
  ["interlinear/{base}", "main", "de", "interlinear/main--de"],
  ["interlinear/{base}", "main", "acme/mobile/android", "interlinear/main--acme.mobile.android"],
  ["interlinear/{base}", "main", "sr@latin", "interlinear/main--sr+latin"],
  ["l10n", "main", "de", "l10n--de"],
  ["l10n/{group}/{base}", "main", "de", "l10n/de/main"],
  ["l10n/{group}/{base}", "main", undefined, "l10n/all/main"],
  ["l10n/{base}", "$&", undefined, "l10n/$&"],
])("with %s, the branch for %s and the group %s is %s", (branch, base, group, expected) => {
  expect(proposalBranch({ branch }, base, group)).toBe(expected);
});

test("no two groups share a branch, and git takes all of them as names", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_.@+=-]{1,6}(\/[A-Za-z0-9_.@+=-]{1,6}){0,2}$/);
  fc.assert(
    fc.property(name, name, (one, other) => {
      const branches = [one, other].map((group) => proposalBranch({ branch: "interlinear/{base}" }, "main", group));

      expect(branches[0] === branches[1]).toBe(one === other);
      for (const branch of branches) {
        expect(branch).toMatch(/^interlinear\/main--[A-Za-z0-9_.+=-]+$/);
        expect(branch).not.toMatch(/\.\.|\.lock$|\.$/);
        expect(isProposalBranch({ branch: "interlinear/{base}" }, branch, "main")).toBe(true);
      }
    }),
  );
});

test("a base whose name looks like another base's group has a branch of its own", () => {
  const pattern = { branch: "interlinear/{base}" };

  expect(proposalBranch(pattern, "main--de")).toBe("interlinear/main=2D-de");
  expect(proposalBranch(pattern, "main--de", "fr")).toBe("interlinear/main=2D-de--fr");
  expect(isProposalBranch(pattern, "interlinear/main=2D-de", "main--de")).toBe(true);
  expect(isProposalBranch(pattern, "interlinear/main=2D-de", "main")).toBe(false);
});

test("a component that is called lock gets a branch that git takes", () => {
  expect(proposalBranch({ branch: "interlinear/{base}" }, "main", "acme/lock")).toBe("interlinear/main--acme=2Flock");
});

describe("which branches are ours", () => {
  test.each([
    ["interlinear/{base}", "interlinear/main", undefined, true],
    ["interlinear/{base}", "interlinear/release/2", undefined, true],
    ["interlinear/{base}", "interlinear/main--de", undefined, true],
    ["interlinear/{base}", "interlinear/", undefined, false],
    ["interlinear/{base}", "main", undefined, false],
    ["interlinear/{base}", "interlinear/main", "main", true],
    ["interlinear/{base}", "interlinear/main--de", "main", true],
    ["interlinear/{base}", "interlinear/main--acme/website", "main", false],
    ["interlinear/{base}", "interlinear/maintenance", "main", false],
    ["interlinear/{base}", "interlinear/release/2", "main", false],
    ["interlinear/{base}", "interlinear/release.2", "release/2", false],
    ["l10n", "l10n", undefined, true],
    ["l10n", "l10n--de", "main", true],
    ["l10n", "l10n-2", undefined, false],
    ["{base}-l10n", "main-l10n", undefined, true],
    ["{base}-l10n", "main-l10n--de", "main", true],
    ["l10n/{group}/{base}", "l10n/de/main", "main", true],
    ["l10n/{group}/{base}", "l10n/all/main", "main", true],
    ["l10n/{group}/{base}", "l10n/de/other", "main", false],
    ["a+b/{base}", "aab/main", "main", false],
  ])("with %s, %s is ours for the base %s: %s", (pattern, branch, base, isOurs) => {
    expect(isProposalBranch({ branch: pattern }, branch, base)).toBe(isOurs);
  });
});
