/** A character that nobody sees as it is, and what a page draws in its place. */
export interface Sign {
  /** Offsets in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  readonly sign: string;
}

/** Spaces at an end or in a row, and what has no shape of its own; what joins parts of an emoji is seen in it. */
const UNSEEN =
  /(?<=\s|^) | (?=\s|$)|\u200D(?!\p{Extended_Pictographic})|[\t\n\u00A0\u00AD\u061C\u200B\u200C\u200E\u200F\u202A-\u202F\u2060-\u2069\uFEFF]/gu;

const signs: Readonly<Record<string, string>> = {
  " ": "·",
  "\t": "→",
  "\n": "↵",
  "\u00A0": "⍽",
  "\u00AD": "SHY",
  "\u061C": "ALM",
  "\u200B": "ZWSP",
  "\u200C": "ZWNJ",
  "\u200D": "ZWJ",
  "\u200E": "LRM",
  "\u200F": "RLM",
  "\u202F": "˽",
};

/** What of a text nobody sees, in its order. */
export function unseenIn(text: string): readonly Sign[] {
  return Array.from(text.matchAll(UNSEEN), ({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
    sign: signs[found] ?? `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  }));
}
