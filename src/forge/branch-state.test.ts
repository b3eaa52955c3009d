import { describe, expect, it } from "vitest";
import {
  foreignCommits,
  foreignNotes,
  overtakenNotes,
  holdsSameChange,
  overwrittenNotes,
  type BranchTrees,
  type Tree,
} from "./branch-state.ts";
import { commitMessage, isOurCommit } from "./commit-message.ts";

const TEXT = { headline: "H", body: "B", trailers: [] };

function tree(files: Readonly<Record<string, string>>): Tree {
  return new Map(Object.entries(files).map(([path, blob]) => [path, { mode: "100644", blob }]));
}

function trees(files: Readonly<Record<keyof BranchTrees, Readonly<Record<string, string>>>>): BranchTrees {
  return { tip: tree(files.tip), tipBase: tree(files.tipBase), base: tree(files.base) };
}

function change(path: string, blob: string | undefined): Parameters<typeof holdsSameChange>[2]["files"][number] {
  return { path, blob, content: blob === undefined ? null : new Uint8Array(), mode: "100644" };
}

describe("a branch holds the same change", () => {
  const same = trees({ tip: { a: "2", b: "1" }, tipBase: { a: "1", b: "1" }, base: { a: "1", b: "9" } });

  it.each([
    ["when only other files of the base moved on", same, [change("a", "2")], true],
    ["not when the result is another", same, [change("a", "3")], false],
    ["not when the proposal has a path more", same, [change("a", "2"), change("c", "1")], false],
    [
      "not when the branch changes a path more",
      trees({ tip: { a: "2", b: "2" }, tipBase: { a: "1", b: "1" }, base: { a: "1", b: "1" } }),
      [change("a", "2")],
      false,
    ],
    [
      "not when the base changed the file",
      trees({ tip: { a: "2" }, tipBase: { a: "1" }, base: { a: "0" } }),
      [change("a", "2")],
      false,
    ],
    [
      "when both delete the file",
      trees({ tip: {}, tipBase: { a: "1" }, base: { a: "1" } }),
      [change("a", undefined)],
      true,
    ],
    [
      "not when the branch lacks the deletion",
      trees({ tip: { a: "1" }, tipBase: { a: "1" }, base: { a: "1" } }),
      [change("a", undefined)],
      false,
    ],
    [
      "not when it is empty and something is proposed",
      trees({ tip: {}, tipBase: {}, base: {} }),
      [change("a", "1")],
      false,
    ],
  ] as const)("%s", (_, given, files, expected) => {
    expect(holdsSameChange(given, commitMessage(TEXT, "t"), { files, commit: TEXT })).toBe(expected);
  });

  it("not when the mode differs", () => {
    const executable = { ...change("a", "2"), mode: "100755" as const };

    expect(holdsSameChange(same, "", { files: [executable], commit: TEXT })).toBe(false);
  });
});

describe("our own commits", () => {
  it("name their tree in the last paragraph, and are not ours any more when the tree is another", () => {
    const message = commitMessage(
      { ...TEXT, trailers: [{ name: "Co-authored-by", value: "A\n<a@example.org>" }] },
      "t1",
    );

    expect(message).toBe("H\n\nB\n\nInterlinear-Tree: t1\nCo-authored-by: A <a@example.org>\n");
    expect(isOurCommit({ message, tree: "t1" })).toBe(true);
    expect(isOurCommit({ message, tree: "t2" })).toBe(false);
    expect(isOurCommit({ message: "Interlinear-Tree: t11", tree: "t1" })).toBe(false);
  });

  it("say how many lines about files of the service belong to them", () => {
    const trailers = [
      { name: "Interlinear-Service", value: "1 de.json" },
      { name: "Interlinear-Merged", value: "2 cs.json" },
      { name: "Co-authored-by", value: "A <a@example.org>" },
    ];
    const message = commitMessage({ ...TEXT, trailers }, "t1");

    expect(message).toContain("\nInterlinear-Tree: t1 2\nInterlinear-Service: 1 de.json\n");
    expect(isOurCommit({ message, tree: "t1" })).toBe(true);
    expect(isOurCommit({ message, tree: "t1 2" })).toBe(false);
  });

  it("are told apart from others in a note that stays short", () => {
    const commits = Array.from({ length: 9 }, (_, at) => ({
      id: String(at).repeat(40),
      tree: "t",
      message: `Subject ${String(at)}\n\nBody`,
      author: "Ana",
      parents: [],
    }));
    const [note = ""] = foreignNotes("x", commits);

    expect(note).toContain('0000000 "Subject 0" by Ana');
    expect(note).toContain("and 4 more");
    expect(note).not.toContain("Body");
  });

  it("are named in one line each, however long strangers make their subjects and names", () => {
    const long = { id: "1".repeat(40), tree: "t", message: `Fix\r${"x".repeat(70_000)}`, parents: [] };
    const [note = ""] = foreignNotes("x", [{ ...long, author: `Ana\n${"y".repeat(70_000)}` }]);

    expect(note).toContain('1111111 "Fix xxx');
    expect(note).not.toMatch(/[\r\n]/);
    expect(note.length).toBeLessThan(700);
  });

  it("are not foreign, nor are merges known to be harmless", () => {
    const plain = { author: "Ana", parents: [] };
    const ours = { ...plain, id: "1", tree: "t", message: "H\n\nInterlinear-Tree: t\n" };
    const merge = { ...plain, id: "2", tree: "u", message: "Merge" };
    const theirs = { ...plain, id: "3", tree: "v", message: "Theirs" };

    expect(foreignCommits([theirs, merge, ours], new Set(["2"]))).toEqual([theirs]);
    expect(foreignCommits([theirs, merge, ours])).toEqual([theirs, merge]);
  });

  it("say how a lost commit is found again, and nothing where none was lost", () => {
    const id = "ab".repeat(20);
    const lost = { id, tree: "t", message: "Fix\n\nBody", author: "Ana", parents: [] };

    expect(overwrittenNotes("x", id, [])).toEqual([]);
    expect(overwrittenNotes("x", id, [lost])[0]).toContain(`${id} "Fix" by Ana`);
    expect(overwrittenNotes("x", id, undefined)[0]).toContain(`kept in commit ${id}`);
  });

  it("are no reason to merge what was overtaken", () => {
    const [note = ""] = overtakenNotes("x", [{ id: "1", tree: "t", message: "m", author: "Ana", parents: [] }]);

    expect(note).toContain('1 "m" by Ana');
    expect(note).toContain("close its pull request and delete the branch");
    expect(note).not.toContain("Merge");
  });

  it("offer every way on to whoever's branch was left alone", () => {
    const [note = ""] = foreignNotes("x", [{ id: "1", tree: "t", message: "m", author: "Ana", parents: [] }]);

    expect(note).toContain("tick the box");
    expect(note).toContain("`/interlinear rebase`");
  });
});
