import { expect, test } from "vitest";
import { RemoteError, UserError } from "../../core/errors.ts";
import { bugLines, errorDocument, errorLines } from "./error-text.ts";
import { failureSummary } from "./short-summary.ts";

const misplaced = new UserError('no component "websiet"', {
  code: "IL-M04",
  hint: "The service knows website.",
  place: { file: ".github/interlinear.yml", line: 9, column: 16, text: "websiet" },
});

test("an error with a place shows the line and marks the text", () => {
  expect(errorLines(misplaced, "  - component: websiet").join("\n")).toBe(
    [
      '.github/interlinear.yml:9:16  IL-M04  no component "websiet"',
      "   9 |   - component: websiet",
      "     |                ^^^^^^^",
      "   The service knows website.",
    ].join("\n"),
  );
});

test("tabs before the text stay tabs, so that the marks stand below it", () => {
  const [, line, marks] = errorLines(
    new UserError("no", { code: "IL-X01", place: { file: "a", line: 1, column: 3, text: "ab" } }),
    "\t\tab",
  );

  expect([line, marks]).toEqual(["   1 | \t\tab", "     | \t\t^^"]);
});

test("an error without a place says code, message and what to do", () => {
  const error = new RemoteError("the service said\u001b[31m no", { code: "IL-S07", hint: "Make a new token." });

  expect(errorLines(error)).toEqual(["error  IL-S07  the service said\ufffd[31m no", "   Make a new token."]);
});

test("words of another program keep their lines below code and message", () => {
  const error = new RemoteError("git fetch failed (128): fatal: no\nPlease look.\n", { code: "IL-G01", hint: "Look." });

  expect(errorLines(error)).toEqual([
    "error  IL-G01  git fetch failed (128): fatal: no",
    "   Please look.",
    "   Look.",
  ]);
});

test("an error is a document for programs", () => {
  expect(errorDocument(misplaced)).toEqual({
    error: {
      code: "IL-M04",
      message: 'no component "websiet"',
      hint: "The service knows website.",
      place: misplaced.place,
    },
    errors: [
      {
        code: "IL-M04",
        message: 'no component "websiet"',
        hint: "The service knows website.",
        place: { file: ".github/interlinear.yml", line: 9, column: 16 },
      },
    ],
  });
});

test("something nobody foresaw is called a bug, and shows its stack to those who asked", () => {
  expect(bugLines(new Error("boom"), false)).toHaveLength(2);
  expect(bugLines(new Error("boom"), true).join("\n")).toContain("error-text.test.ts");
  expect(errorDocument("boom")).toMatchObject({ error: { message: "boom", hint: expect.stringContaining("bug") } });
});

test("a failed run's summary has the error as text", () => {
  expect(failureSummary(new UserError("<b> failed", { code: "IL-X01", hint: "Run `interlinear init`." }))).toBe(
    "### Interlinear: failed\n\n**IL-X01**\n\n&lt;b&gt; failed\n\nRun `interlinear init`.\n",
  );
});
