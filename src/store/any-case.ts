import { sql, type RawBuilder } from "kysely";

/** Texts in whatever case, where `lower` costs too much: compared as they may be written. */

/** SQLite takes patterns up to 50,000 bytes. */
const LONGEST_PATTERN = 40_000;

/**
 * Whether a column's text has another in it, in whatever case, found out by SQLite alone: `lower` is a function of ours
 * there, and what it is given of half a million rows stays in memory until the last one is read.
 * @returns undefined for a text that is too long for it
 */
export function hasInAnyCase(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> | undefined {
  const pattern = `*${Array.from(text.toLowerCase(), anyCaseOf).join("")}*`;
  return Buffer.byteLength(pattern) > LONGEST_PATTERN ? undefined : sql<boolean>`${column} glob ${pattern}`;
}

/** What stands for something else in a pattern, and stands for itself between brackets. */
const special: ReadonlySet<string> = new Set(["*", "?", "["]);

/** All ways to write a text that is the same in small letters. Meant for few characters: each may double their number. */
export function spellingsOf(lower: string): string[] {
  return Array.from(lower).reduce<string[]>(
    (before, character) =>
      before.flatMap((start) =>
        [character, ...Array.from(capitals().get(character) ?? "")].map((each) => start + each),
      ),
    [""],
  );
}

function anyCaseOf(character: string): string {
  const all = capitals().get(character);
  if (all !== undefined) return `[${character}${all}]`;
  return special.has(character) ? `[${character}]` : character;
}

let known: ReadonlyMap<string, string> | undefined;

/** Lower case → the characters that become it. */
function capitals(): ReadonlyMap<string, string> {
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const [first, last] of SCRIPTS_WITH_CASE) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCodePoint(code);
      const lower = character.toLowerCase();
      if (lower !== character) found.set(lower, (found.get(lower) ?? "") + character);
    }
  }
  // Which of the two a capital at the end of a word becomes follows from what stands beside it.
  found.set("σ", "Σς").set("ς", "Σσ");
  known = found;
  return found;
}

/** Latin to Cherokee, and what is capital further on. */
const SCRIPTS_WITH_CASE = [
  [0x41, 0x13ff],
  [0x1c80, 0x2cff],
  [0xa640, 0xabff],
  [0xff21, 0xff3a],
  [0x1_0400, 0x1_05ff],
  [0x1_0c80, 0x1_0cff],
  [0x1_18a0, 0x1_18ff],
  [0x1_6e40, 0x1_6e7f],
  [0x1_e900, 0x1_e943],
] as const;
