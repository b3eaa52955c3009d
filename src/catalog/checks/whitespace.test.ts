import { expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { runChecks } from "./index.ts";

testCheck({
  check: "begin_newline",
  passes: [["de", "\nHello", "\nHallo"]],
  fails: [
    ["de", "\nHello", "Hallo", "Expected a newline at the start"],
    ["de", "Hello", "\r\nHallo", "Expected no newline at the start"],
  ],
});
testCheck({
  check: "end_newline",
  passes: [["de", "Hello\n", "Hallo\r\n"]],
  fails: [["de", "Hello\n", "Hallo", "Expected a newline at the end"]],
});
testCheck({
  check: "begin_space",
  passes: [["de", "  Hello", "  Hallo"]],
  fails: [["de", "  Hello", " Hallo", "Expected 2 spaces at the start, as in the source; found one space"]],
});
testCheck({
  check: "end_space",
  passes: [["de", "Name: ", "Name: "]],
  fails: [["de", "Name: ", "Name:", "Expected one space at the end, as in the source; found no space"]],
});
testCheck({
  check: "double_space",
  passes: [["de", "a  b", "c  d"]],
  fails: [["de", "a b", "c  d", "Two spaces"]],
});
testCheck({
  check: "escaped_newline",
  passes: [["de", String.raw`a\nb`, String.raw`c\nd`]],
  fails: [["de", String.raw`a\nb`, "c d", String.raw`Expected 1 × \n as in the source, found 0`]],
});
testCheck({
  check: "newline-count",
  passes: [["de", "a\nb", "c\r\nd"]],
  fails: [["de", "a\n\nb", "c\nd", "Expected 2 × line break as in the source, found 1"]],
});
testCheck({
  check: "zero-width-space",
  passes: [
    ["de", "a\u200Bb", "c\u200Bd"],
    ["fa", "Go", "می‌روم"],
    ["km", "Georgian", "ហ្សក\u200Bហ្ស៊ី"],
  ],
  fails: [
    ["de", "ab", "c\u200Bd", "zero-width"],
    ["de", "ab", "\uFEFFcd", "zero-width"],
  ],
});

it.each([
  ["po", "as in the source: msgfmt refuses the file."],
  ["json", "as in the source."],
])("a newline at one end alone in %s looks wrong: %s", (format, words) => {
  const findings = runChecks(aText("Hello\n", "Hallo", { format }));

  expect(findings.find(({ check }) => check === "end_newline")).toMatchObject({
    severity: "looks-wrong",
    message: `Expected a newline at the end, ${words}`,
  });
});
