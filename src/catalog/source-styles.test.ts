import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFlags } from "./flags.ts";
import { styleFlags } from "./source-styles.ts";

function flagsOf(source: string, { target = "", format = "json", own = "" } = {}): readonly string[] {
  return [...styleFlags([source], [target], format, parseFlags(own)).keys()];
}

describe("placeholders that a source plainly has", () => {
  it.each([
    ["You have %d files", "json", "c-format"],
    ["%1$s of %2$s", "json", "c-format"],
    ["%.2f km, 100%%", "json", "c-format"],
    ["%s", "aresource", "java-printf-format"],
    ["%@ files", "strings", "objc-format"],
    ["File %1 of %2", "ts", "qt-format"],
    ["%(count)s files", "json", "python-format"],
    ["%{count} files", "ruby-yaml", "ruby-format"],
    ["Hello :name", "laravel", "laravel-format"],
    ["{0} of {1,number,integer}", "properties", "java-format"],
    ["Hello {{ name }}", "i18next", "i18next-interpolation"],
    ["Hello ${user.name}", "json", "es-format"],
    ["{count, plural, one {# file} other {# files}}", "json", "icu-message-format"],
    ["Hello {name}", "json", "placeholders"],
    ["{{count, number}} of $t(total)", "json", "i18next-interpolation"],
    ["{n, select, a {x} other {y}} {name}", "json", "icu-message-format"],
  ])("%s in %s: %s", (source, format, flag) => {
    expect(flagsOf(source, { format })).toEqual([flag]);
  });

  it.each([
    "100 % sure",
    "100% sure",
    "50%discount",
    "5%d",
    "see http://example.org:8080 at 10:30 :name",
    "Use {} or { } for a block, {{",
    "100%s",
    "a 20% increase, % of all",
    "%",
    "%%",
    "{}",
    "{ }",
    "{not a name}",
    "a: b",
    "Note:text",
    "at 10:30am",
    "https://example.org:8080/path",
    "$5 {",
    "${",
    "\\{name}",
    "",
  ])("none in %j", (source) => {
    expect(flagsOf(source)).toEqual([]);
  });

  it("numbers in braces, where nothing else can be meant by them", () => {
    expect(flagsOf("{0} of {1}")).toEqual(["placeholders"]);
    expect([...styleFlags(["{0} of {1}"], [], "po", parseFlags()).keys()]).toEqual([]);
  });

  it("none where a percent sign of the prose stands beside them, in the source or in the translation", () => {
    expect(flagsOf("%d files, 100 % done")).toEqual([]);
    expect(flagsOf("%d files", { target: "100 % von %d" })).toEqual([]);
    expect(flagsOf("%d files", { target: "100 %% von %d" })).toEqual(["c-format"]);
  });

  it("in any of the plural forms", () => {
    expect([...styleFlags(["One file", "%d files"], [], "po", parseFlags()).keys()]).toEqual(["c-format"]);
  });

  it("one of each kind: percent signs and braces do not exclude each other", () => {
    expect(flagsOf("%s {name}")).toEqual(["c-format", "placeholders"]);
    expect(flagsOf("${value}: {kind}")).toEqual(["es-format", "placeholders"]);
  });

  it.each(["c-format", "no-c-format", "python-brace-format", "i18next-interpolation", "placeholders:X"])(
    "none where the file says itself: %s",
    (own) => {
      expect(flagsOf("%d {name}", { own })).toEqual([]);
    },
  );

  it("never throw", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom("json", "aresource", "strings", "properties"),
        (text, format) => {
          flagsOf(text, { format });
        },
      ),
    );
  });
});
