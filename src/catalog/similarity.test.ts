import * as fc from "fast-check";
import { expect, it } from "vitest";
import { editDistance, similarity, TextIndex } from "./similarity.ts";

/** The table of the textbook. */
function slowDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let place = 1; place <= one.length; place += 1) {
    const next = [place];
    for (let index = 1; index <= other.length; index += 1) {
      const swap = (row[index - 1] ?? 0) + (one[place - 1] === other[index - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

it("counts the edits between two texts as the textbook does, whatever their length", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "á", " "), maxLength: 150 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(editDistance(one, other)).toBe(slowDistance(one, other));
    }),
  );
});

it("calls only equal texts wholly alike", () => {
  expect(similarity("Hello", "Hello")).toBe(100);
  expect(similarity("x".repeat(1000), `${"x".repeat(999)}y`)).toBe(99);
  expect(similarity("Hello", "")).toBe(0);
  expect(similarity("Hello world", "Hello there")).toBe(54);
});

it("finds the few that are most alike, the best first, as sorting all of them would", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), text, fc.integer({ min: 1, max: 5 }), (texts, wanted, most) => {
      const sorted = texts
        .map((entry) => ({ entry, quality: similarity(wanted, entry) }))
        .filter(({ quality }) => quality >= 40)
        .toSorted((one, other) => other.quality - one.quality);

      const found = new TextIndex(texts, (each) => each).mostAlike(wanted, 40, most);

      expect(found).toEqual(sorted.slice(0, most));
    }),
  );
});

it("finds the nearest text as comparing with each of them would", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), text, (texts, wanted) => {
      const best = Math.max(0, ...texts.map((each) => similarity(wanted, each)));

      const found = new TextIndex(texts, (each) => each).nearest(wanted, 50);

      expect(found?.quality ?? 0).toBe(best >= 50 ? best : 0);
    }),
  );
});
