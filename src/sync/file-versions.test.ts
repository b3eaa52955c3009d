import { describe, expect, it } from "vitest";
import type { PathVersion } from "../git/git.ts";
import { fileVersions } from "./file-versions.ts";

function version(blob: string | undefined, trailers: PathVersion["trailers"] = {}): PathVersion {
  return { commit: `commit of ${blob ?? "removal"}`, tree: "another tree", blob, time: 0, trailers };
}

const ours = { "Interlinear-Tree": ["tree"] };

it("knows all blobs of a path and no agreement before the first commit of ours", () => {
  expect(fileVersions("de.json", [version("b"), version(undefined), version("a")])).toEqual({ blobs: ["b", "a"] });
});

it("finds the newest commit of ours under later commits of people", () => {
  const versions = fileVersions("de.json", [version("c"), version("b", ours), version("a", ours)]);

  expect(versions.agreed).toEqual({ blob: "b", service: "b", merged: false });
});

it("reads the service's blob id from the trailer of exactly this path, spaces included", () => {
  const trailers = { ...ours, "Interlinear-Service": ["111 de.json", "222 my files/de.json"] };

  expect(fileVersions("my files/de.json", [version("b", trailers)]).agreed).toEqual({
    blob: "b",
    service: "222",
    merged: false,
  });
});

it("tells a file that kept texts of the repository from one that only differs by bytes", () => {
  const trailers = { ...ours, "Interlinear-Merged": ["333 de.json"] };

  expect(fileVersions("de.json", [version("b", trailers)]).agreed).toEqual({ blob: "b", service: "333", merged: true });
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
