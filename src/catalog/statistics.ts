import { unitStates, type Unit } from "./unit.ts";

/** Counts of one kind of thing (strings, words or characters) by state. */
export interface Counts {
  readonly total: number;
  /** State translated and above: approved and read-only included. */
  readonly translated: number;
  readonly fuzzy: number;
  readonly approved: number;
  readonly readOnly: number;
}

/** The service's counters of a translation (facts §4). */
export interface Statistics {
  readonly strings: Counts;
  readonly words: Counts;
  readonly characters: Counts;
  /** Of nothing everything is translated: 100. */
  readonly translatedPercent: number;
  readonly translatedWordsPercent: number;
  readonly translatedCharactersPercent: number;
  readonly fuzzyPercent: number;
  readonly approvedPercent: number;
}

const LANGUAGES_WITHOUT_BLANKS = new Set(["zh", "ja", "ko"]);
const IDEOGRAPH =
  /[\u1100-\u11FF\u2E80-\u2FDF\u2FF0-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{1AFF0}-\u{1B16F}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFF}]/gu;
/** Stands in for the singular where a format has plurals only. */
const UNUSED_SINGULAR = "<unused singular";
/** Between two plural forms of a stored source text; counts as characters. */
const PLURAL_SEPARATOR_LENGTH = 2;

/**
 * Words of a source text: parts between white space, over all plural forms; where the source language is written
 * without blanks, every ideograph counts as a word.
 * @param language code of the source language
 */
export function countWords(source: readonly string[], language = "en"): number {
  const isIdeographic = LANGUAGES_WITHOUT_BLANKS.has(language.split(/[-_@]/)[0]?.toLowerCase() ?? "");
  return source
    .filter((text) => !text.startsWith(UNUSED_SINGULAR))
    .reduce((sum, text) => sum + (isIdeographic ? countIdeographicWords(text) : countParts(text)), 0);
}

function countParts(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function countIdeographicWords(text: string): number {
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0;
  return ideographs + countParts(text.replace(IDEOGRAPH, " "));
}

/** Characters (code points) of a source text as the service stores it: plural forms joined by two separators. */
export function countCharacters(source: readonly string[]): number {
  const separators = Math.max(source.length - 1, 0) * PLURAL_SEPARATOR_LENGTH;
  return source.reduce((sum, text) => sum + Array.from(text).length, separators);
}

/** Floor to one decimal; something is never shown as 0, and not all never as 100. */
export function percent(part: number, total: number): number {
  if (total === 0 || part === 0) return 0;
  if (part >= total) return 100;
  return Math.min(Math.max(Math.floor((part * 1000) / total) / 10, 0.1), 99.9);
}

type Countable = Pick<Unit, "source" | "state">;

/** @param language code of the source language, for the words */
export function tally(units: Iterable<Countable>, language = "en"): Statistics {
  const strings = emptyCounts();
  const words = emptyCounts();
  const characters = emptyCounts();
  for (const unit of units) {
    count(strings, unit.state, 1);
    count(words, unit.state, countWords(unit.source, language));
    count(characters, unit.state, countCharacters(unit.source));
  }
  return {
    strings,
    words,
    characters,
    translatedPercent: translatedPercent(strings),
    translatedWordsPercent: translatedPercent(words),
    translatedCharactersPercent: translatedPercent(characters),
    fuzzyPercent: percent(strings.fuzzy, strings.total),
    approvedPercent: percent(strings.approved, strings.total),
  };
}

function translatedPercent({ translated, total }: Counts): number {
  return total === 0 ? 100 : percent(translated, total);
}

type OpenCounts = { -readonly [Name in keyof Counts]: number };

function emptyCounts(): OpenCounts {
  return { total: 0, translated: 0, fuzzy: 0, approved: 0, readOnly: 0 };
}

function count(counts: OpenCounts, state: Unit["state"], amount: number): void {
  counts.total += amount;
  if (state >= unitStates.translated) counts.translated += amount;
  if (state === unitStates.needsEditing) counts.fuzzy += amount;
  if (state === unitStates.approved) counts.approved += amount;
  if (state === unitStates.readOnly) counts.readOnly += amount;
}
