import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyXmlText } from "../format.contract.ts";
import { contentSpellings, readContent, writeContent } from "./content.ts";

describe("the content of an element", () => {
  it.each([
    ["a&amp;b&#x41;", "a&bA"],
    ["a\r\nb\rc&#13;", "a\nb\nc\r"],
    ["a<![CDATA[<b>&amp;\r\n]]>c", "a<b>&amp;\nc"],
    ["a<!-- b -->c<d>e</d>", "ace"],
  ])("reads %j as %j", (raw, text) => {
    expect(readContent(raw)).toBe(text);
  });

  it.each([
    ["a & b\n", "\r\n", "", "a &amp; b\r\n"],
    ["<b>", "\n", "<![CDATA[<i>]]>", "<![CDATA[<b>]]>"],
    ["]]>", "\n", "<![CDATA[<i>]]>", "]]&gt;"],
    ["\r", "\n", "<![CDATA[<i>]]>", "&#13;"],
    ["<b>", "\n", "<![CDATA[a]]><![CDATA[b]]>", "&lt;b&gt;"],
    ["> \" ' \u00A0", "\n", "a > b", "> \" ' \u00A0"],
    ["> \" ' \u00A0", "\n", "a&gt;&quot;&apos;&#xA0;&#x20;", "&gt; &quot; &apos; &#xA0;"],
    ["]]>", "\n", "a > b", "]]&gt;"],
  ])("writes %j with line ends %j for %j as %j", (text, lineEnd, former, raw) => {
    expect(writeContent(text, lineEnd, former)).toBe(raw);
  });

  it("writes characters as the file does where the former content has none of them", () => {
    const usual = contentSpellings(["a&#32;b", "&quot;", "c > d"]);
    expect(writeContent('a > "b"', "\n", "", usual)).toBe("a > &quot;b&quot;");
    expect(writeContent('a > "b"', "\n", 'x "y"', usual)).toBe('a > "b"');
  });

  it("reads what it wrote", () => {
    fc.assert(
      fc.property(
        anyXmlText,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom("", "<![CDATA[x]]>", "a > b", "&#10;&gt;"),
        (text, end, former) => {
          expect(readContent(writeContent(text, end, former))).toBe(text);
        },
      ),
    );
  });
});
