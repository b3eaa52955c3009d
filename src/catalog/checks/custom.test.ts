import { describe, expect, it } from "vitest";
import { testCheck } from "../../../test/support/check-cases.ts";
import { boundedExpression, expressionFault } from "./bounded-expression.ts";

testCheck({
  check: "placeholders",
  passes: [
    ["de", "Hi $NAME$ and $YOU$", "$YOU$ und $NAME$ und $YOU$", "placeholders:$NAME$:$YOU$"],
    ["de", "Hi $NAME$", "Hallo $name$", "placeholders:$NAME$,case-insensitive"],
    ["de", "Hi $a$", "Hallo $a$", String.raw`placeholders:r"\$\w+\$"`],
    ["cs", ["$N$ file", "$N$ files"], ["soubor", "$N$ soubory", "$N$ souborů"], "placeholders:$N$"],
    ["de", "anything", "irgendwas", 'placeholders:r"(":r"":""'],
  ],
  fails: [
    ["de", "Hi $NAME$", "Hallo $Name$", 'Missing "$NAME$"', "placeholders:$NAME$"],
    ["de", "Hi", "Hallo $NAME$", 'Not in the source: "$NAME$"', "placeholders:$NAME$"],
    ["de", "Hi $a$", "Hallo $b$", 'Missing "$a$"; not in the source: "$b$"', String.raw`placeholders:r"\$\w+\$"`],
  ],
});

testCheck({
  check: "regex",
  passes: [
    ["de", "a", "abc", "regex:^[a-z]+$"],
    ["de", "a", "Ä1", String.raw`regex:r"(?i)\Aä\d\Z"`],
    ["de", "a", "x", "regex:("],
    ["de", "a", `${"a".repeat(50)}!`, "regex:^(a+)+$"],
  ],
  fails: [
    ["de", "a", "abc1", "Expected to match the regular expression ^[a-z]+$", "regex:^[a-z]+$"],
    ["de", "a", "abc", "(?P<x>b)", String.raw`regex:r"^(?P<x>b)(?P=x)$"`],
  ],
});

testCheck({
  check: "accelerator",
  flags: "accelerator:_",
  passes: [
    ["de", "_Save", "_Speichern"],
    ["de", "a__b", "c__d"],
    ["de", "&Save && go", "&Speichern && los &amp;", "accelerator:&"],
  ],
  fails: [
    ["de", "_Save", "Speichern", 'Expected one "_"'],
    ["de", "Save", "_Speichern", 'Expected no "_"'],
    ["de", "_Save", "_Speichern _unter", "found 2"],
  ],
});

describe("boundedExpression", () => {
  it.each(["(a+)+", "(a*)*$", "(a|a)*", "(?:a?b?)+x", "((a+))+", "(a|b|ab)+", "(?:(?:x*)y)*", "(a+){2,}", "(a+)*?"])(
    "refuses %s",
    (pattern) => {
      expect(boundedExpression(pattern)).toBeUndefined();
    },
  );

  it.each(["(abc)+", "^[a-z]+$", "(a+)?", "a{2,5}b*", String.raw`^\w+\s\w+$`, "(?:foo|bar)?", "[(a+)+]"])(
    "takes %s",
    (pattern) => {
      expect(boundedExpression(pattern)).toBeDefined();
    },
  );

  it.each([
    ["what may be left out", `${"a?".repeat(40)}${"a".repeat(40)}`],
    ["alternatives", "(a|a)".repeat(40)],
  ])("refuses many of %s one after the other, which make too many ways", (_, pattern) => {
    expect(boundedExpression(pattern)).toBeUndefined();
  });

  it.each([
    ["is only in one of the alternatives at the beginning", "^x|a*b"],
    ["begins in each line", "(?m)^a*b"],
    ["says again what it found", String.raw`(a*)\1b`],
    ["counts far", "a{50000}b"],
    ["repeats a character that is written by its number", String.raw`\u{61}*\u{61}*\u{61}*b`],
    ["begins with a letter and repeats letters", String.raw`a\p{L}*b`],
    ["begins with a character that it repeats by its number", String.raw`a\x61*b`],
    ["begins with a character that it repeats in either case", "a(?i:A*)b"],
    ["begins with a character of two units that it repeats", "😀😀*b"],
    ["leaves out what it could take", `${"a?".repeat(16)}${"a".repeat(16)}`],
  ])("looks at no text of 10,000 characters with an expression that %s", (_, pattern) => {
    expect(boundedExpression(pattern)?.longestText).toBeLessThan(10_000);
  });

  it.each([
    ["begins with a character that it repeats nowhere", String.raw`%\w+%|\{[^{}]+\}`, 100_000],
    ["begins at one place", String.raw`^[A-Z].*\.$`, 100_000],
    ["begins where it goes on", String.raw`\{[^}]+\}`, 3000],
  ])("looks at long texts with an expression that %s", (_, pattern, length) => {
    expect(boundedExpression(pattern)?.longestText).toBeGreaterThan(length);
  });

  it("looks at short texts alone, where an expression goes on in several ways from each place", () => {
    expect(boundedExpression("^.*.*.*x$")?.longestText).toBeLessThan(250);
  });

  it("takes a bracket that comes first into the set, as Python does", () => {
    expect(boundedExpression("^[^](a+)+]$")?.expression.test("b")).toBe(true);
    expect(boundedExpression("^[](]$")?.expression.test("]")).toBe(true);
  });

  it("takes a pattern of bounded length only", () => {
    expect(boundedExpression("a".repeat(501))).toBeUndefined();
  });
});

describe("expressionFault", () => {
  it("says of one in Python's spelling what is wrong with it, not that it is no JavaScript", () => {
    expect(expressionFault("(?i)(?P<x>a+)+")).toBe("it could take forever");
    expect(expressionFault("(?i)(?P<x>[")).toContain("Unterminated character class");
  });
});
