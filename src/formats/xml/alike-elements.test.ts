import { describe, expect, it } from "vitest";
import { FormatError } from "../format.ts";
import { ElementReader } from "./element-reader.ts";
import type { PlacedElement } from "./placed-element.ts";

const OPEN = "<a>";
const CLOSE = "</a>";

/** The elements of `<a>`, in one reading. */
function together(text: string): readonly PlacedElement[] {
  const reader = new ElementReader(text);
  reader.root(["a"], "around it");
  const found: PlacedElement[] = [];
  for (let token = reader.next(); token?.kind === "open"; token = reader.next()) found.push(reader.element(token));
  reader.finish();
  return found;
}

/** Each of them by a reader that has seen no other. */
function oneByOne(elements: readonly string[]): readonly PlacedElement[] {
  let before = 0;
  return elements.flatMap((element) => {
    const found = together(OPEN + " ".repeat(before) + element + CLOSE);
    before += element.length;
    return found;
  });
}

function plain(element: PlacedElement): unknown {
  const { tag, children, ...offsets } = element;
  return { ...offsets, tag: { ...tag, attributes: [...tag.attributes] }, children: children.map(plain) };
}

describe("elements that are written as one before them", () => {
  const unit = (texts: readonly string[]): string => {
    const [id = "", source = "", target = "", place = ""] = texts;
    return `<u id="${id}">\n <s>${source}</s>\n <t state='x'>${target}</t><e/>\n <g p="1"><c k="f">${place}</c><c k="l">1</c></g>\n</u>`;
  };

  it.each([
    ["with other texts", [unit(["1", "one", "eins", "f.c"]), unit(["2", "two &amp; a half", "", ""]), unit(["3"])]],
    ["without a text", [unit([]), unit(["2", "x", "y", "z"]), unit([])]],
    ["in two ways", [unit(["1", "a"]), "<u><s>a</s></u>", unit(["2", "b"]), "<u><s>bc</s></u>", "<u><s/></u>"]],
    ["in more ways than are kept", ["<u><b/></u>", "<u><c/></u>", "<u><d/></u>", "<u><e/></u>", "<u><b/></u>"]],
    ["with another attribute", ['<u><s a="1">x</s></u>', '<u><s a="2">x</s></u>', '<u><s  a="1">x</s></u>']],
    ["with text between elements", ["<u>x<s>y</s></u>", "<u>x<s>z</s></u>", "<u>w<s>z</s></u>"]],
    ["with comments", ["<u><!-- x --><s>y</s></u>", "<u><s><!-- x --></s></u>", "<u><s>x</s></u>"]],
    [
      "with markup in a text",
      ["<u><s>a</s></u>", "<u><s>a<x/>b</s></u>", "<u><s><![CDATA[<]]></s></u>", "<u><s>c</s></u>"],
    ],
    ["with an element that begins alike", ["<u><s>a</s></u>", "<u><s>a</s><t/></u>", "<u><s>a</s ></u>", "<u></u>"]],
  ])("are read as by themselves: %s", (_, elements) => {
    const found = together(OPEN + elements.join("") + CLOSE);
    expect(found.map(plain)).toEqual(oneByOne(elements).map(plain));
    expect(found).toHaveLength(elements.length);
  });

  it.each([
    ["<u><s>x & y</s></u>", "unknown entity"],
    ["<u><s>x ]]> y</s></u>", "outside CDATA"],
    ["<u><s>x</t></u>", "expected </s> instead of </t>"],
    ["<u><s>x</s>", "expected </u> instead of </a>"],
    ["<u><s>x", "expected </s> instead of </a>"],
  ])("are not taken for such where they are wrong: %s", (wrong, message) => {
    const text = `${OPEN}<u><s>a</s></u><u><s>b</s></u>${wrong}${CLOSE}`;
    expect(() => together(text)).toThrow(FormatError);
    expect(() => together(text)).toThrow(message);
  });

  it("are not compared any more where none is like the other", () => {
    const elements = Array.from({ length: 500 }, (_, index) => `<u><s${String(index)}>x</s${String(index)}></u>`);
    expect(together(OPEN + elements.join("") + CLOSE).map(plain)).toEqual(oneByOne(elements).map(plain));
  });
});
