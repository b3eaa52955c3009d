import { TextIndex } from "../../catalog/similarity.ts";
import type { MemoryRecord } from "./memory.ts";

export type MemoryText = Pick<MemoryRecord, "id" | "source" | "target" | "origin" | "shared" | "source_length">;

export interface Match {
  readonly entry: MemoryText;
  /** 0–100; 100 is the very text. */
  readonly quality: number;
}

/** The best of these entries for each of the texts, where there is one that is alike enough. */
export function nearestOf({
  entries,
  sources,
  threshold,
}: {
  readonly entries: readonly MemoryText[];
  readonly sources: readonly string[];
  readonly threshold: number;
}): Map<string, Match> {
  const index = new TextIndex(entries.toSorted(byPreference), (row) => row.source);
  return new Map(
    sources.flatMap((source) => {
      const nearest = index.nearest(source, threshold);
      return nearest === undefined ? [] : [[source, nearest] as const];
    }),
  );
}

/** The few of these entries that are most like a text. */
export function alikeOf({
  entries,
  source,
  threshold,
  most,
}: {
  readonly entries: readonly MemoryText[];
  readonly source: string;
  readonly threshold: number;
  readonly most: number;
}): readonly Match[] {
  return new TextIndex(entries.toSorted(byPreference), (row) => row.source).mostAlike(source, threshold, most);
}

/** The newest translation of a text wins, the project's own before one that is shared. */
export function byPreference(one: MemoryText, other: MemoryText): number {
  return one.shared - other.shared || other.id - one.id;
}
