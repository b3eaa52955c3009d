import { expect, test } from "vitest";
import type { Finding } from "../../sync/plan.ts";
import { waitingParagraph, waitingWords } from "./waiting-review.ts";

function waits(language: string, waiting: number): Finding {
  return { kind: "skipped", component: "acme/website", language, message: "", waiting };
}

const other: Finding = { kind: "skipped", component: "acme/website", language: "fr", message: "too little of it" };

test.each<[string, readonly Finding[], string]>([
  ["nothing is said where none waits", [other], ""],
  ["one", [waits("de", 1)], "1 translation in 1 language waits for a review"],
  [
    "those of all files together, languages once",
    [waits("de", 3), other, waits("de", 4), waits("cs", 5)],
    "12 translations in 2 languages wait for a review",
  ],
])("%s", (_, findings, expected) => {
  expect(waitingWords(findings)).toBe(expected);
});

test("a pull request says which setting holds them", () => {
  expect(waitingParagraph([waits("de", 2)])).toBe(
    "2 translations in 1 language wait for a review on the service: only approved texts come (`pull.approved-only`).",
  );
  expect(waitingParagraph([])).toBe("");
});
