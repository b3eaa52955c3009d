import type { CheckId } from "./check-table.ts";
import {
  baseLanguage,
  problemOf,
  quoteAll,
  type CheckedText,
  type Finder,
  type Finders,
  type Verdict,
} from "./check.ts";
import { matchForm } from "./plural-match.ts";

/** A place in a text where the program puts a value. */
export interface Placeholder {
  /** As written: `%2$5d`. */
  readonly text: string;
  /** What identifies the value and its kind; two that agree in it are interchangeable: `2:integer`, `name`. */
  readonly value: string;
  /** It only chooses between words, or stands in some of them: a language may do without it. */
  readonly isOptional?: boolean;
  /** How the value is to be shown, where that is not the text: without the number that puts it in its place, `%5d`. */
  readonly spelling?: string;
}

/** How one family of placeholders is read out of a text. */
export interface PlaceholderStyle {
  readonly find: (text: string) => readonly Placeholder[];
  /** What makes the text unreadable for the program; not held against a text whose source has it too. */
  readonly mistake?: (text: string) => Verdict;
  /** One value may be written in several ways, `{{name}}` and `{{ name }}`. */
  readonly isFree?: boolean;
  /** What a source quotes so that it is shown as it stands: often it was meant to be a value. */
  readonly quoted?: (text: string) => readonly Placeholder[];
  /** What is a placeholder if the source has it, and could be prose otherwise. */
  readonly ifWanted?: (text: string) => readonly Placeholder[];
}

/** By the check that compares them. */
export type PlaceholderStyles = Partial<Readonly<Record<CheckId, PlaceholderStyle>>>;

export function placeholderFinders(styles: PlaceholderStyles): Finders {
  return Object.fromEntries(Object.entries(styles).map(([check, style]) => [check, placeholderFinder(style)]));
}

/** Those among them that the source has. */
function wantedOf({ allowed }: Expectation, found: readonly Placeholder[]): readonly Placeholder[] {
  return found.filter(({ value }) => allowed.some((other) => other.value === value));
}

/** What the forms of a source want of one form of its translation. */
export interface Expectation {
  /** Those of the form beside which it reads. */
  readonly beside: readonly Placeholder[];
  readonly required: readonly Placeholder[];
  /** Those of all forms. */
  readonly allowed: readonly Placeholder[];
  /** The form may leave out what the one beside it has. */
  readonly mayMiss: boolean;
  /** One of several values is the number that may be left out, and nobody can tell which. */
  readonly mayMissOne?: boolean;
}

/** Compares the placeholders of every form with those of its source forms. */
export function placeholderFinder({ find, mistake, quoted, ifWanted, isFree = false }: PlaceholderStyle): Finder {
  return function* findPlaceholders(text) {
    const expected = expectations(text, find, quoted);
    for (const [form, target] of text.target.entries()) {
      if (target === "") continue;
      const broken = mistake?.(target);
      if (broken !== undefined && text.source.every((source) => mistake?.(source) === undefined)) {
        yield problemOf(form, broken);
        continue;
      }
      const expectation = expected(form);
      const found = [...find(target), ...wantedOf(expectation, ifWanted?.(target) ?? [])];
      const verdict = compare(expectation, found, { isFree, isShared: isSharedText(text, target) });
      if (verdict !== undefined) yield problemOf(form, verdict);
    }
  };
}

/**
 * What each form has to have: what its source form has, but for a number that it may say in words. It may have what any
 * source form has.
 */
export function expectations(
  text: CheckedText,
  find: PlaceholderStyle["find"],
  quoted: PlaceholderStyle["find"] = () => [],
): (form: number) => Expectation {
  const sources = text.source.map(find);
  const others = text.otherForms?.flatMap(find) ?? [];
  const allowed = [...sources.flat(), ...others, ...text.source.flatMap(quoted)];
  return (form) => {
    const { beside, general, sources: own, numbers } = matchForm(text, form);
    const shared = { beside: sources[beside] ?? [], allowed };
    if (numbers === "unknown") return { ...shared, required: [], mayMiss: true };
    const most = (sources[general] ?? []).filter(({ isOptional }) => isOptional !== true);
    if (numbers === "many" && !saysOne(text, most)) return { ...shared, required: most, mayMiss: false };
    const [first = [], ...rest] = own.map((index) => sources[index] ?? []);
    const common = first.filter(
      ({ value, isOptional }) =>
        isOptional !== true && rest.every((each) => each.some((other) => other.value === value)),
    );
    return { ...shared, ...withoutNumber(common, numbers === "none"), mayMiss: true };
  };
}

