import { problemOf, quoteAll, sourceOf, type CheckedText, type Finder, type Verdict } from "./check.ts";
import { canSayNumberInWords } from "./number-in-words.ts";

/** A place in a text where the program puts a value. */
export interface Placeholder {
  /** As written: `%2$5d`. */
  readonly text: string;
  /** What identifies the value and its kind; two that agree in it are interchangeable: `2:integer`, `name`. */
  readonly value: string;
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
}

export interface Comparison {
  /** The form may leave out what the source has. */
  readonly mayMiss?: boolean;
  /** How a value is written and how often it is used is left to the translator. */
  readonly isFree?: boolean;
}

/** Compares the placeholders of every form with those of its source form. */
export function placeholderFinder({ find, mistake, isFree = false }: PlaceholderStyle): Finder {
  return function* findPlaceholders(text) {
    for (const [form, target] of text.target.entries()) {
      if (target === "") continue;
      const source = sourceWithNumber(text, form, find);
      const broken = mistake?.(target);
      if (broken !== undefined && mistake?.(source) === undefined) {
        yield problemOf(form, broken);
        continue;
      }
      const verdict = compare(find(source), find(target), { mayMiss: canSayNumberInWords(text, form), isFree });
      if (verdict !== undefined) yield problemOf(form, verdict);
    }
  };
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

/** A singular that says "One file" has its number in the plural only; its translation may have it. */
function sourceWithNumber(text: CheckedText, form: number, find: PlaceholderStyle["find"]): string {
  const own = sourceOf(text, form);
  const plural = text.source[1];
  return plural !== undefined && find(own).length < find(plural).length ? plural : own;
}

/** What is missing or too much breaks; a value written otherwise or more often only looks wrong. */
export function compare(
  wanted: readonly Placeholder[],
  found: readonly Placeholder[],
  { mayMiss = false, isFree = false }: Comparison = {},
): Verdict {
  if (isSame(wanted, found)) return undefined;
  const missing = mayMiss ? [] : textsBeyond(wanted, found);
  const unexpected = textsBeyond(found, wanted);
  if (isReordered(missing, unexpected)) {
    return `In another order: found ${quoteAll(unexpected)}, expected ${quoteAll(missing)}.`;
  }
  if (missing.length > 0 || unexpected.length > 0) return difference(missing, unexpected);
  if (isFree) return undefined;
  const rewritten = found.filter(
    (placeholder) => !wanted.some((other) => spellingOf(other) === spellingOf(placeholder)),
  );
  if (rewritten.length > 0) {
    const message = `Written ${quoteAll(texts(rewritten))}, in the source ${quoteAll(texts(wanted))}.`;
    return { message, severity: "looks-wrong" };
  }
  return differentNumber(wanted, found, mayMiss);
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

function textsBeyond(these: readonly Placeholder[], those: readonly Placeholder[]): readonly string[] {
  const known = new Set(those.map(({ value }) => value));
  return [...texts(these.filter(({ value }) => !known.has(value)))];
}

function differentNumber(wanted: readonly Placeholder[], found: readonly Placeholder[], mayMiss: boolean): Verdict {
  const surplus = found.find(({ value }) => {
    const [most, here] = [countOf(wanted, value), countOf(found, value)];
    return mayMiss ? here > most : here !== most;
  });
  if (surplus === undefined) return undefined;
  const [most, here] = [countOf(wanted, surplus.value), countOf(found, surplus.value)];
  return {
    message: `${JSON.stringify(surplus.text)} ${times(here)}, expected ${times(most)}.`,
    severity: "looks-wrong",
  };
}

function countOf(placeholders: readonly Placeholder[], value: string): number {
  return placeholders.filter((placeholder) => placeholder.value === value).length;
}

function times(count: number): string {
  return count === 1 ? "once" : `${String(count)} times`;
}
