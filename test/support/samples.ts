import * as fc from "fast-check";

/** `npm run test:full`: every property is tried as often as its test says, with cases nobody chose; no scenario takes a part for all. */
export const isFull = process.env.INTERLINEAR_FULL_SAMPLES !== undefined;

const FEWEST = 50;

// `npm test` finds today what it found yesterday. fast-check prints seed and path of what fails.
if (!isFull) fc.configureGlobal({ seed: 20_260_101, numRuns: FEWEST });

/** Cases that show one behaviour: the first of them in `npm test`, all in `npm run test:full`. */
export function variants<Case>(all: readonly Case[], few = 1): readonly Case[] {
  return isFull ? all : all.slice(0, few);
}

/** Runs of a property: a tenth of them in `npm test`, at least fifty; fifty of those that say nothing. */
export function sampled(runs: number): number {
  return isFull ? runs : Math.min(runs, Math.max(FEWEST, Math.round(runs / 10)));
}
