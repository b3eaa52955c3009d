import { describe, expect, it } from "vitest";
import { FormatError } from "../format.ts";
import { childOf, childrenOf, descendantsOf, eachElement, readXml, textOf } from "./document.ts";
import { isXmlText, xmlElement, xmlText } from "./write.ts";

function failure(text: string): { message: string; line: number; column: number } {
  try {
    readXml(text, "file.xml");
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

describe("reading XML", () => {
  it("gives elements by their local names, attributes as written, and texts", () => {
    const { root } = readXml(
      '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n<!DOCTYPE a SYSTEM "a.dtd">\r\n<!-- c --><x:a xmlns:x="u" xml:lang=\'cs\'>' +
        "1\r\n<b>&lt;&amp;&#x41;&#66;</b><![CDATA[<&amp;]]><b/></x:a>\n",
    );
    expect(root.name).toBe("a");
    expect(root.attributes.get("xml:lang")).toBe("cs");
    expect(textOf(root)).toBe("1\n<&AB<&amp;");
    expect(descendantsOf(root, "b").map(textOf)).toEqual(["<&AB", ""]);
    expect(childOf(root, "c")).toBeUndefined();
  });

  it.each([
    ["declarations of its own", '<!DOCTYPE a [<!ENTITY b "c">]>\n<a/>', /<!DOCTYPE>/, 1, 1],
    ["an entity of the document type", '<!DOCTYPE a SYSTEM "a.dtd">\n<a>&b;</a>', /entity/, 2, 4],
    ["an element declaration", "<a><!ELEMENT b ANY></a>", /declaration/, 1, 4],
    ["tags that cross", "<a><b></a></b>", /expected <\/b>/, 1, 7],
    ["an open element", "<a>\n <b>\n</b>", /<\/a> is missing/, 1, 1],
    ["an end without a beginning", "<a/></b>", /closes nothing/, 1, 5],
    ["two roots", "<a/>\n<b/>", /end of the file/, 2, 1],
    ["text behind the end", "<a/>x", /end of the file/, 1, 5],
    ["text alone", "x", /expected an element/, 1, 1],
    ["nothing", "", /expected an element/, 1, 1],
    ["a control character", "<a>\u0007</a>", /control character/, 1, 4],
    ["an encoding that it does not have", '<?xml version="1.0" encoding="latin1"?><a/>', /latin1/, 1, 1],
    ["elements too deep in each other", "<a>".repeat(101) + "</a>".repeat(101), /too deep/, 1, 301],
  ])("refuses %s, with its place", (_name, text, message, line, column) => {
    const error = failure(text);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ line, column });
  });
});

describe("writing XML", () => {
  it("escapes what a text cannot hold, and what a reader would change", () => {
    expect(xmlText("a<b>&]]>\r\n")).toBe("a&lt;b&gt;&amp;]]&gt;&#13;\n");
    expect(xmlElement("a", { b: '"\n\t<&>', c: undefined }, "x")).toBe('<a b="&quot;&#10;&#9;&lt;&amp;&gt;">x</a>');
  });

  it("replaces what XML has no way to write", () => {
    expect(xmlText("a\u0000\uFFFE\uD800b")).toBe("a\uFFFD\uFFFD\uFFFDb");
    expect(xmlText("a\u0007b", (character) => `[${character.charCodeAt(0).toString()}]`)).toBe("a[7]b");
    expect([isXmlText("a\u{1F44D}\n"), isXmlText("a\u0007")]).toEqual([true, false]);
  });
});

describe("elements that are handed over", () => {
  it("come one by one, whole, and are not kept", () => {
    const seen: string[] = [];

    eachElement("<a><b>1<c/></b> <d><b/></d><b>2</b></a>", "b", (element) => {
      seen.push(`${textOf(element)} ${String(childrenOf(element).length)}`);
    });

    expect(seen).toEqual(["1 1", " 0", "2 0"]);
  });

  it("end at a fault, which has its place", () => {
    const seen: string[] = [];
    const read = () => {
      eachElement("<a><b>1</b>\n<b>2</c></a>", "b", (element) => seen.push(textOf(element)), "a.xml");
    };

    expect(read).toThrow(expect.objectContaining({ place: expect.objectContaining({ file: "a.xml", line: 2 }) }));
    expect(seen).toEqual(["1"]);
  });
});
