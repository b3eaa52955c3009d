import { describe, expect, it } from "vitest";
import type { PathVersion } from "../../git/git.ts";
import { fileVersions, readFileVersions, relate } from "./file-versions.ts";

function version(blob: string | undefined, trailers: PathVersion["trailers"] = {}): PathVersion {
  return { commit: `commit of ${blob ?? "removal"}`, tree: "another tree", blob, time: 0, trailers };
}

const ours = { "Interlinear-Tree": ["tree"] };

it("knows all blobs of a path and no agreement before the first commit of ours", () => {
  expect(fileVersions("de.json", [version("b"), version(undefined), version("a")])).toEqual({ blobs: ["b", "a"] });
});

it("finds the newest commit of ours under later commits of people", () => {
  const versions = fileVersions("de.json", [version("c"), version("b", ours), version("a", ours)]);

  expect(versions.agreed).toMatchObject({ blob: "b", service: "b", merged: false, newer: ["c"] });
});

it("reads the service's blob id from the trailer of exactly this path, spaces included", () => {
  const trailers = { ...ours, "Interlinear-Service": ["111 de.json", "222 my files/de.json"] };

  expect(fileVersions("my files/de.json", [version("b", trailers)]).agreed).toMatchObject({
    blob: "b",
    service: "222",
    merged: false,
  });
});

it("tells a file that kept texts of the repository from one that only differs by bytes", () => {
  const trailers = { ...ours, "Interlinear-Merged": ["333 de.json"] };

  expect(fileVersions("de.json", [version("b", trailers)]).agreed).toMatchObject({
    blob: "b",
    service: "333",
    merged: true,
    unsent: true,
  });
});

describe("a file is as a commit of ours brought it", () => {
  const asMade = { ...version("b", ours), tree: "tree" };

  it.each([
    ["where that commit is the newest", [asMade, version("a")], true],
    ["not where people changed it since", [version("c"), asMade], undefined],
    ["not where people restored it after it went", [version("b"), version(undefined), asMade], undefined],
    ["not where somebody added to the pull request before it was squashed", [version("b", ours)], undefined],
    [
      "not where texts of the repository were kept in it",
      [{ ...asMade, trailers: { ...ours, "Interlinear-Merged": ["333 de.json"] } }],
      undefined,
    ],
  ])("%s", (_, history, expected) => {
    expect(fileVersions("de.json", history).isOurs).toBe(expected);
  });
});

describe("the record of agreement", () => {
  const pair = (blob: string, service = `service of ${blob}`) => ({ blob, service, merged: false });

  it.each([
    ["counts where git's history has its version", [version("c"), version("b"), version("a")], [pair("b")], "b"],
    ["says nothing where git's history has lost it", [version("c"), version("a")], [pair("b")], undefined],
    ["counts before an older commit of ours", [version("c"), version("b"), version("a", ours)], [pair("b")], "b"],
    ["counts less than a newer commit of ours", [version("c", ours), version("b")], [pair("b")], "c"],
    ["knows a proposal that was merged without a word", [version("c"), version("a")], [pair("c"), pair("a")], "c"],
    ["takes a version that came again for news", [version("a"), version("b"), version("a")], [pair("b")], "b"],
  ])("%s", (_, history, pairs, expected) => {
    expect(fileVersions("de.json", history, pairs).agreed?.blob).toBe(expected);
  });
});

describe("a file whose blob and revision differ", () => {
  const pairs = [{ blob: "b", service: "of b", merged: false }];
  const history = [version("d"), version("c"), version("b"), version("a")];
  const versions = fileVersions("de.json", history, pairs);
  const base = { kind: "agreed", blob: "b", newer: ["c"] } as const;

  it.each([
    ["is ahead in git where the service is where both agreed", "d", "of b", { kind: "ahead", base }],
    ["is ahead in git where the service took over a later version", "d", "c", { kind: "ahead", base }],
    [
      "is behind in git otherwise, with what git had since the agreement",
      "d",
      "new",
      { kind: "behind", base: { kind: "agreed", blob: "b", newer: ["c"] } },
    ],
    [
      "is behind where the service went back to a version from before",
      "d",
      "a",
      { kind: "behind", base: { kind: "agreed", blob: "b", newer: ["c"] } },
    ],
  ])("%s", (_, blob, revision, expected) => {
    expect(relate(blob, revision, versions)).toEqual(expected);
  });
});

