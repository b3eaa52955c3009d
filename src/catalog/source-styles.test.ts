import { describe, expect, it } from "vitest";
import { parseFlags } from "./flags.ts";
import { styleFlags } from "./source-styles.ts";

describe("the placeholders a source text plainly has", () => {
  it.each([
    ["json", "{count} items", ["perl-brace-format"]],
    ["json", "Hello {{ name }}!", ["i18next-interpolation"]],
    ["json", "{{count, number}} of $t(total)", ["i18next-interpolation"]],
    ["json", "{n, plural, one {# file} other {# files}}", ["icu-message-format"]],
    ["json", "{n, select, a {x} other {y}} {name}", ["icu-message-format"]],
    ["json", "${amount} left", ["es-format"]],
    ["ruby-yaml", "%{count} files", ["ruby-format"]],
    ["po", "%(count)s files", ["python-format"]],
    ["po", "%s of %d in {place}", ["c-format", "perl-brace-format"]],
    ["properties", "{0} files, {1,number,#.##}", ["java-format"]],
    ["aresource", "%1$s has %2$d", ["java-printf-format"]],
    ["strings", "%@ has %ld", ["objc-format"]],
    ["laravel", "Welcome, :name", ["laravel-format"]],
    ["ts", "%1 of %2", ["qt-format"]],
    ["po", "100% sure, 50 % of them, 5%d", []],
    ["json", "Use {} or { } for a block, {{", []],
    ["json", "see http://example.org:8080 at 10:30 :name", []],
  ])("in %s, %j asks for %j", (format, source, flags) => {
    expect([...styleFlags([source], [], format, parseFlags()).keys()]).toEqual(flags);
  });

  it("are looked for in every plural form", () => {
    expect([...styleFlags(["One file", "%d files"], [], "po", parseFlags()).keys()]).toEqual(["c-format"]);
  });

  it.each(["python-brace-format", "no-c-format", "i18next-interpolation", "placeholders:X"])(
    "do not matter where the file says it itself: %s",
    (flag) => {
      expect(styleFlags(["%s {name}"], [], "po", parseFlags(flag)).size).toBe(0);
    },
  );
});
