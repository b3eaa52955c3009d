import { englishWords } from "../wording/catalogues.ts";
import { expect, it } from "vitest";
import { html } from "../../http-api/markup.ts";
import type { Term } from "./glossary.ts";
import { markedSource, shownSource, sourcePieces, termWords } from "./marked-source.ts";

const term = (source: string, more: Partial<Term> = {}): Term => ({
  unit: 1,
  component: "words",
  source,
  target: "košík",
  explanation: "",
  isForbidden: false,
  isUntranslatable: false,
  needsWork: false,
  ...more,
});

it.each([
  ["every place of a term", "Cart: your cart", [], ["cart"], ["Cart", "cart"]],
  ["the longest of those at one place", "Shopping cart", [], ["shopping", "shopping cart"], ["Shopping cart"]],
  ["the first of those that overlap", "shopping cart total", [], ["cart total", "shopping cart"], ["shopping cart"]],
  ["no part of a word", "cartoon", [], ["cart"], []],
  ["nothing in a placeholder", "{cart} of the cart", [{ from: 0, to: 6 }], ["cart"], ["cart"]],
  ["nothing without terms", "The cart", [], [], []],
])("marks in a source %s", (_, text, parts, terms, marked) => {
  const pieces = sourcePieces(
    text,
    parts,
    terms.map((each) => term(each)),
  );
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.filter(({ kind }) => kind === "term").map((piece) => piece.text)).toEqual(marked);
});

it.each([
  [{}, "Glossary: košík"],
  [{ needsWork: true }, "Glossary: košík (the term needs work itself)"],
  [{ target: "", needsWork: true }, "Glossary: not translated yet"],
  [{ isForbidden: true, target: "" }, "Glossary: a forbidden term, not translated yet"],
  [{ isForbidden: true }, "Glossary: do not use “košík”, it is forbidden"],
  [{ isUntranslatable: true, target: "cart" }, "Glossary: stays as it is"],
])("says of a term %o", (facts, words) => {
  expect(termWords(term("cart", facts), englishWords)).toBe(words);
});

it("renders no markup of a source or of a glossary", () => {
  const pieces = sourcePieces("<b>cart</b>", [{ from: 0, to: 3 }], [term("cart", { target: '"><i>' })]);
  expect(String(markedSource(pieces))).not.toMatch(/<(?:i|b)>/);
});

it("shows a line end of two characters as one", () => {
  const shown = shownSource({ source: JSON.stringify(["Closed\r\non Sundays"]) }, undefined, [], englishWords);
  expect(String(html`${shown}`)).toMatch(/Closed<span class="sign"[^>]*>\n<\/span>on Sundays/);
});
