import { TextIndex } from "../../catalog/similarity.ts";
import type { MemoryRecord } from "./memory.ts";

export type MemoryText = Pick<
  MemoryRecord,
  "id" | "source" | "target" | "origin" | "from_file" | "shared" | "source_length"
>;

export interface Match {
  readonly entry: MemoryText;
  /** 0–100; 100 is the very text. */
  readonly quality: number;
}

/** The first of these texts that is most like each of the sources, where one is alike enough: source → its place and quality. */
export function nearestOf({
  texts,
  sources,
  threshold,
}: {
  readonly texts: readonly string[];
  readonly sources: readonly string[];
  readonly threshold: number;
}): Map<string, { readonly place: number; readonly quality: number }> {
  const index = new TextIndex(texts.keys(), (place) => texts[place] ?? "");
  return new Map(
    sources.flatMap((source) => {
      const nearest = index.nearest(source, threshold);
      return nearest === undefined ? [] : [[source, { place: nearest.entry, quality: nearest.quality }] as const];
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
