import type { CheckedText } from "./check.ts";
import { matchesOf } from "./custom.ts";
import { parseIcuMessage, type IcuArgument, type IcuMessage } from "./icu-parser.ts";
import { placeholderChecksOn, placeholderStyles } from "./index.ts";

/** A part of a text that a translation takes over as it stands: a placeholder, a tag. Offsets in UTF-16 code units. */
export interface FixedPart {
  readonly from: number;
  readonly to: number;
}

const TAG = /<\/?[A-Za-z][^<>]{0,400}>/g;
/** Of a message that breaks ICU's syntax, as most do while somebody types: what still looks like an argument. */
const ICU_ARGUMENT = /\{\s*[\w.-]{1,200}\s*(?:,\s*(?:number|date|time|spellout|ordinal|duration)[^{}]{0,200})?\}/g;
/** And what looks like the start of a choice: in braces after it are its texts, which are no arguments. */
const ICU_CHOICE = /\{\s*[\w.-]{1,200}\s*,(?!\s*(?:number|date|time|spellout|ordinal|duration)\b)/;

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
    ...icuParts(like, text).values,
  ].sort((one, other) => one.from - other.from || other.to - one.to);
  const kept: FixedPart[] = [];
  for (const part of parts) if (part.from >= (kept.at(-1)?.to ?? 0)) kept.push(part);
  return kept;
}

/**
 * The parts of a text that read from left to right, also in one that reads from right to left: the fixed ones, and ICU's syntax.
 * Those that touch are one: each by itself, they would stand the other way round.
 */
export function leftToRightParts(like: CheckedText, text: string): readonly FixedPart[] {
  const { choices } = icuParts(like, text);
  const fixed = fixedParts(like, text).filter(({ from, to }) =>
    choices.every((each) => to <= each.from || each.to <= from),
  );
  const runs: FixedPart[] = [];
  for (const part of [...choices, ...fixed].sort((one, other) => one.from - other.from)) {
    const before = runs.at(-1);
    if (before?.to === part.from) runs[runs.length - 1] = { from: before.from, to: part.to };
    else runs.push(part);
  }
  return runs;
}

/**
 * A string without the expressions that somebody put into its flags. Each may take as long as a page, and a page of many texts would
 * run it on all of them; those that are ours stay.
 */
export function withoutExpressions(like: CheckedText): CheckedText {
  const parameters = like.flags.get("placeholders");
  if (parameters === undefined) return like;
  const kept = parameters.filter((each) => typeof each === "string" || each.isNamed === true);
  return { ...like, flags: new Map([...like.flags, ["placeholders", kept]]) };
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * Whether a text of a right-to-left language begins with a placeholder: programs that go by the first letter take it for one from left
 * to right. A tag is nothing that they show.
 */
export function beginsWithPlaceholder(like: CheckedText, text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && !text.startsWith("<") && fixedParts(like, text)[0]?.from === 0;
}

interface IcuParts {
  readonly values: readonly FixedPart[];
  /** What chooses between texts: up to the first of them, from one to the next, and after the last. No part that one could take over. */
  readonly choices: readonly FixedPart[];
}

function icuParts({ flags }: CheckedText, text: string): IcuParts {
  if (!flags.has("icu-message-format")) return { values: [], choices: [] };
  const result = parseIcuMessage(text);
  if ("mistake" in result) {
    const [beforeChoices = ""] = text.split(ICU_CHOICE, 1);
    return { values: matches(beforeChoices, ICU_ARGUMENT), choices: [] };
  }
  const all = argumentsOf(result.message);
  return {
    values: all.filter(({ variants }) => variants.size === 0).map(({ start, end }) => ({ from: start, to: end })),
    choices: all.filter(({ variants }) => variants.size > 0).flatMap(choicesOf),
  };
}

/** At every depth. */
function argumentsOf(message: IcuMessage): readonly IcuArgument[] {
  return message.arguments.flatMap((argument) => [argument, ...[...argument.variants.values()].flatMap(argumentsOf)]);
}

function choicesOf({ start, end, variants }: IcuArgument): readonly FixedPart[] {
  const texts = [...variants.values()];
  const starts = [start, ...texts.map((each) => each.end)];
  const ends = [...texts.map((each) => each.start), end];
  return starts.map((from, index) => ({ from, to: ends[index] ?? end }));
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
