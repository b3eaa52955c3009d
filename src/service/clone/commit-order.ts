import type { WrittenUnit } from "../files/written-units.ts";
import type { UnitRecord } from "../units/unit-row.ts";

export type WaitingUnit = WrittenUnit & Pick<UnitRecord, "position" | "pending" | "pending_author_id" | "last_updated">;

/** A text that was saved over before it was committed, and its string as it is by now. */
export interface SetAsideText extends WaitingUnit {
  /** Of `set_aside_text`. */
  readonly row: number;
  readonly author: number | null;
  readonly written: string;
  readonly written_state: number;
}

/** Strings of one author in one translation: they become one commit. */
export interface Batch {
  readonly author: number | undefined;
  readonly units: readonly WaitingUnit[];
  /** Rows of `set_aside_text` that the units are made of; their strings have other texts by now, which wait on. */
  readonly setAside?: readonly number[];
}

/**
 * What is committed one after the other, so that each text comes after those that it was saved over.
 * @param setAside in the order in which they were saved, as of `waiting` or later
 */
export function batchesInOrder(waiting: readonly WaitingUnit[], setAside: readonly SetAsideText[]): Batch[] {
  const marks = new Map(setAside.map(({ id, pending }) => [id, pending]));
  // Saved over since it was read: it is among those that are set aside by now, and the newer one waits on.
  const last = waiting.filter(({ id, pending }) => (marks.get(id) ?? pending) === pending);
  const authors = Map.groupBy(last, (unit) => unit.pending_author_id ?? undefined);
  return [...setAsideBatches(setAside), ...Array.from(authors, ([author, units]) => ({ author, units }))];
}

/** Those of one author in a row together. */
function setAsideBatches(texts: readonly SetAsideText[]): Batch[] {
  const found: (Batch & { readonly units: WaitingUnit[]; readonly setAside: number[] })[] = [];
  let ids = new Set<number>();
  for (const { row, author: writer, written, written_state: state, ...unit } of texts) {
    const author = writer ?? undefined;
    // The mark of no edit: the newer text goes on to wait.
    const own = { ...unit, target: written, state, pending: -1 };
    const last = found.at(-1);
    if (last !== undefined && last.author === author && !ids.has(unit.id)) {
      last.units.push(own);
      last.setAside.push(row);
    } else {
      found.push({ author, units: [own], setAside: [row] });
      ids = new Set();
    }
    ids.add(unit.id);
  }
  return found;
}