describe("a commit of ours that is squashed together with changes of others", () => {
  const squashed = version("c", { ...ours, "Interlinear-Service": ["of b de.json"] });
  const proposed = { blob: "b", service: "of b", merged: false, since: "commit of a" };

  it("is no agreement on the file where the record knows that another version of it was proposed", () => {
    expect(fileVersions("de.json", [squashed, version("a")], [proposed])).toEqual({ blobs: ["c", "a"] });
  });

  it("may hold more than the service where nothing tells what was proposed", () => {
    expect(fileVersions("de.json", [squashed, version("a")]).agreed).toMatchObject({ isLoose: true, unsent: true });
  });
});

describe("a message of ours that somebody edited", () => {
  const lines = (tree: string, ...service: readonly string[]): PathVersion["trailers"] => ({
    "Interlinear-Tree": [tree],
    ...(service.length === 0 ? {} : { "Interlinear-Service": service }),
  });
  const asMade = (trailers: PathVersion["trailers"]): readonly PathVersion[] => [
    { ...version("b", trailers), tree: "tree" },
    version("a"),
  ];

  it.each([
    ["is an agreement on a file that it was silent about", lines("tree 1", "1 cs.json"), [], "b"],
    ["is none on a file of which it may have lost what it said", lines("tree 2", "1 cs.json"), [], undefined],
    ["is one on a file of which it says something still", lines("tree 2", "1 de.json"), [], "b"],
    [
      "is one where the record knows the proposal",
      lines("tree 1"),
      [{ blob: "b", service: "of b", merged: false, since: "commit of a" }],
      "b",
    ],
  ])("%s", (_, trailers, pairs, expected) => {
    expect(fileVersions("de.json", asMade(trailers), pairs).agreed?.blob).toBe(expected);
  });
});

describe("a version that git has twice", () => {
  const twice = [{ ...version("a"), commit: "revert" }, version("b"), { ...version("a"), commit: "start" }];
  const settled = { blob: "a", service: "of a", merged: false, at: "start" };
  const proposed = { blob: "b", service: "of b", merged: false, since: "start" };
  const reached = new Set(["start start", "commit of b revert"]);
  const isInside = (commit: string, other: string): boolean => reached.has(`${commit} ${other}`);

  it("is news where it came again after both sides had the same: a merge was taken back", () => {
    const { agreed } = fileVersions("de.json", twice, [proposed, settled], isInside);

    expect(agreed).toMatchObject({ blob: "b", newer: ["a"] });
  });

  it("is what was agreed where that is all that is known", () => {
    expect(fileVersions("de.json", twice, [{ ...settled, at: "revert" }]).agreed?.blob).toBe("a");
  });

  it("is no proposal's where it is from before it", () => {
    const again = { ...proposed, blob: "a" };

    expect(fileVersions("de.json", [version("c"), { ...version("a"), commit: "start" }], [again], isInside)).toEqual({
      blobs: ["c", "a"],
    });
  });
});

describe("a version that a branch had beside what was agreed", () => {
  const history = [version("merge"), version("other"), version("agreed"), version("start")];
  const onTop = new Set(["commit of agreed commit of merge"]);
  const isInside = (commit: string, other: string): boolean => onTop.has(`${commit} ${other}`);
  const pair = { blob: "agreed", service: "of agreed", merged: false };

  it("did not come after it, though git names it first", () => {
    const { agreed } = fileVersions("de.json", history, [pair], isInside);

    expect(agreed).toMatchObject({ newer: ["merge"], beside: { blobs: ["other"] } });
  });

  it("is read with the version before the agreement, which tells what it changed", async () => {
    const git = {
      mergeBase: async (one: string, other: string) => (onTop.has(`${one} ${other}`) ? one : "commit of start"),
      blobAt: async (commit: string) => (commit === "commit of agreed^" ? "start" : undefined),
    };
    const versions = await readFileVersions(git, "de.json", history, [pair]);

    expect(relate("merge", "new", versions)).toEqual({
      kind: "behind",
      base: { kind: "agreed", blob: "agreed", beside: { blobs: ["other"], before: "start" } },
    });
    expect(relate("merge", "other", versions).kind).toBe("behind");
  });

  it("is asked about once for all files", async () => {
    const questions: string[] = [];
    const git = {
      mergeBase: async (one: string, other: string) => {
        questions.push(`${one} ${other}`);
        return one;
      },
      blobAt: async () => undefined,
    };
    const asked = new Map();
    for (const path of ["de.json", "cs.json"]) {
      await readFileVersions(git, path, [version("later"), version("agreed")], [pair], asked);
    }

    expect(questions).toEqual(["commit of agreed commit of later"]);
  });
});

it("knows that the service has nothing newer where history was thrown away with what both had", () => {
  const settled = { blob: "b", service: "of b", merged: false, at: "gone" };
  const versions = fileVersions("de.json", [version("a")], [settled]);

  expect(relate("a", "of b", versions).kind).toBe("ahead");
  expect(relate("a", "new", versions).kind).toBe("behind");
});
