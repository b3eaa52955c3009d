import { expect } from "vitest";
import type { UnitChange } from "../catalog/unit-change.ts";
import { keyedUnit } from "./format.contract.ts";
import type { Format } from "./format.ts";

const GROWTH = 8;
/** Work that grows with the square would take 64 times as long; with the size, 8 times, and memory has its price. */
const MOST_TIMES_LONGER = 32;
/** Shorter than this, a clock tells little. */
const SHORTEST_MILLISECONDS = 1;
const ATTEMPTS = 5;

/** The work for a larger input takes longer by as much as the input is larger; how long it takes is not looked at. */
export function expectLinear(size: number, prepare: (size: number) => () => void): void {
  const small = prepare(size);
  const large = prepare(size * GROWTH);
  small();
  let shortest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  // Whatever else the machine does can only make work longer.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    shortest = {
      small: Math.min(shortest.small, milliseconds(small)),
      large: Math.min(shortest.large, milliseconds(large)),
    };
    if (shortest.large <= MOST_TIMES_LONGER * shortest.small) return;
  }
  expect(shortest.large / shortest.small).toBeLessThanOrEqual(MOST_TIMES_LONGER);
}

/** A file loses all its units, the last one first, and gets as many others. */
export function expectLinearChanges(
  format: Format,
  file: (count: number) => string,
  keysOf: (count: number) => readonly string[],
): void {
  expectLinear(1_000, (size) => {
    const keys = keysOf(size);
    const bytes = Buffer.from(file(size));
    const changes: readonly UnitChange[] = [
      ...keys.toReversed().map((key) => ({ kind: "remove", key }) as const),
      ...keys.map((key) => ({ kind: "add", unit: keyedUnit(key.replace("k", "new"), "y"), after: key }) as const),
    ];
    const changed = format.read(format.patch(bytes, changes)).units;
    expect(changed).toHaveLength(keys.length);
    return () => void format.patch(bytes, changes);
  });
}

/** Of the processor, which may have other things to do meanwhile. */
function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, SHORTEST_MILLISECONDS);
}
