import { describe, expect, it } from "vitest";
import {
  isFinished,
  missingSettings,
  newReviewers,
  openingBody,
  rememberedReviewers,
  rememberingBody,
  remembersAutoMerge,
  type PresentSettings,
} from "./pull-request-state.ts";
import type { PullRequestText } from "./forge.ts";

const TEXT: PullRequestText = { title: "T", body: "B\n\nLast", labels: [] };
const BARE: PresentSettings = { author: "bot", labels: [], assignees: [], requested: [], milestone: undefined };
const RELEASE = { number: 3, title: "Release 1" };

describe("what is missing of a pull request", () => {
  const wanted = { ...TEXT, labels: ["i18n", "bot"], assignees: ["ana"], milestone: "release 1" };
  const all = { labels: ["i18n", "bot"], assignees: ["ana"], milestone: "release 1" };
  const nothing = { labels: [], assignees: [], milestone: undefined };

  it.each([
    ["everything of a new one", BARE, true, all],
    ["everything of one whose run ended before it set anything", BARE, false, all],
    ["nothing where a person took something away", { ...BARE, labels: ["I18N"] }, false, nothing],
    ["the rest once its change is written again", { ...BARE, labels: ["I18N"] }, true, { ...all, labels: ["bot"] }],
    [
      "nothing where all is there",
      { ...BARE, labels: ["bot", "i18n", "x"], assignees: ["Ana"], milestone: RELEASE },
      true,
      nothing,
    ],
    [
      "a milestone where it has another",
      { ...BARE, ...all, milestone: { number: 1, title: "0.9" } },
      true,
      { ...nothing, milestone: "release 1" },
    ],
  ] as const)("is %s", (_, present, isWritten, expected) => {
    expect(missingSettings(wanted, present, isWritten)).toEqual(expected);
  });

  it("is no milestone whose number it has", () => {
    expect(missingSettings({ ...TEXT, milestone: 3 }, { ...BARE, milestone: RELEASE }, true).milestone).toBeUndefined();
    expect(missingSettings({ ...TEXT, milestone: 4 }, { ...BARE, milestone: RELEASE }, true).milestone).toBe(4);
  });
});

describe("whose review is asked for", () => {
  const wanted = { ...TEXT, reviewers: ["ana", "Ben", "bot"], teamReviewers: ["core"] };

  it.each([
    ["everybody of a new one but its author", BARE.requested, [], { reviewers: ["ana", "Ben"], teams: ["core"] }],
    ["nobody who is asked at present", ["Ana", "team/core"], [], { reviewers: ["Ben"], teams: [] }],
    ["nobody who was ever asked", [], ["ana", "ben", "team/core"], { reviewers: [], teams: [] }],
    [
      "a person though a team has the same name",
      ["team/ana"],
      ["core"],
      { reviewers: ["ana", "Ben"], teams: ["core"] },
    ],
  ] as const)("is %s", (_, requested, remembered, expected) => {
    const body = rememberingBody({ ...TEXT, reviewers: remembered }, [], undefined);
    expect(newReviewers(wanted, { author: "bot", requested, body })).toEqual(expected);
  });
});

describe("the text of a pull request", () => {
  const files = [{ path: "de.json", blob: "1" }];

  it("remembers whose review was asked for, also of those who are not named any more", () => {
    const first = rememberingBody({ ...TEXT, reviewers: ["ana"], teamReviewers: ["a --> b"] }, files, undefined);
    const second = rememberingBody({ ...TEXT, reviewers: ["ben", "Ana"] }, files, first.replaceAll("\n", "\r\n"));

    expect(rememberedReviewers(first)).toEqual(["ana", "team/a --> b"]);
    expect(first.match(/-->/g)).toHaveLength(2);
    expect(rememberedReviewers(second)).toEqual(["ana", "team/a --> b", "ben"]);
    expect(second.endsWith("\nB\n\nLast")).toBe(true);
  });

  it.each([
    ["at once where there is nothing to set", TEXT, true],
    ["later where there are labels", { ...TEXT, labels: ["i18n"] }, false],
    ["later where there are assignees", { ...TEXT, assignees: ["ana"] }, false],
    ["later where there is a milestone", { ...TEXT, milestone: 3 }, false],
    ["later where somebody is to review it", { ...TEXT, teamReviewers: ["core"], autoMerge: "merge" as const }, false],
  ])("is finished %s", (_, text, expected) => {
    const opened = openingBody(text, files);

    expect(isFinished(opened, files)).toBe(expected);
    expect(remembersAutoMerge(opened)).toBe("autoMerge" in text);
    expect(rememberedReviewers(opened)).toEqual([]);
    const finished = rememberingBody(text, files, opened);
    expect(isFinished(finished, files)).toBe(true);
    expect(isFinished(finished, [{ path: "de.json", blob: "2" }])).toBe(false);
  });

  it("does not remember who is not asked yet", () => {
    const text = { ...TEXT, reviewers: ["ana", "Ben"], teamReviewers: ["ana", "core"] };
    const body = rememberingBody(text, files, undefined, { reviewers: ["ben"], teams: ["ana"] });

    expect(rememberedReviewers(body)).toEqual(["ana", "team/core"]);
  });

  it("remembers auto-merge, and has no line for what nobody asked for", () => {
    expect(remembersAutoMerge(rememberingBody({ ...TEXT, autoMerge: "squash" }, files, undefined))).toBe(true);
    const plain = rememberingBody(TEXT, files, undefined);
    expect(remembersAutoMerge(plain)).toBe(false);
    expect(plain).toMatch(/^<!-- interlinear [0-9a-f]{16} -->\nB\n\nLast$/);
    expect(rememberedReviewers("No memory")).toEqual([]);
  });
});
