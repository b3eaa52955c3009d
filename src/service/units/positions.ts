import { sql } from "kysely";
import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";

/** A string that was known before its file was read again. */
export interface Placed {
  readonly id: number;
  /** Where it stood in its file. */
  readonly was: number;
  /** Where it stands now. */
  readonly is: number;
}

/** Strings that stood one after the other, and all moved as far. */
export interface Shift {
  readonly from: number;
  /** The last of them. */
  readonly to: number;
  readonly by: number;
}

export interface Moves {
  /** In the order in which no string gets to a place that another one has not left, but those that move by themselves. */
  readonly shifts: readonly Shift[];
  /** Those that stand before one now that they stood after. */
  readonly alone: readonly Placed[];
}

/**
 * How strings get to their new places: where some came in or are gone, all after them move as far.
 * @param strings as they stand now
 */
export function movesOf(strings: readonly Placed[]): Moves {
  const runs: Shift[] = [];
  const alone: Placed[] = [];
  let last = -1;
  for (const string of strings) {
    const { was, is } = string;
    if (was <= last) {
      alone.push(string);
      continue;
    }
    last = was;
    const run = runs.at(-1);
    if (run?.by === is - was) runs[runs.length - 1] = { ...run, to: was };
    else runs.push({ from: was, to: was, by: is - was });
  }
  const upward = runs.filter(({ by }) => by > 0).toReversed();
  return { shifts: [...runs.filter(({ by }) => by < 0), ...upward], alone };
}

/** So many places are moved before others have the thread. */
const MOVED_AT_ONCE = 1000;

/**
 * Moves strings of a translation to where they stand in its file now.
 * @param newest id of the newest of them: what was added since has its place already
 */
export async function moveStrings(
  queries: Queries,
  translation: number,
  strings: readonly Placed[],
  newest: number,
): Promise<void> {
  const { shifts, alone } = movesOf(strings);
  for (const { from, to, by } of shifts) {
    const parts = Array.from({ length: Math.ceil((to - from + 1) / MOVED_AT_ONCE) }, (_, part) => {
      const first = from + part * MOVED_AT_ONCE;
      return { first, last: Math.min(to, first + MOVED_AT_ONCE - 1) };
    });
    for (const part of by < 0 ? parts : parts.toReversed()) {
      await shiftStrings.rows(queries, { translation, newest, by, ...part });
    }
  }
  for (const { id, is } of alone) await placeString.rows(queries, { id, is });
}

interface Part {
  readonly translation: number;
  readonly newest: number;
  readonly first: number;
  readonly last: number;
  readonly by: number;
}

const shiftStrings = prepared((queries, { translation, newest, first, last, by }: Part) =>
  queries
    .updateTable("unit")
    .set({ position: sql`position + ${by}` })
    .where("translation_id", "=", translation)
    .where("position", ">=", first)
    .where("position", "<=", last)
    .where("id", "<=", newest),
);

const placeString = prepared((queries, { id, is }: Pick<Placed, "id" | "is">) =>
  queries.updateTable("unit").set({ position: is }).where("id", "=", id),
);
