import { describe, expect, it } from "vitest";
import { parseFlags } from "../flags.ts";
import { unitStates } from "../unit.ts";
import type { CheckedText } from "./check.ts";
import { beginsWithPlaceholder, fixedParts, leftToRightParts, withoutExpressions } from "./fixed-parts.ts";

const string: CheckedText = {
  source: ["Text"],
  target: [""],
  state: unitStates.untranslated,
  flags: new Map(),
  sourceLanguage: "en",
  language: "cs",
  pluralForms: 3,
  isSource: false,
};

const partsOf = (text: string, flags: string, parts = fixedParts): readonly string[] =>
  parts({ ...string, source: [text], flags: parseFlags(flags) }, text).map(({ from, to }) => text.slice(from, to));

describe("the fixed parts of a text", () => {
  it.each([
    ["%d of %s files", "c-format", ["%d", "%s"]],
    ["%d of %d files", "c-format", ["%d", "%d"]],
    ["100 % sure, 50% off", "", []],
    ["width %*d", "c-format", ["%*d"]],
    ["Hello {name}, {{name}}", "python-brace-format", ["{name}"]],
    ["Hello {{ name }}", "i18next-interpolation", ["{{ name }}"]],
    ['Read <a href="x">this</a> now', "", ['<a href="x">', "</a>"]],
    ["a < b and c > d", "", []],
    ["{count, plural, one {# file} other {# files}} of {user}", "icu-message-format", ["{user}"]],
    ["{n, plural, one {file} other {files}} of {user}", "icu-message-format", ["{user}"]],
    ["{g, select, zh-Hant {a} other {b {n, number}}}", "icu-message-format", ["{n, number}"]],
    ["{count} of {total", "icu-message-format", ["{count}"]],
    ["{g, select, a {x} a {y} other {z}}", "icu-message-format", []],
    ["{user} has {n, plural, one {file} other {files}", "icu-message-format", ["{user}"]],
    ["{user} has {n, plural, one {file}", "icu-message-format", ["{user}"]],
    ["{user} has { n , {file}", "icu-message-format", ["{user}"]],
    ["{n, number} of {d, date, short} of {total", "icu-message-format", ["{n, number}", "{d, date, short}"]],
    ["$NAME$ is here", 'placeholders:r"\\$[A-Z]+\\$"', ["$NAME$"]],
    ["Dear NAME", "placeholders:NAME", ["NAME"]],
    ["%s", "c-format, ignore-c-format", []],
  ])("of %j with %j are %j", (text, flags, expected) => {
    expect(partsOf(text, flags)).toEqual(expected);
  });
});

describe("what of a text reads from left to right anyway", () => {
  it.each([
    ["%d من %s", "c-format", ["%d", "%s"]],
    ["<b>%d%s</b> من", "c-format", ["<b>%d%s</b>"]],
    ["{count} من {total}", "icu-message-format", ["{count}", "{total}"]],
    [
      "{count, plural, =1{{count} عنصر} other{{count} عناصر}}",
      "icu-message-format",
      ["{count, plural, =1{{count}", "} other{{count}", "}}"],
    ],
    [
      "{n, plural, offset:1 one {ملف} other {# ملفات}} من {user}",
      "icu-message-format",
      ["{n, plural, offset:1 one {", "} other {", "}}", "{user}"],
    ],
    ["{n, select, a {ملف} other {{n}}}", "icu-message-format", ["{n, select, a {", "} other {{n}}}"]],
    ["{n, select, a {ملف} other {ملفات}}", "", []],
    ["{g, select, zh-Hant {a} other {b}}", "icu-message-format", ["{g, select, zh-Hant {", "} other {", "}}"]],
    [
      "{n, plural, =1 {a} other {{b} c {d}}} {e}",
      "icu-message-format",
      ["{n, plural, =1 {", "} other {{b}", "{d}}}", "{e}"],
    ],
    [
      "{g, select, a {{n, plural, one {ملف} other {ملفات}}} other {ب}}",
      "icu-message-format",
      ["{g, select, a {{n, plural, one {", "} other {", "}}} other {", "}}"],
    ],
    ["{n} ملف}", "icu-message-format", ["{n}"]],
  ])("of %j with %j it is %j", (text, flags, expected) => {
    expect(partsOf(text, flags, leftToRightParts)).toEqual(expected);
  });
});

describe("a text that programs may take for one from left to right", () => {
  it.each([
    ["%d ملف", true],
    ["ملف %d", false],
    ["\u200F%d ملف", false],
    ["<b>ملف</b> %d", false],
    ["%d files", false],
  ])("is %j: %s", (text, expected) => {
    const like = {
      source: ["%d file"],
      target: [text],
      state: unitStates.translated,
      flags: parseFlags("c-format"),
      sourceLanguage: "en",
      language: "ar",
      pluralForms: 6,
      isSource: false,
    };
    expect(beginsWithPlaceholder(like, text)).toBe(expected);
  });
});

it("leaves out, for pages of many texts, the expressions that somebody wrote, and nothing else", () => {
  const flags = parseFlags('c-format, placeholders:NAME:r"a*a*b"');
  const guessed = { pattern: "%\\d+", isNamed: true };
  const like = { flags: new Map([...flags, ["placeholders", [...(flags.get("placeholders") ?? []), guessed]]]) };
  const { flags: kept } = withoutExpressions({ ...string, ...like });
  expect([...kept]).toEqual([
    ["c-format", []],
    ["placeholders", ["NAME", guessed]],
  ]);
});
