import type { CheckedText } from "./check.ts";
import { matchesOf } from "./custom.ts";
import { placeholderChecksOn, placeholderStyles } from "./index.ts";

/** A part of a text that a translation takes over as it stands: a placeholder, a tag. Offsets in UTF-16 code units. */
export interface FixedPart {
  readonly from: number;
  readonly to: number;
}

const TAG = /<\/?[A-Za-z][^<>]{0,400}>/g;
/** Of a message in ICU's syntax; what chooses between texts is no part that one could take over. */
const ICU_ARGUMENT = /\{\s*[\w.-]{1,200}\s*(?:,\s*(?:number|date|time|spellout|ordinal|duration)[^{}]{0,200})?\}/g;

/**
 * The fixed parts of a text, in their order; of two that overlap the longer one. They are read by the very families that the
 * checks of this string read by, so that no page marks what no check looks for.
 * @param like the string that the text belongs to
 */
export function fixedParts(like: CheckedText, text: string): readonly FixedPart[] {
  const parts = [
    ...placeholderChecksOn(like).flatMap((check) => placesOf(text, placeholderStyles[check]?.find(text) ?? [])),
    ...placesOf(text, matchesOf(text, like.flags)),
    ...matches(text, TAG),
    ...(like.flags.has("icu-message-format") ? matches(text, ICU_ARGUMENT) : []),
  ].sort((one, other) => one.from - other.from || other.to - one.to);
  const kept: FixedPart[] = [];
  for (const part of parts) if (part.from >= (kept.at(-1)?.to ?? 0)) kept.push(part);
  return kept;
}

/** What chooses between texts in ICU's syntax: up to the first of them, from one to the next, and after the last. */
const ICU_CHOICE =
  /\{\s*[\w.-]{1,200}\s*,\s*(?:plural|select|selectordinal)\s*,[^{}]{0,200}\{|\}\s*=?\w{1,40}\s*\{|\}{2,}|\}$/g;

/** The parts of a text that read from left to right, also in one that reads from right to left: the fixed ones, and ICU's syntax. */
export function leftToRightParts(like: CheckedText, text: string): readonly FixedPart[] {
  const fixed = fixedParts(like, text);
  if (!like.flags.has("icu-message-format")) return fixed;
  const ends = [...fixed, { from: text.length, to: text.length }];
  const between = ends.flatMap(({ from: end }, index) => {
    const begin = fixed[index - 1]?.to ?? 0;
    return matches(text.slice(begin, end), ICU_CHOICE).map(({ from, to }) => ({ from: begin + from, to: begin + to }));
  });
  return [...fixed, ...between].sort((one, other) => one.from - other.from);
}

function matches(text: string, pattern: RegExp): readonly FixedPart[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({ from: index, to: index + length }));
}

/** Placeholders come in the order of the text, and some twice for one place: `%*d` takes two values. */
function placesOf(text: string, found: readonly { readonly text: string }[]): readonly FixedPart[] {
  const places: FixedPart[] = [];
  for (const { text: part } of found) {
    const after = places.at(-1);
    const from = text.indexOf(part, after?.to ?? 0);
    if (part !== "" && from !== -1) places.push({ from, to: from + part.length });
  }
  return places;
}
