import { expect, it } from "vitest";
import type { Conflict } from "../../sync/plan.ts";
import { mergeSummary } from "./after-merge.ts";
import { givenUpLines } from "./conflict-section.ts";

const conflict: Conflict = {
  component: "acme/website",
  language: "cs",
  path: "locales/cs.json",
  key: "save",
  line: 3,
  base: undefined,
  repository: ["Ulož"],
  service: ["Uložit"],
  policy: "repository",
  taken: "repository",
};
const plain = { width: Number.POSITIVE_INFINITY, colour: false };

it("says of what a reset gave up where it is, both texts and what to do", () => {
  expect(givenUpLines([conflict], plain).map((line) => line.trim())).toEqual([
    "conflict  locales/cs.json:3  save (cs)",
    "here, and stays: “Ulož”",
    "on the service, and was given up: “Uložit”",
    "Both sides changed these, and the mapping says `conflicts: repository`. Where the service's text is the better one, save it there again; nothing is to be done for the others.",
  ]);
});

it("cuts texts of strangers, takes control characters out of them, and counts what does not fit", () => {
  const hostile = {
    ...conflict,
    path: "a\n::b",
    service: [`\u001b[2J::error::${"x".repeat(900)}`],
    repository: undefined,
  };

  const lines = givenUpLines(
    Array.from({ length: 60 }, () => hostile),
    plain,
  );

  expect(lines.filter((line) => line.includes("\u001b") || line.includes("\n") || /^\s*::/.test(line))).toEqual([]);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300);
  expect(lines[1]).toContain("here, and stays: no such string");
  expect(lines).toContain("  conflict  … and 10 more conflicts");
});

it("lists in the summary after a merge what the reset gave up", () => {
  const healing = { clones: [], health: [], conflicts: [conflict], unfinished: [] };

  const summary = mergeSummary({ healing, withdrawal: undefined, number: 7, service: "https://service.test" });

  expect(summary).toContain("**1 conflict**: changed here and on the service.");
  expect(summary).toContain("| `cs` `save` locales/cs.json:3 | *absent* | Ulož | Uložit |");
});
