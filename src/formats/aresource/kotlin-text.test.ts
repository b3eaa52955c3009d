import { describe, expect, it } from "vitest";
import { decodeKotlinText, encodeKotlinText } from "./kotlin-text.ts";

function encode(value: string, raw?: string): string {
  const former = raw === undefined ? undefined : { raw, value: decodeKotlinText(raw) };
  return encodeKotlinText(value, { lineEnd: "\n", accepts: (prefixes) => prefixes.size === 0, former });
}

describe("texts of Kotlin's libraries", () => {
  it.each([
    [String.raw`it's "so"  wide `, `it's "so"  wide `],
    [String.raw`a\nb\tc\u0041`, "a\nb\tcA"],
    [String.raw`a\\nb\\\n`, "a\\nb\\\n"],
    [String.raw`\'\"\@\x`, String.raw`\'\"\@\x`],
    ["@string/a", "@string/a"],
    ["a\r\n  b", "a\n  b"],
    ["&lt;b&gt; &amp;", "<b> &"],
    ["<b>a\\n</b> &amp;", "<b>a\n</b> &amp;"],
    ["<![CDATA[<b>a\\n]]>", "<b>a\n"],
  ])("reads %j as %j", (raw, value) => {
    expect(decodeKotlinText(raw)).toBe(value);
  });

  it.each([
    ['it\'s "so" @ ', undefined, 'it\'s "so" @ '],
    ["a\nb\tc\\\u0007", undefined, String.raw`a\nb\tc\\\u0007`],
    ["a\nb\nc", "a\nb", "a\nb\nc"],
    ["a\nb", String.raw`a\nb`, String.raw`a\nb`],
    ["a <b", undefined, "a &lt;b"],
    ["a <b>c</b>", undefined, "a <b>c</b>"],
    ["<i>", "<![CDATA[<b>]]>", "<![CDATA[<i>]]>"],
    ["]]>", "<![CDATA[<b>]]>", "]]&gt;"],
  ])("writes %j in the place of %j as %j", (value, former, content) => {
    expect(encode(value, former)).toBe(content);
    expect(decodeKotlinText(content)).toBe(value);
  });
});
