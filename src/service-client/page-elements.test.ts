import { expect, test } from "vitest";
import { pageElements } from "./page-elements.ts";

const ELEMENTS: readonly unknown[] = [
  {},
  { code: "cs", parts: [1, [2, { a: "}" }]], nothing: null },
  'a "quoted" text, with ] and } and \\',
  "příliš žluťoučký",
  [],
  -1.5e3,
  null,
];

test.each([
  ["as one line", undefined],
  ["over many lines", 2],
])("a page %s is its elements, and what is around them", (_, indent) => {
  for (let count = 0; count <= ELEMENTS.length; count += 1) {
    const page = {
      count,
      next: "https://service.test/?results=[1]",
      results: ELEMENTS.slice(0, count),
      previous: null,
    };

    const { elements = [], rest = "" } = pageElements(Buffer.from(JSON.stringify(page, undefined, indent))) ?? {};

    expect(elements.map((element) => JSON.parse(element.toString("utf8")))).toEqual(page.results);
    expect(JSON.parse(rest)).toEqual({ ...page, results: [] });
  }
});

test("a member of that name further inside is none", () => {
  const page = { other: { results: [1] }, results: [2] };

  expect(pageElements(Buffer.from(JSON.stringify(page)))?.elements.map(String)).toEqual(["2"]);
});

test.each(["", "[]", "{", '{"count": 1}', "<html>{</html>", '{"results": {}}', '{"results" 1}'])(
  "%j is no page with a list",
  (text) => {
    expect(pageElements(Buffer.from(text))).toBeUndefined();
  },
);

test.each([
  '{"results": [1, 2',
  '{"results": [{"a": "b]}',
  '{"results": [1,]}',
  '{"results": [1 2]}',
  '{"results":[}]}',
])("%j has a piece, or a rest, that is no JSON", (text) => {
  const { elements = [], rest = "" } = pageElements(Buffer.from(text)) ?? {};

  expect(() => [...elements.map(String), rest].map((piece) => JSON.parse(piece))).toThrow(SyntaxError);
});
