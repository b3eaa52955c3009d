import { describe, expect, it } from "vitest";
import { baseOf, baseUpdates, bringsOnlyTheBase, harmlessUpdates } from "./base-updates.ts";
import type { BranchCommit, Tree } from "./branch-state.ts";

function tree(files: Readonly<Record<string, string>>): Tree {
  return new Map(Object.entries(files).map(([path, blob]) => [path, { mode: "100644", blob }]));
}

function commit(id: string, ...parents: readonly string[]): BranchCommit {
  return { id, tree: `tree of ${id}`, message: id, author: "Ana", parents };
}

describe("merges of the base into a branch", () => {
  it.each([
    ["one on our commit", [commit("m", "ours", "b2"), commit("ours", "b1")], [["m", "ours", "b1", "b2"]]],
    [
      "one on another",
      [commit("m2", "m", "b3"), commit("m", "ours", "b2"), commit("ours", "b1")],
      [
        ["m2", "m", "b2", "b3"],
        ["m", "ours", "b1", "b2"],
      ],
    ],
    [
      "none of a branch that the base does not have",
      [commit("m", "ours", "x"), commit("x", "b1"), commit("ours", "b1")],
      [],
    ],
    ["none whose first parent is not on the branch", [commit("m", "b2", "b1")], []],
    ["none of three", [commit("m", "ours", "b2", "b3"), commit("ours", "b1")], []],
    ["none where there is none", [commit("ours", "b1")], []],
  ] as const)("are found: %s", (_, commits, expected) => {
    const found = baseUpdates(commits).map(({ commit: { id }, before, beforeBase, base }) => [
      id,
      before,
      beforeBase,
      base,
    ]);

    expect(found).toEqual(expected);
  });

  it.each([
    ["the commit it was made on", [commit("ours", "b1")], "ours", "b1"],
    ["what was merged last", [commit("m", "ours", "b2"), commit("ours", "b1")], "m", "b2"],
    ["itself where nothing is on it", [], "b1", "b1"],
    ["nothing where it has a beginning of its own", [commit("root")], "root", undefined],
  ] as const)("tell what a branch stands on: %s", (_, commits, tip, expected) => {
    expect(baseOf(commits, tip)).toBe(expected);
  });

  const before = tree({ "de.json": "new", "code.ts": "1" });
  const beforeBase = tree({ "de.json": "old", "code.ts": "1" });
  const base = tree({ "de.json": "old", "code.ts": "2", "more.ts": "1" });

  it.each([
    ["bring it and nothing else", { "de.json": "new", "code.ts": "2", "more.ts": "1" }, true],
    ["change a file besides", { "de.json": "new", "code.ts": "3", "more.ts": "1" }, false],
    ["change one of ours", { "de.json": "better", "code.ts": "2", "more.ts": "1" }, false],
    ["drop one of ours", { "de.json": "old", "code.ts": "2", "more.ts": "1" }, false],
    ["add one", { "de.json": "new", "code.ts": "2", "more.ts": "1", "evil.ts": "1" }, false],
    ["leave one out", { "de.json": "new", "code.ts": "2" }, false],
  ] as const)("are told apart: they %s", (_, files, expected) => {
    expect(bringsOnlyTheBase({ merge: tree(files), before, beforeBase, base })).toBe(expected);
  });

  it("count as harmless by what they do, and never where they cannot be looked into or are too many", async () => {
    const commits = [commit("m", "ours", "b2"), commit("ours", "b1")];
    const merge = tree({ "de.json": "new", "code.ts": "2", "more.ts": "1" });
    const trees = { merge, before, beforeBase, base };
    const chain = Array.from({ length: 11 }, (_, at) =>
      commit(`m${String(at)}`, at === 10 ? "ours" : `m${String(at + 1)}`, `b${String(at)}x`),
    );

    expect([...(await harmlessUpdates(commits, () => Promise.resolve(trees)))]).toEqual(["m"]);
    expect([...(await harmlessUpdates(commits, () => Promise.resolve(undefined)))]).toEqual([]);
    expect([...(await harmlessUpdates([...chain, commit("ours", "b1")], () => Promise.resolve(trees)))]).toEqual([]);
  });
});
