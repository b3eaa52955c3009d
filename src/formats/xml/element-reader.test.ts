import { describe, expect, it } from "vitest";
import { FormatError } from "../format.ts";
import { applyEdits, type Edit } from "../text/source-text.ts";
import { attributeEdit, contentEdit, isTrailing, ownStart, removalEdit } from "./edit.ts";
import { ElementReader } from "./element-reader.ts";
import { childNamed, type PlacedElement } from "./placed-element.ts";

function rootElement(text: string): PlacedElement {
  const reader = new ElementReader(text);
  const tag = reader.root(["a"], "around it");
  const element = reader.element(tag);
  reader.finish();
  return element;
}

function edited(text: string, edit: (root: PlacedElement) => Edit | undefined): string {
  const change = edit(rootElement(text));
  return change === undefined ? text : applyEdits(text, [change]);
}

describe("reading XML element by element", () => {
  it("tells where elements, their contents and lines are", () => {
    const text = '<?xml version="1.0"?>\n<!-- c -->\n<a x="1">\n  <b>text<c/></b>\n</a>\n';
    const root = rootElement(text);
    const child = childNamed(root, "b");
    expect(text.slice(child?.contentStart, child?.contentEnd)).toBe("text<c/>");
    expect(text.slice(child?.tag.start, child?.end)).toBe("<b>text<c/></b>");
    expect(child?.children.map(({ tag }) => tag.name)).toEqual(["c"]);
    expect(root.tag.attributes.get("x")).toBe("1");
  });

  it("goes into elements one token after the other", () => {
    const reader = new ElementReader("<a>\n<b><c/></b>\n<!-- x -->\n<d>t</d></a>");
    reader.root(["a"], "around it");
    const seen: string[] = [];
    for (let token = reader.next(); token !== undefined; token = reader.next()) {
      seen.push(token.kind === "open" ? `${token.name} ${String(reader.lineAt(token.start))}` : token.kind);
      if (token.kind === "open" && token.name === "b") reader.enter(token);
      else if (token.kind === "open") reader.element(token);
    }
    reader.finish();
    expect(seen).toEqual(["b 2", "c 2", "close", "comment", "d 4", "close"]);
  });

  it.each([
    ["<b/>", "expected <a> around it", 1, 1],
    ["<a>\n<b></a>", "expected </b> instead of </a>", 2, 4],
    ["<a><b>", "<b> is not closed: </b> is missing", 1, 4],
    ["<a/>\nx", "expected the end of the file behind </a>", 2, 1],
    ["<a>".repeat(101), "elements are nested too deep", 1, 301],
  ])("refuses %s", (text, message, line, column) => {
    let error: unknown;
    try {
      rootElement(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ message, place: { line, column } });
  });
});

describe("editing XML", () => {
  it("sets a content, also of an element that has no end tag", () => {
    expect(edited("<a>x</a>", (root) => contentEdit("<a>x</a>", root, "y"))).toBe("<a>y</a>");
    expect(edited("<a b='1' />", (root) => contentEdit("<a b='1' />", root, "y"))).toBe("<a b='1'>y</a>");
  });

  it.each([
    ['<a b="1" c="2"/>', "b", '"&', '<a b="&quot;&amp;" c="2"/>'],
    ["<a b = '1'>x</a>", "b", "it's", "<a b = 'it&apos;s'>x</a>"],
    ['<a xb="1" />', "b", "2", '<a xb="1" b="2" />'],
    ['<a b="1" c="2">x</a>', "b", undefined, '<a c="2">x</a>'],
    ['<a c="2">x</a>', "b", undefined, '<a c="2">x</a>'],
  ])("in %s sets %s to %s", (text, name, value, expected) => {
    expect(edited(text, ({ tag }) => attributeEdit(text, tag, name, value))).toBe(expected);
  });

  it("knows the comments of an element: directly above, or behind it on its line", () => {
    const text = "<!-- section -->\n\n<!-- one -->\n<!-- two -->\n<b/> <!-- three -->\n<c/>";
    const comments = [...text.matchAll(/<!--.*?-->/g)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    }));
    const start = text.indexOf("<b/>");
    expect(text.slice(ownStart(text, start, comments.slice(0, 3)), start)).toBe("<!-- one -->\n<!-- two -->\n");
    const [, , , last] = comments;
    expect(last !== undefined && isTrailing(text, start + 4, last)).toBe(true);
    expect(last !== undefined && isTrailing(text, 0, last)).toBe(false);
  });

  it("removes with the blanks before", () => {
    const text = "<a>\n  <b/>\n  <c/>\n</a>";
    expect(applyEdits(text, [removalEdit(text, text.indexOf("<c/>"), text.indexOf("<c/>") + 4)])).toBe(
      "<a>\n  <b/>\n</a>",
    );
  });
});
