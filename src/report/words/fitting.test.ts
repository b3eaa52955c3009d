import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitSections, type RowLimits } from "./fitting.ts";

type Section = "rows" | "notes";

function render({ rows, notes }: RowLimits<Section>): string {
  return `${"r".repeat(rows * 3)}${"n".repeat(notes * 5)}`;
}

test("what fits stays whole", () => {
  expect(fitSections(render, { rows: 4, notes: 2 }, ["rows", "notes"], 22)).toBe(render({ rows: 4, notes: 2 }));
});

test("the first expendable section is halved as often as needed, the next only where that is not enough", () => {
  expect(fitSections(render, { rows: 40, notes: 2 }, ["rows", "notes"], 50)).toBe(render({ rows: 10, notes: 2 }));
  expect(fitSections(render, { rows: 40, notes: 20 }, ["rows", "notes"], 60)).toBe(render({ rows: 0, notes: 10 }));
});

test("a text is never too long where leaving everything out would do", () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.nat(2_000), (rows, notes, most) => {
      expect(fitSections(render, { rows, notes }, ["rows", "notes"], most).length).toBeLessThanOrEqual(most);
    }),
  );
});

test("a text that nothing helps is not made again and again", () => {
  let renderings = 0;

  fitSections(
    () => {
      renderings += 1;
      return "too long";
    },
    { rows: 500, notes: 500 },
    ["rows", "notes"],
    3,
  );

  expect(renderings).toBe(3);
});
