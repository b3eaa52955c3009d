import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Sentences } from "./sentences.ts";

/** A sentence, by the plural category of its `count` where it has one. `{{name}}` is a place for a value. */
export type Sentence = string | Readonly<Record<string, string>>;
/** Key → sentence. */
export type Catalogue = ReadonlyMap<string, Sentence>;

export type Key = keyof Sentences;
/** Of a sentence without a place. */
export type PlainKey = { [K in Key]: [Sentences[K]] extends [never] ? K : never }[Key];
/** What a sentence is filled with: nothing where it has no place for a value. */
type Values<K extends Key, Value> = [Sentences[K]] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Sentences[K], Value>>];

/** The sentences of pages in a language. A number is written as the language writes it, a text as it is. */
export interface Words {
  /** As a catalogue is named: `de`, `pt-BR`. */
  readonly language: string;
  /** A text: what shows it escapes it. */
  readonly say: <K extends Key>(key: K, ...values: Values<K, string | number>) => string;
  /** The same with markup in its places; texts there, and the sentence itself, are escaped. */
  readonly show: <K extends Key>(key: K, ...values: Values<K, Content>) => Markup;
  /** A sentence with its places, for a script that fills it. */
  readonly sentence: (key: Key) => Sentence;
  /** Whether a text is a sentence of the language. */
  readonly has: (text: string) => boolean;
}

/** @param english what is said where the language has no such sentence */
export function wordsOf(language: string, catalogue: Catalogue, english: Catalogue): Words {
  const own = { catalogue, ...rulesOf(language) };
  const sentences: ReadonlySet<unknown> = new Set(catalogue.values());
  const rest = { catalogue: english, ...rulesOf("en") };
  const pieces = (key: Key, values: Readonly<Record<string, Content>> = {}): readonly Content[] => {
    const { catalogue: found, numbers, plurals } = catalogue.has(key) ? own : rest;
    const { count } = values;
    const sentence = found.get(key) ?? key;
    const text =
      typeof sentence === "string"
        ? sentence
        : (sentence[typeof count === "number" ? plurals.select(count) : "other"] ?? sentence["other"] ?? key);
    return text.split(PLACE).map((piece, at) => {
      const value = at % 2 === 1 ? values[piece] : piece;
      return typeof value === "number" ? numbers.format(value) : value;
    });
  };
  return {
    language,
    say: (key, ...[values]) => pieces(key, values).join(""),
    show: (key, ...[values]) => html`${pieces(key, values)}`,
    has: (text) => sentences.has(text),
    sentence: (key) => catalogue.get(key) ?? english.get(key) ?? key,
  };
}

/** What splits a sentence into texts and, between them, the names of its places. */
const PLACE = /\{\{(\w+)\}\}/;

function rulesOf(language: string): { readonly numbers: Intl.NumberFormat; readonly plurals: Intl.PluralRules } {
  return { numbers: new Intl.NumberFormat(language), plurals: new Intl.PluralRules(language) };
}

/** The names of what a sentence is filled with, each once, in the order of the alphabet: its places, and the number that chooses a plural. */
export function placesIn(sentence: Sentence): readonly string[] {
  const isPlural = typeof sentence !== "string";
  const texts = isPlural ? Object.values(sentence) : [sentence];
  const places = texts.flatMap((text) => text.split(PLACE).filter((_, at) => at % 2 === 1));
  return [...new Set([...(isPlural ? ["count"] : []), ...places])].toSorted();
}

const CATEGORY = /^(.+)_(zero|one|two|few|many|other)$/;

/** A catalogue as its file has it: i18next's JSON, version 4, with groups, `{{places}}` and `_one`, `_other`. @throws TypeError on anything but texts */
export function catalogueOf(json: unknown): Catalogue {
  const sentences = new Map<string, Sentence>();
  const read = (value: unknown, path: readonly string[]): void => {
    if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) read(member, [...path, name]);
      return;
    }
    const whole = path.join(".");
    if (typeof value !== "string") throw new TypeError(`${whole} is no text`);
    const [, key, category] = CATEGORY.exec(whole) ?? [];
    if (key === undefined || category === undefined) return void sentences.set(whole, value);
    const known = sentences.get(key);
    sentences.set(key, { ...(typeof known === "object" ? known : {}), [category]: value });
  };
  read(json, []);
  return sentences;
}
