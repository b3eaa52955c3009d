import type { Queries } from "../../store/database.ts";

/** Positions of strings in a translation's file; `before` is the first that is not meant. */
interface Positions {
  readonly from: number;
  readonly before: number;
}

/**
 * The positions of a translation's strings in order, some at a time, for there may be half a million of them: between two
 * statements others are answered.
 * @param atOnce so many strings are between two positions, at most
 */
export async function* positionsInParts(
  queries: Queries,
  translation: number,
  atOnce: number,
): AsyncGenerator<Positions> {
  const last = await lastPosition(queries, translation);
  for (let from = 0; from <= last; from += atOnce) {
    yield { from, before: from + atOnce };
  }
}

/** Of a translation's strings; -1 where there is none. */
export async function lastPosition(queries: Queries, translation: number): Promise<number> {
  const { last } = await queries
    .selectFrom("unit")
    .select(({ fn }) => fn.max("position").as("last"))
    .where("translation_id", "=", translation)
    .executeTakeFirstOrThrow();
  return last ?? -1;
}

/** The strings at these positions, to be asked for one part after the other. */
export async function* stringsInParts(queries: Queries, translation: number, atOnce: number) {
  for await (const { from, before } of positionsInParts(queries, translation, atOnce)) {
    yield queries
      .selectFrom("unit")
      .where("translation_id", "=", translation)
      .where("position", ">=", from)
      .where("position", "<", before)
      .orderBy("position");
  }
}
