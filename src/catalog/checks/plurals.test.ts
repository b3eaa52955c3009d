import { describe, expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { runChecks } from "./index.ts";

testCheck({
  check: "plurals",
  passes: [
    ["cs", ["file", "files"], ["soubor", "soubory", "souborů"]],
    ["ja", ["file", "files"], "ファイル"],
  ],
  fails: [["cs", ["file", "files"], ["soubor", "soubory", ""], "Plural form 3 of 3 is untranslated"]],
});

testCheck({
  check: "same-plurals",
  passes: [
    ["cs", ["sheep", "sheep"], ["ovce", "ovce", "ovce"]],
    ["de", ["file", "files"], ["Datei", "Dateien"]],
    ["ja", ["file", "files"], "ファイル"],
  ],
  fails: [["cs", ["file", "files"], ["x", "x", "x"], "All 3 plural forms are alike"]],
});

testCheck({
  check: "max-length",
  passes: [
    ["de", "abc", "äöü😀", "max-length:4"],
    ["de", "abc", "%s abc", 'max-length:3,replacements:"%s ":""'],
    ["de", "abc", "<b>abc</b>", "max-length:3,xml-text"],
    ["de", "abc", "irgendwas", "max-length:x"],
  ],
  fails: [["de", "abc", "abcdef", "6 characters, expected at most 5", "max-length:5"]],
});

testCheck({
  check: "max-lines",
  passes: [["de", "a", "a\nb", "max-lines:2"]],
  fails: [["de", "a", "a\nb\nc", "3 lines, expected at most 2", "max-lines:2"]],
});

describe("source strings", () => {
  const messages = (source: string | readonly string[], flags = "") =>
    runChecks(aText(source, source, { isSource: true, flags })).map(({ check }) => check);

  it.each([
    ["optional_plural", "%s file(s)", ""],
    ["optional_plural", "Directory(ies)", ""],
    ["ellipsis", "Loading...", ""],
    ["source-max-length", "abcdef", "max-length:5"],
    ["unnamed_format", "%s of %d", "c-format"],
    ["unnamed_format", "{} of {}", "python-brace-format"],
  ])("fail %s: %s", (check, source, flags) => {
    expect(messages(source, flags)).toEqual([check]);
  });

  it.each([
    ["f(s)x", ""],
    ["Loading…", ""],
    ["abcde", "max-length:5"],
    ["%1$s of %2$d", "c-format"],
    ["100%% of %s", "python-format"],
    ["{{}} {}", "python-brace-format"],
    ["%s of %d", ""],
  ])("pass: %s", (source, flags) => {
    expect(messages(source, flags)).toEqual([]);
  });

  it("are not asked for plurals they have", () => {
    expect(messages(["file(s)", "files"])).toEqual([]);
  });
});
