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
  const pattern = `*${Array.from(text, anyCaseOf).join("")}*`;
  return Buffer.byteLength(pattern) > LONGEST_PATTERN ? undefined : sql<boolean>`${column} glob ${pattern}`;
}

/** What stands for something else in a pattern, and stands for itself between brackets. */
const special: ReadonlySet<string> = new Set(["*", "?", "["]);

/** All ways to write a text, in whatever case. Meant for few characters: each may double their number. */
export function spellingsOf(text: string): string[] {
  return Array.from(text, folded).reduce<string[]>(
    (before, character) =>
      before.flatMap((start) => [character, ...Array.from(others().get(character) ?? "")].map((each) => start + each)),
    [""],
  );
}

function anyCaseOf(character: string): string {
  const small = folded(character);
  const all = others().get(small);
  if (all !== undefined) return `[${small}${all}]`;
  return special.has(small) ? `[${small}]` : small;
}

/**
 * A character as SQLite's index compares it, by itself: small, and one in any case. What is several characters in small letters (`İ`)
 * stays as it is.
 */
export function folded(character: string): string {
  const lower = character.toLowerCase();
  const small = Array.from(lower).length === 1 ? lower : character;
  return sameAs.get(small) ?? small;
}

/** A text as SQLite keeps it to look through: each character as the index compares it (`0028-texts-by-kind-on-sqlite.ts`). */
export function foldedText(text: string): string {
  return /^\p{ASCII}*$/v.test(text) ? text.toLowerCase() : Array.from(text, folded).join("");
}

/** Whether a text that is kept so has another in it, in whatever case. */
export function hasFolded(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`instr(${column}, ${foldedText(text)}) > 0`;
}

/** Small letters that the index takes for others (`sqlite3Fts5UnicodeFold`); PostgreSQL, which compares by `lower`, does not. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ["ſ", "s"],
  ["ẛ", "ṡ"],
  ["µ", "μ"],
  ["\u0345", "ι"],
  ["\u1FBE", "ι"],
  ["ϐ", "β"],
  ["ϵ", "ε"],
  ["ϑ", "θ"],
  ["ϰ", "κ"],
  ["ϖ", "π"],
  ["ϱ", "ρ"],
  ["ς", "σ"],
  ["ϕ", "φ"],
]);

let known: ReadonlyMap<string, string> | undefined;

/** Character as it is compared → the others that are compared as it. */
function others(): ReadonlyMap<string, string> {
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const [first, last] of SCRIPTS_WITH_CASE) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCodePoint(code);
      const small = folded(character);
      if (small !== character) found.set(small, (found.get(small) ?? "") + character);
    }
  }
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
  [0x1_0c80, 0x1_0dff],
  [0x1_18a0, 0x1_18ff],
  [0x1_6e40, 0x1_6eff],
  [0x1_e900, 0x1_e943],
] as const;