const NUMBER_CONVERSION = /%[^a-zA-Z%]*(?:\([^()]*\))?[^a-zA-Z%]*(?:hh|ll|[hlLqjztV])?[diuxXDU]$/;
const NUMBER_NAME =
  /^(?:n|no|nr|x|num|number|numbers|count|counter|cnt|total|amount|quantity|qty|size|length|hours?|minutes?|seconds?|days?|weeks?|months?|years?)$|(?:num|number|count|counter|total|amount)$/i;
/** `numFiles`, `n_items` */
const NUMBER_PREFIX = /^(?:num|number|count|total|n)(?=[A-Z_])/;
const OTHER_NAME = /name|user|title|url|link|path|mail|author|label|brand|text|reason|date/i;

/**
 * Of several values the number is told by its kind or name; where none is, any of them may be it. What speaks of nothing
 * (`no file selected`) may do without all.
 */
function withoutNumber(
  placeholders: readonly Placeholder[],
  isNone: boolean,
): Pick<Expectation, "required" | "mayMissOne"> {
  const named = placeholders.filter((placeholder) => OTHER_NAME.test(placeholder.text) && !isNumber(placeholder));
  const values = new Set(placeholders.map(({ value }) => value));
  if (isNone) return { required: [] };
  if (values.size < 2) return { required: named };
  const counts = new Set(placeholders.filter(isNumber).map(({ value }) => value));
  return { required: placeholders.filter(({ value }) => !counts.has(value)), mayMissOne: counts.size === 0 };
}

/** `count`, `numFiles`, `itemCount`: what nobody calls a text. */
export function isNumberName(name: string): boolean {
  return NUMBER_NAME.test(name) || NUMBER_PREFIX.test(name);
}

