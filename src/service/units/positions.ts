import { sql } from "kysely";
import { LARGEST_INTEGER } from "../../http-api/endpoint.ts";
import type { Queries } from "../../store/database.ts";
import { batches } from "../../store/bulk.ts";
import { within, type InPart } from "../../store/in-parts.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { prepared } from "../../store/prepared.ts";
import { lockStrings } from "./locked-strings.ts";

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

/** How strings get to their new places: where some came in or are gone, all up to the next such place move as far. */
export class Moves {
  readonly #runs: { readonly from: number; to: number; readonly by: number }[] = [];
  readonly #alone: Pick<Placed, "id" | "is">[] = [];
  #last = -1;

  /** To be told of all of them, as they stand now. */
  add({ id, was, is }: Placed): void {
    if (was <= this.#last) {
      this.#alone.push({ id, is });
      return;
    }
    this.#last = was;
    const run = this.#runs.at(-1);
    if (run?.by === is - was) run.to = was;
    else this.#runs.push({ from: was, to: was, by: is - was });
  }

  /** In the order in which no string gets to a place that another one has not left, but those that move by themselves. */
  get shifts(): readonly Shift[] {
    const upward = this.#runs.filter(({ by }) => by > 0).toReversed();
    return [...this.#runs.filter(({ by }) => by < 0), ...upward];
  }

  /** Those that stand before one now that they stood after. */
  get alone(): readonly Pick<Placed, "id" | "is">[] {
    return this.#alone;
  }
}

/** So many places are moved by one statement at most, before others have the thread. */
const MOVED_AT_ONCE = 1000;

export interface MoveOptions {
  /** Id of the newest of the strings: what was added since has its place already; default: nothing was. */
  readonly newest?: number;
  /** Does some after the others, on PostgreSQL, where they are locked first; on SQLite each statement is by itself. */
  readonly inPart?: InPart;
}

/** Moves strings of a translation to where they stand in its file now. */
export async function moveStrings(
  queries: Queries,
  translation: number,
  { shifts, alone }: Pick<Moves, "shifts" | "alone">,
  { newest = LARGEST_INTEGER, inPart = within(queries) }: MoveOptions = {},
): Promise<void> {
  const move = isPostgres(queries) ? inPart : within(queries);
  for (const { from, to, by } of shifts) {
    const parts = Array.from({ length: Math.ceil((to - from + 1) / MOVED_AT_ONCE) }, (_, part) => {
      const first = from + part * MOVED_AT_ONCE;
      return { first, last: Math.min(to, first + MOVED_AT_ONCE - 1) };
    });
    for (const part of by < 0 ? parts : parts.toReversed()) {
      const moved = { translation, newest, ...part };
      await move(async (own) => {
        if (isPostgres(own)) await lockShifted.rows(own, moved);
        await shiftStrings.rows(own, { ...moved, by });
      });
    }
  }
  for (const some of batches(alone)) {
    await move(async (own) => {
      await lockStrings(
        own,
        some.map(({ id }) => id),
      );
      for (const { id, is } of some) await placeString.rows(own, { id, is });
    });
  }
}

interface Part {
  readonly translation: number;
  readonly newest: number;
  readonly first: number;
  readonly last: number;
}

/** In the order in which all lock strings, which is not that of their places. */
const lockShifted = prepared((queries, { translation, newest, first, last }: Part) =>
  queries
    .selectFrom("unit")
    .select("id")
    .where("translation_id", "=", translation)
    .where("position", ">=", first)
    .where("position", "<=", last)
    .where("id", "<=", newest)
    .orderBy("id")
    .forNoKeyUpdate(),
);

const shiftStrings = prepared((queries, { translation, newest, first, last, by }: Part & { readonly by: number }) =>
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
