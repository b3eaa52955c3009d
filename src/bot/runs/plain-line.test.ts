import { expect, it } from "vitest";
import { markdownCode, markdownText } from "../../report/words/escape.ts";
import { plainLine } from "./plain-line.ts";

const HOSTILE = "a_b*c* [x](y) <b> & `q` \\ | $1 #12 @dana";

it.each([
  [
    "a link",
    "### Interlinear: 2 strings in 1 language brought home, [pull request #12](https://github.com/acme/app/pull/12) created\n\nmore",
    "2 strings in 1 language brought home, pull request #12 created",
  ],
  ["code", `branch ${markdownCode("interlinear/main")} created`, "branch interlinear/main created"],
  ["foreign text", markdownText(HOSTILE), HOSTILE],
  ["a page", "x".repeat(400), `${"x".repeat(299)}…`],
])("has the words of %s alone", (_, markdown, line) => {
  expect(plainLine(markdown)).toBe(line);
});