function isNumber({ text }: Placeholder): boolean {
  const [, name = ""] = /(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)/.exec(text.replace(/^%[^(<{]*$/, "")) ?? [];
  return NUMBER_CONVERSION.test(text) || isNumberName(name);
}

const ONE_OF_TIME =
  /^(?:(?:about|almost|in|less than|over|within) )?\0 (?:second|minute|hour|day|week|month|year)(?: (?:ago|from now|later|left|remaining))?\.?$/i;

/** `%s hour ago` stands for one hour only, and has its plural in a string of its own. */
function saysOne({ source, target, sourceLanguage }: CheckedText, placeholders: readonly Placeholder[]): boolean {
  const [text = ""] = source;
  const [placeholder] = placeholders;
  if (source.length !== 1 || target.length !== 1 || placeholders.length !== 1 || placeholder === undefined)
    return false;
  return (
    text.length < 60 && baseLanguage(sourceLanguage) === "en" && ONE_OF_TIME.test(text.replace(placeholder.text, "\0"))
  );
}

/** Placeholders that stay as they are: the matches of a pattern. */
export function verbatim(pattern: RegExp): PlaceholderStyle {
  return { find: (text) => Array.from(text.matchAll(pattern), ([match]) => ({ text: match, value: match })) };
}

/** Matches of a pattern that may be written in several ways for the same value. */
export function freely(pattern: RegExp, value: (match: RegExpExecArray) => string): PlaceholderStyle {
  return {
    find: (text) => Array.from(text.matchAll(pattern), (match) => ({ text: match[0], value: value(match) })),
    isFree: true,
  };
}

export interface Comparison {
  /** How a value is written and how often it is used is left to the translator. */
  readonly isFree?: boolean;
  /** Several keys say the same: a translation may name what distinguishes them in place of the value. */
  readonly isShared?: boolean;
  /** Whether the program may have a value for a placeholder that the source has not. */
  readonly isKnown?: (placeholder: string) => boolean;
}

/** What is missing or too much breaks; a value written otherwise or more often only looks wrong. */
export function compare(
  expected: Expectation,
  found: readonly Placeholder[],
  { isFree = false, isShared = false, isKnown = () => false }: Comparison = {},
): Verdict {
  const { beside, required, allowed, mayMiss } = expected;
  const missing = expected.mayMissOne === true && isOneNumber(required, found) ? [] : textsBeyond(required, found);
  if (missing.length === 0 && isSame(beside, found)) return undefined;
  const highest = allowed
    .map(positionOf)
    .filter((position) => !Number.isNaN(position))
    .reduce((most, position) => Math.max(most, position), -1);
  const unexpected = textsBeyond(
    found.filter((placeholder) => !(positionOf(placeholder) < highest)),
    allowed,
  );
  if (missing.length === 0 && unexpected.length > 0 && unexpected.every(isKnown)) {
    return { message: difference([], unexpected), severity: "looks-wrong" };
  }
  if (isShared && isFree && unexpected.length === 0 && found.length === 0 && missing.length === 1) {
    return { message: difference(missing, []), severity: "looks-wrong" };
  }
  const lower = unexpected.length > 0 ? [] : textsBeyond(found, allowed);
  if (isFree && missing.length > 0 && missing.length === lower.length) {
    return { message: difference(missing, lower), severity: "looks-wrong" };
  }
  if (isReordered(missing, unexpected)) {
    return `In another order: found ${quoteAll(unexpected)}, expected ${quoteAll(missing)}.`;
  }
  if (missing.length > 0 || unexpected.length > 0) return difference(missing, unexpected);
  if (isFree) return undefined;
  const spellings = new Set(allowed.map(spellingOf));
  const rewritten = found.filter((placeholder) => !spellings.has(spellingOf(placeholder)));
  if (rewritten.length > 0) {
    const message = `Written ${quoteAll(texts(rewritten))}, in the source ${quoteAll(texts(allowed))}.`;
    return { message, severity: "looks-wrong" };
  }
  return differentNumber(beside, found, mayMiss);
}

/** Whoever has a value for `{3}` has one for `{0}`, `{1}` and `{2}`: one of these, or one for another, looks wrong at most. */
function positionOf({ value }: Placeholder): number {
  return /^#?\d{1,2}$/.test(value) ? Number(value.replace("#", "")) : Number.NaN;
}

/** Several keys have the text, and the translation has nothing left that could have been a placeholder. */
export function isSharedText(text: CheckedText, target: string): boolean {
  return text.isShared === true && !/[{}%$]/.test(target);
}

/** The same placeholders, and each would get another's value. */
function isReordered(missing: readonly string[], unexpected: readonly string[]): boolean {
  return (
    missing.length > 1 && missing.length === unexpected.length && missing.every((text) => unexpected.includes(text))
  );
}

export function difference(missing: Iterable<string>, unexpected: Iterable<string>): string {
  const [lacking, surplus] = [quoteAll(missing), quoteAll(unexpected)];
  const parts = [lacking && `Missing ${lacking}`, surplus && `not in the source: ${surplus}`].filter(
    (part) => part !== "",
  );
  const message = parts.join("; ");
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

function spellingOf({ text, spelling }: Placeholder): string {
  return spelling ?? text;
}

function isSame(wanted: readonly Placeholder[], found: readonly Placeholder[]): boolean {
  return (
    wanted.length === found.length &&
    wanted.every(({ text }, index) => text === found[index]?.text && found[index].value === wanted[index]?.value)
  );
}

function texts(placeholders: readonly Placeholder[]): ReadonlySet<string> {
  return new Set(placeholders.map(({ text }) => text));
}

/** A single value is missing, and it may well be the number. */
function isOneNumber(required: readonly Placeholder[], found: readonly Placeholder[]): boolean {
  const known = new Set(found.map(({ value }) => value));
  const lost = required.filter(({ value }) => !known.has(value));
  return new Set(lost.map(({ value }) => value)).size === 1 && lost.every(({ text }) => !OTHER_NAME.test(text));
}

function textsBeyond(these: readonly Placeholder[], those: readonly Placeholder[]): readonly string[] {
  const known = new Set(those.map(({ value }) => value));
  return [...texts(these.filter(({ value }) => !known.has(value)))];
}

function differentNumber(wanted: readonly Placeholder[], found: readonly Placeholder[], mayMiss: boolean): Verdict {
  const [expected, counted] = [countsOf(wanted), countsOf(found)];
  for (const { text, value } of found) {
    const [most = 0, here = 0] = [expected.get(value), counted.get(value)];
    if (most === 0 || (mayMiss ? here <= most : here === most)) continue;
    return { message: `${JSON.stringify(text)} ${times(here)}, expected ${times(most)}.`, severity: "looks-wrong" };
  }
  return undefined;
}

/** How often each value is there. */
function countsOf(placeholders: readonly Placeholder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { value } of placeholders) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function times(count: number): string {
  return count === 1 ? "once" : `${String(count)} times`;
}
