import { expect } from "vitest";

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

/** Of the processor, which may have other things to do meanwhile. */
function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, SHORTEST_MILLISECONDS);
}
