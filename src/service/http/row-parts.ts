import { setImmediate } from "node:timers/promises";

/** So many rows of a list are written before others are answered: of strings, that takes a millisecond or two. */
const ROWS_AT_ONCE = 200;

/** Rows of a list, some at a time: a page may have ten thousand. */
export async function* rowParts<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) await setImmediate();
    yield rows.slice(from, from + ROWS_AT_ONCE);
  }
}
