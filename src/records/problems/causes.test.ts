import { describe, expect, it } from "vitest";
import { causeOf, groupedByCause, totalOf, type Problem } from "./causes.ts";

describe("a cause", () => {
  it.each([
    [
      "GitHub refused to open the pull request (403): Resource not accessible by integration",
      "GitHub refused to open the pull request (403): Resource not accessible by integration",
    ],
    ["acme/app has no component “web” (line 14)", "… has no component “…” (line …)"],
    [
      "GET https://translate.example.org/api/components/acme/web/ answered 502",
      "GET https://translate.example.org/… answered 502",
    ],
    ["The token expired at 2026-11-22 12:05:50 UTC.", "The token expired at …."],
    ["The commit 4e9ffca9d1 is gone after 12.5 s, 3 tries", "The commit … is gone after …, … tries"],
    ["IL-B03: the job took more than 1,200 MB", "IL-B03: the job took more than …"],
    ["No network\nat 10:00", "No network"],
    ["", ""],
  ])("of %j is %j", (reason, words) => {
    expect(causeOf(reason, "acme/app").words).toBe(words);
  });

  it("is one for all repositories, and another one for another status", () => {
    const refused = (repository: string, status: number) =>
      causeOf(`GitHub refused to open the pull request in ${repository} (${String(status)})`, repository).key;

    expect(refused("acme/app", 403)).toBe(refused("other/site", 403));
    expect(refused("acme/app", 403)).not.toBe(refused("acme/app", 404));
  });

  it("has a key that an address can hold, however long the words are", () => {
    expect(causeOf("x ".repeat(10_000)).key).toMatch(/^[0-9a-f]{16}$/);
    expect(causeOf("x ".repeat(10_000)).words.length).toBeLessThanOrEqual(301);
  });
});

describe("problems by cause", () => {
  const problem = (
    kind: string,
    repository: string | undefined,
    reason: string,
    minute: number,
    count?: number,
  ): Problem => ({
    kind,
    repository,
    reason,
    time: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
    count,
  });

  it("are as many as there are causes, that of the most repositories first, with true numbers", () => {
    const groups = groupedByCause([
      problem("delivery", "acme/app", "The service answered 502", 1, 30),
      problem("delivery", "acme/site", "The token of acme/site was refused (401)", 2),
      problem("run", "acme/app", "The token of acme/app was refused (401)", 5),
      problem("run", "acme/app", "The token of acme/app was refused (401)", 4, 6),
    ]);

    expect(
      groups.map(({ words, repositories, since, last }) => [
        words,
        repositories,
        since.slice(14, 16),
        last.slice(14, 16),
      ]),
    ).toEqual([
      ["The token of … was refused (401)", ["acme/app", "acme/site"], "02", "05"],
      ["The service answered 502", ["acme/app"], "01", "01"],
    ]);
    expect(groups.map(totalOf)).toEqual([8, 30]);
    expect(groups[0]?.counts).toEqual(
      new Map([
        ["run", 7],
        ["delivery", 1],
      ]),
    );
  });

  it("are none where nothing is wrong", () => {
    expect(groupedByCause([])).toEqual([]);
  });
});
