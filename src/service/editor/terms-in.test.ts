import { expect, it } from "vitest";
import { placesOfTerm } from "./terms-in.ts";

it.each([
  ["a word of its own", "The cart is empty", "cart", ["cart"]],
  ["a word with a capital", "Cart: your CART", "cart", ["Cart", "CART"]],
  ["no part of a word", "A cartoon about carts", "cart", []],
  ["several words", "Add to shopping cart.", "shopping cart", ["shopping cart"]],
  ["beside signs", "<b>cart</b>, {cart}", "cart", ["cart", "cart"]],
  ["beside letters that have accents", "Účet účetní", "účet", ["Účet"]],
  ["in a language without spaces", "買い物かごは空です", "かご", ["かご"]],
  ["beside characters of two units", "😀cart😀", "cart", ["cart"]],
  ["where a small letter is longer than its capital", "İ cart", "cart", ["cart"]],
  ["nothing for an empty term", "The cart", "  ", []],
])("finds a term: %s", (_, text, term, found) => {
  expect(placesOfTerm(text, term).map(({ from, to }) => text.slice(from, to))).toEqual(found);
});
