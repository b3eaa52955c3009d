import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import { Moves, type Placed } from "./positions.ts";

/** What a file has, one letter a string: `-` one that is gone, `+` one that is new. */
function placed(before: string, after: string): Placed[] {
  return Array.from(after).flatMap((letter, index) =>
    letter === "+" ? [] : [{ id: letter.charCodeAt(0), was: before.indexOf(letter) + 1, is: index + 1 }],
  );
}

function movesOf(strings: readonly Placed[]): Moves {
  const moves = new Moves();
  for (const string of strings) moves.add(string);
  return moves;
}

/** Where all stand after these moves, done one after the other as the database does them. */
function moved(strings: readonly Placed[]): ReadonlyMap<number, number> {
  const places = new Map(strings.map(({ id, was }) => [id, was]));
  const { shifts, alone } = movesOf(strings);
  for (const { from, to, by } of shifts) {
    for (const [id, place] of places) if (place >= from && place <= to) places.set(id, place + by);
  }
  for (const { id, is } of alone) places.set(id, is);
  return places;
}

const wanted = (strings: readonly Placed[]): ReadonlyMap<number, number> =>
  new Map(strings.map(({ id, is }) => [id, is]));

describe("how strings get to their new places", () => {
  it.each([
    { what: "nothing has moved", before: "abcd", after: "abcd", shifts: [], alone: [] },
    { what: "one is gone", before: "abcd", after: "acd", shifts: [{ from: 3, to: 4, by: -1 }], alone: [] },
    { what: "one came in", before: "abcd", after: "a+bcd", shifts: [{ from: 2, to: 4, by: 1 }], alone: [] },
    {
      what: "two came in: the later ones make room first",
      before: "abcd",
      after: "a+bc+d",
      shifts: [
        { from: 4, to: 4, by: 2 },
        { from: 2, to: 3, by: 1 },
      ],
      alone: [],
    },
    { what: "one went to the end", before: "abcd", after: "bcda", shifts: [{ from: 2, to: 4, by: -1 }], alone: ["a"] },
  ])("$what", ({ before, after, shifts, alone }) => {
    const strings = placed(before, after);

    const moves = movesOf(strings);

    expect([moves.shifts, moves.alone.map(({ id }) => String.fromCharCode(id))]).toEqual([shifts, alone]);
    expect(moved(strings)).toEqual(wanted(strings));
  });

  it("brings every string to its place, whatever went, came in or changed places", () => {
    const letters = Array.from("abcdefghijklmnop");
    const file = fc
      .tuple(fc.shuffledSubarray(letters), fc.subarray(letters), fc.boolean(), fc.array(fc.nat(16)))
      .map(([shuffled, inOrder, isInOrder, news]) => {
        const after = isInOrder ? [...inOrder] : [...shuffled];
        for (const place of news) after.splice(place, 0, "+");
        return after.join("");
      });
    fc.assert(
      fc.property(file, (after) => {
        const strings = placed(letters.join(""), after);
        expect(moved(strings)).toEqual(wanted(strings));
      }),
      { numRuns: sampled(1000) },
    );
  });
});
