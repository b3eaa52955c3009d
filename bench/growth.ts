import type { Measurement } from "./row.ts";

/** What was measured at a size. */
export interface Point {
  readonly components: number;
  readonly value: number;
}

/** Growth that is no more than the components' own. */
const LINEAR = 1.15;

/**
 * What each component adds between the two largest of three sizes, beside what each adds between the two smallest: 1 is linear. The
 * benchmark fails where it is not met, by the beginning of its name.
 * @param least what a component may add anyway, in the value's own unit. Small runs differ by what was garbage, not by what they need:
 *   three hundred components may take less memory than a hundred, and beside that everything is too much, or nothing is.
 * @returns nothing for fewer sizes
 */
export function growth(what: string, points: readonly Point[], least: number): readonly Measurement[] {
  const [small, middle, large] = points;
  if (small === undefined || middle === undefined || large === undefined) return [];
  const times = slope(middle, large) / Math.max(slope(small, middle), least);
  const [one, other, last] = points.map(({ components }) => components.toLocaleString("en"));
  return [
    {
      name: `growth of ${what}, ${String(other)} to ${String(last)} beside ${String(one)} to ${String(other)}`,
      unit: "times",
      ours: Number(times.toFixed(2)),
      peer: undefined,
      goal: { atMost: LINEAR },
    },
  ];
}

function slope(one: Point, other: Point): number {
  return (other.value - one.value) / (other.components - one.components);
}
