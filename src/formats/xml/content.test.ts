import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyXmlText } from "../format.contract.ts";
import { readContent, writeContent } from "./content.ts";

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
  ])("writes %j with line ends %j for %j as %j", (text, lineEnd, former, raw) => {
    expect(writeContent(text, lineEnd, former)).toBe(raw);
  });

  it("reads what it wrote", () => {
    fc.assert(
      fc.property(
        anyXmlText,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom("", "<![CDATA[x]]>"),
        (text, end, former) => {
          expect(readContent(writeContent(text, end, former))).toBe(text);
        },
      ),
    );
  });
});
