import type { Layout, PlacedEntry } from "../format.ts";
import { undeclaredPrefixes } from "../xml/prefixes.ts";
import { errorAt } from "./source-text.ts";

/** A unit and the stretch of the text that it stands in, or that one of its parts stands in. */
export interface UnitPlace {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The layout of a text whose units stand in these places. Units in the same place are one entry; parts of a unit that
 * follow each other are one place.
 *
 * @param places in file order
 */
export function layoutOf(
  text: string,
  places: Iterable<UnitPlace>,
  encode: Layout["encode"] = (written) => new TextEncoder().encode(written),
): Layout {
  const entries: { keys: string[]; start: number; end: number }[] = [];
  for (const { key, start, end } of places) {
    const last = entries.at(-1);
    if (last !== undefined && last.start === start && last.end === end) last.keys.push(key);
    else if (last !== undefined && last.keys.length === 1 && last.keys[0] === key) last.end = end;
    else entries.push({ keys: [key], start, end });
  }
  return { text, entries: withoutAmbiguous(entries), encode };
}

/**
 * The layout of an XML file, which takes in no prefix that nobody declares.
 *
 * @param declare adds the declarations that a format knows; without it, such a text is refused
 */
export function xmlLayoutOf(
  text: string,
  places: Iterable<UnitPlace>,
  declare: (text: string, prefixes: readonly string[]) => string = (written) => written,
): Layout {
  return layoutOf(text, places, (written) => {
    const known = undeclaredPrefixes(text);
    const missing = [...undeclaredPrefixes(written)].filter((prefix) => !known.has(prefix));
    const whole = missing.length === 0 ? written : declare(written, missing);
    const [prefix] = missing.length === 0 ? [] : [...undeclaredPrefixes(whole)].filter((name) => !known.has(name));
    if (prefix !== undefined) throw errorAt(written, 0, `no tag declares the prefix "${prefix}"`, undefined);
    return new TextEncoder().encode(whole);
  });
}

/** A key that stands in several places has none of its own, and neither has what stands in another entry. */
function withoutAmbiguous(entries: readonly PlacedEntry[]): readonly PlacedEntry[] {
  const counts = new Map<string, number>();
  for (const { keys } of entries) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let end = 0;
  return entries.filter((entry) => {
    if (entry.start < end || entry.keys.some((key) => counts.get(key) !== 1)) return false;
    ({ end } = entry);
    return true;
  });
}

/** A stretch of a text without the blanks and line ends around it. */
export function trimmed(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  const written = text.slice(start, end);
  return { start: start + written.length - written.trimStart().length, end: start + written.trimEnd().length };
}
