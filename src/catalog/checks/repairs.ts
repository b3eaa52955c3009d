import { baseLanguage, sourceOf, type CheckedText, type CheckFinding } from "./check.ts";
import type { CheckId } from "./check-table.ts";
import { fixedParts } from "./fixed-parts.ts";
import { runChecks } from "./index.ts";
import { numberOf } from "../flags.ts";
import { repeatedWord } from "./words.ts";

/** A part of a translated form that a check is about. Offsets in UTF-16 code units; empty where something is missing. */
export interface Spot {
  readonly from: number;
  readonly to: number;
  /** What mends it, where there is one way alone. */
  readonly by?: string;
}

type Spotter = (sides: { readonly source: string; readonly target: string; readonly text: CheckedText }) => Spot[];

const spotters: Partial<Readonly<Record<CheckId, Spotter>>> = {
  begin_newline: startLike(/^[\r\n]*/),
  end_newline: endLike(/(?<![\r\n])[\r\n]*$/),
  begin_space: startLike(/^ */),
  end_space: endLike(/(?<! ) *$/),
  double_space: each(/ {2,}/g, () => " "),
  "zero-width-space": each(/[\u200B\u2060\uFEFF]/g, () => ""),
  kashida: each(/(?<=\p{Script=Arabic})\u0640+(?=\p{Script=Arabic})/gu, () => ""),
  "kabyle-characters": each(/[\u0370-\u03FF]/g, (letter) => LATIN_OF_KABYLE.get(letter)),
  multiple_capital: each(
    /(?<![\p{L}\p{N}_])\p{Lu}{2}(?=\p{Ll}{2})/gu,
    ([first = "", second = ""]) => first + second.toLowerCase(),
  ),
  punctuation_spacing: each(/(?<=[\p{L}\p{N})»])[:;!?](?=$|\s)/gu, (mark) => spaced(mark)),
  prohibited_initial_character: each(/^[=+\-@|%\t\r]/g, () => undefined),
  duplicate: ({ target }) => {
    const word = repeatedWord(target);
    if (word === undefined) return [];
    const twice = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(\\s+${word})(?![\\p{L}\\p{M}\\p{N}])`, "u").exec(target);
    if (twice === null) return [];
    const to = twice.index + twice[0].length;
    return [{ from: to - (twice[1] ?? "").length, to, by: "" }];
  },
  "max-length": ({ target, text: { flags } }) => {
    const most = numberOf(flags, "max-length");
    return most === undefined ? [] : [{ from: Array.from(target).slice(0, most).join("").length, to: target.length }];
  },
  end_stop: markAtEnd("."),
  end_colon: markAtEnd(":"),
  end_question: markAtEnd("?"),
  end_exclamation: markAtEnd("!"),
  end_semicolon: markAtEnd(";"),
  end_ellipsis: markAtEnd("…"),
};

const LATIN_OF_KABYLE = new Map(Object.entries({ γ: "ɣ", ε: "ɛ", Γ: "Ɣ", Ε: "Ɛ" }));
const SPACE_AT_END = /(?<![\s\u200B])[\s\u200B]*$/;
const ANY_MARK = /(?:\.{3}|[.:;?!…。：；？！؟؛।።။។۔։])$/u;

/** How languages write a mark at the end of a sentence, where it is not as in English. */
const MARKS: readonly (readonly [languages: string, marks: Readonly<Record<string, string>>])[] = [
  ["ja zh yue wuu", { ".": "。", ":": "：", "?": "？", "!": "！", ";": "；" }],
  ["hi bn mr ne sa as or", { ".": "।" }],
  ["ar fa ckb ps ug", { "?": "؟", ";": "؛" }],
  ["ur sd", { ".": "۔", "?": "؟", ";": "؛" }],
  ["el", { "?": ";", ";": "·" }],
  ["hy", { ".": "։" }],
  ["am ti", { ".": "።" }],
  ["my", { ".": "။" }],
  ["km", { ".": "។" }],
];

/** French sets these apart: a colon by a whole space that does not break, the others by a narrow one. */
function spaced(mark: string): string {
  return `${mark === ":" ? "\u00A0" : "\u202F"}${mark}`;
}

function markIn(language: string, mark: string): string {
  const base = baseLanguage(language);
  if (base === "fr" && !/^fr[-_]CA\b/i.test(language) && ":;?!".includes(mark)) return spaced(mark);
  return MARKS.find(([languages]) => languages.split(" ").includes(base))?.[1][mark] ?? mark;
}

function markAtEnd(mark: string): Spotter {
  const asInSource = mark === "…" ? /(?:…|⋯|\.{3})$/ : new RegExp(`[${mark}]$`);
  return ({ source, target, text }) => {
    const to = target.length - (SPACE_AT_END.exec(target)?.[0].length ?? 0);
    const from = to - (ANY_MARK.exec(target.slice(0, to))?.[0].length ?? 0);
    const isWanted = asInSource.test(source.replace(SPACE_AT_END, ""));
    return [{ from, to, by: isWanted ? markIn(text.language, mark) : "" }];
  };
}

function startLike(pattern: RegExp): Spotter {
  return ({ source, target }) => [
    { from: 0, to: pattern.exec(target)?.[0].length ?? 0, by: pattern.exec(source)?.[0] ?? "" },
  ];
}

function endLike(pattern: RegExp): Spotter {
  return ({ source, target }) => [
    {
      from: target.length - (pattern.exec(target)?.[0].length ?? 0),
      to: target.length,
      by: pattern.exec(source)?.[0] ?? "",
    },
  ];
}

function each(pattern: RegExp, mend: (found: string) => string | undefined): Spotter {
  return ({ target }) =>
    Array.from(target.matchAll(pattern), ({ index, 0: found }) => {
      const by = mend(found);
      return { from: index, to: index + found.length, ...(by !== undefined && { by }) };
    });
}

/** What the source has no part like; mended where it can only stand for the one part that is missing. */
const misplacedParts: Spotter = ({ source, target, text }) => {
  const wanted = fixedParts(text, source).map(({ from, to }) => source.slice(from, to));
  const extra: Spot[] = [];
  for (const { from, to } of fixedParts(text, target)) {
    const at = wanted.indexOf(target.slice(from, to));
    if (at === -1) extra.push({ from, to });
    else wanted.splice(at, 1);
  }
  const [missing, ...more] = wanted;
  return extra.length === 1 && missing !== undefined && more.length === 0
    ? extra.map((spot) => ({ ...spot, by: missing }))
    : extra;
};

/** The parts of a form that a finding is about, in their order; none where it is about the whole, or about what is missing. */
export function spotsOf(text: CheckedText, { check, form, severity }: CheckFinding): readonly Spot[] {
  const target = text.target[form];
  if (target === undefined || text.isSource) return [];
  const find = spotters[check] ?? (severity === "breaks" ? misplacedParts : undefined);
  return find?.({ source: sourceOf(text, form), target, text }) ?? [];
}

/** Longer texts are mended by people: the page of somebody who types must not wait for it. */
const LONGEST = 2000;

/**
 * A form as it would be without what a check found in it, where there is one way to mend it: the check is satisfied by it, and no
 * other is put off.
 * @param findings everything that the checks find in the text, where that is known already
 */
export function mended(
  text: CheckedText,
  finding: CheckFinding,
  findings: readonly CheckFinding[] = runChecks(text),
): string | undefined {
  const { check, form } = finding;
  const before = text.target[form] ?? "";
  if (before.length > LONGEST) return undefined;
  const spots = spotsOf(text, finding);
  if (spots.length === 0 || spots.some(({ by }) => by === undefined)) return undefined;
  let after = before;
  for (const { from, to, by = "" } of spots.toReversed()) after = after.slice(0, from) + by + after.slice(to);
  if (after === before || after === "") return undefined;
  const known = new Set(findings.map(({ check: id, form: at }) => `${id} ${String(at)}`));
  known.delete(`${check} ${String(form)}`);
  const left = runChecks({ ...text, target: text.target.with(form, after) });
  return left.every(({ check: id, form: at }) => known.has(`${id} ${String(at)}`)) ? after : undefined;
}
