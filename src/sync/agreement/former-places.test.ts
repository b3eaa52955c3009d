import { expect, it } from "vitest";
import type { PathVersion } from "../../git/git.ts";
import type { AgreedPair } from "./agreement.ts";
import { readFileVersions } from "./file-versions.ts";
import { pairsOfFile, withFormerPlaces } from "./former-places.ts";

function version(commit: string, blob: string | undefined, trailers: PathVersion["trailers"] = {}): PathVersion {
  return { commit, tree: "another tree", blob, time: 0, trailers };
}

const pair: AgreedPair = { blob: "b", service: "of b", merged: false };

/** The file was at `a/cs.json`, then at `b/cs.json`, and is at `c/cs.json`. */
function gitThatMoves() {
  const histories = new Map([
    ["a/cs.json", [version("second", undefined), version("first", "b"), version("start", "a")]],
    ["b/cs.json", [version("third", undefined), version("second", "c")]],
  ]);
  const moves = new Map([
    ["third", new Map([["c/cs.json", "b/cs.json"]])],
    ["second", new Map([["b/cs.json", "a/cs.json"]])],
  ]);
  const asked: (readonly string[])[] = [];
  return {
    asked,
    history: async (paths: readonly string[]) => new Map([...histories].filter(([path]) => paths.includes(path))),
    movedFrom: async (commits: readonly string[]) => {
      asked.push(commits);
      return new Map([...moves].filter(([commit]) => commits.includes(commit)));
    },
  };
}

const present = new Map([["c/cs.json", [version("fourth", "e"), version("third", "d")]]]);

it("goes on at the places that a file had before, until something was agreed there", async () => {
  const pairs = new Map([["a/cs.json", [pair]]]);

  const places = await withFormerPlaces(gitThatMoves(), present, ["c/cs.json"], pairs);
  const versions = places.get("c/cs.json") ?? [];

  expect(versions.map(({ blob, path }) => [blob, path])).toEqual([
    ["e", undefined],
    ["d", undefined],
    ["c", "b/cs.json"],
    ["b", "a/cs.json"],
    ["a", "a/cs.json"],
  ]);
  const git = { mergeBase: async (one: string) => one, blobAt: async () => undefined };
  const { agreed } = await readFileVersions(git, "c/cs.json", versions, pairsOfFile(pairs, "c/cs.json", versions));
  expect(agreed).toMatchObject({ ...pair, newer: ["e", "d", "c"] });
});

it("reads trailers of a commit under the path that the file had then", async () => {
  const trailers = { "Interlinear-Tree": ["tree"], "Interlinear-Service": ["111 a/cs.json"] };
  const history = [version("move", "c"), { ...version("ours", "b", trailers), path: "a/cs.json" }];
  const git = { mergeBase: async (one: string) => one, blobAt: async () => undefined };

  const { agreed } = await readFileVersions(git, "b/cs.json", history);

  expect(agreed).toMatchObject({ blob: "b", service: "111", newer: ["c"] });
});

it.each<[string, Map<string, AgreedPair[]> | undefined]>([
  ["the record knows no file that is bound no more", new Map([["c/cs.json", []]])],
  ["there is no record", undefined],
  [
    "something is agreed at the present place",
    new Map([
      ["a/cs.json", [pair]],
      ["c/cs.json", [{ ...pair, blob: "d" }]],
    ]),
  ],
])("asks git nothing where %s", async (_, pairs) => {
  const git = gitThatMoves();

  expect(await withFormerPlaces(git, present, ["c/cs.json"], pairs)).toEqual(present);
  expect(git.asked).toEqual([]);
});

it("leaves a file alone that came from nowhere", async () => {
  const files = new Map([["d/cs.json", [version("fifth", "f")]]]);

  expect(await withFormerPlaces(gitThatMoves(), files, ["d/cs.json"], new Map([["a/cs.json", [pair]]]))).toEqual(files);
});
