import { findLanguage } from "../languages.ts";
import {
  isPluralCategory,
  pluralCategories,
  PLURAL_CATEGORIES,
  pluralRulesOf,
  type PluralCategory,
} from "../plural-categories.ts";
import { formOf } from "../plural-formula.ts";

/** The texts of a unit, and what tells for which numbers each of them is. */
export interface PluralTexts {
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly sourceLanguage: string;
  readonly language: string;
  /** The service's id of the file format, where one is known: `csv`. */
  readonly format?: string;
  /** Gettext's formula, where the translation's file brings its own: `n != 1`. */
  readonly pluralFormula?: string;
  /** The key says that the unit is one form of a plural whose forms are units of their own: `files.one`. */
  readonly category?: PluralCategory;
}

/** What one form of a translation stands for. */
export interface FormMatch {
  /** The source form beside which it reads. */
  readonly beside: number;
  /** The source form that has most of its numbers. */
  readonly general: number;
  /** All source forms that have some of its numbers. */
  readonly sources: readonly number[];
  /** `none`: 0 alone. `few`: one number or two, which it may say in words. `unknown`: nobody can tell. */
  readonly numbers: "none" | "few" | "many" | "unknown";
}

/** Far enough for every rule of CLDR's to show whether a form comes again. */
const NUMBERS_TO_TRY = 220;
/** Whether a form may say its number in words: it is for one alone, or as in French for 0 and 1; not as in Welsh for 8 and 11. */
export function isOfFew(numbers: readonly number[]): boolean {
  return numbers.length === 1 || (numbers.length === 2 && numbers.every((number) => number <= 2));
}

/** The numbers of each form, ascending; undefined where nobody can tell. */
type FormNumbers = readonly (readonly number[] | undefined)[];

const ALL = Array.from({ length: NUMBERS_TO_TRY }, (_, number) => number);
const SINGLE: FormNumbers = [ALL];
const ALONE: FormMatch = { beside: 0, general: 0, sources: [0], numbers: "many" };

/**
 * Which forms of the source a translation's form is to be compared with: those for the same numbers. They are told by
 * the ranges of the texts (`{0} none|[1,*] some`), by the file's own rule, or by that of the language.
 */
export function matchForm(texts: PluralTexts, form: number): FormMatch {
  const { source, target, category } = texts;
  if (source.length <= 1 && target.length <= 1) return category === undefined ? ALONE : matchCategory(texts, category);
  const { sourceLanguage, language, pluralFormula: formula, format } = texts;
  const [rule, sourceRule] = [
    { language, formula, format },
    { language: sourceLanguage, format },
  ];
  const alone = byRailsAlone(texts);
  if (alone !== undefined) return matchNumbers(numbersOf(sourceRule, source.length), alone)[form] ?? ALONE;
  if (hasRanges(texts)) return matchNumbers(rangesOf(source, sourceRule), rangesOf(target, rule))[form] ?? ALONE;
  const counts = `${String(source.length)} ${String(target.length)}`;
  const key = `${sourceLanguage} ${language} ${counts} ${format ?? ""} ${formula ?? ""}`;
  let matches = known.get(key);
  if (matches === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    matches = matchNumbers(numbersOf(sourceRule, source.length), numbersOf(rule, target.length));
    known.set(key, matches);
  }
  return matches[form] ?? ALONE;
}

/**
 * Rails takes "one" for 1 alone and "zero" for 0 alone unless somebody adds the language's rule, and with that rule it fails
 * where a category is missing: a text that fills no other category was written for the former.
 */
function byRailsAlone({ target, format, language }: PluralTexts): FormNumbers | undefined {
  if (format !== "ruby-yaml" || target.length < 2) return undefined;
  const categories = pluralCategories(language, [], target.length);
  const last = target.length - 1;
  const own = target.map((text, form): readonly number[] | undefined => {
    if (form === last) return text === "" ? undefined : ALL;
    const category = categories[form];
    if (category !== "one" && category !== "zero") return text === "" ? [] : undefined;
    return text === "" ? [] : [category === "one" ? 1 : 0];
  });
  if (own.includes(undefined) || own.every((numbers) => numbers?.[0] !== 1)) return undefined;
  const taken = new Set(own.slice(0, last).flatMap((numbers) => numbers ?? []));
  const others = ALL.filter((number) => !taken.has(number));
  return own.map((numbers, form) => (form === last ? others : numbers?.length === 0 ? undefined : numbers));
}

const known = new Map<string, readonly FormMatch[]>();
const MOST_KNOWN = 10_000;

function matchCategory({ language }: PluralTexts, category: PluralCategory): FormMatch {
  // A language without the category shows it for its very number, if at all.
  const isNumber = category === "two" || category === "one";
  const numbers = categoryNumbers(language).get(category);
  if (numbers === undefined || numbers.length === 0)
    return { ...ALONE, numbers: category === "zero" ? "none" : isNumber ? "few" : "many" };
  return { ...ALONE, numbers: amountOf(numbers) };
}

function amountOf(numbers: readonly number[]): FormMatch["numbers"] {
  if (numbers.length === 1 && numbers[0] === 0) return "none";
  return isOfFew(numbers) ? "few" : "many";
}

function matchNumbers(source: FormNumbers, target: FormNumbers): readonly FormMatch[] {
  const last = Math.max(0, source.length - 1);
  const sourceSets = source.map((numbers) => (numbers === undefined ? undefined : new Set(numbers)));
  return target.map((numbers): FormMatch => {
    if (numbers === undefined) {
      return { beside: last, general: last, sources: source.map((_, index) => index), numbers: "unknown" };
    }
    const shared = sourceSets.map((set) =>
      set === undefined ? 1 : numbers.filter((number) => set.has(number)).length,
    );
    const sources = shared.flatMap((count, index) => (count > 0 ? [index] : []));
    const general = Math.max(0, shared.lastIndexOf(Math.max(...shared)));
    const [first = 0] = numbers.includes(1) ? [1] : numbers;
    const isOne = first === 1 && numbers.length < NUMBERS_TO_TRY - 1;
    const own = isOne || isOfFew(numbers) ? sourceSets.findIndex((set) => set?.has(first)) : general;
    return {
      beside: own === -1 ? last : own,
      general: sources.length === 0 ? last : general,
      sources: sources.length === 0 ? [last] : sources,
      numbers: amountOf(numbers),
    };
  });
}

interface Rule {
  readonly language: string;
  readonly formula?: string | undefined;
  readonly format?: string | undefined;
}

/** Formats that let any language have a text of its own for 0, before those of its categories. */
const WITH_ZERO: ReadonlySet<string> = new Set(["stringsdict", "i18nextv4"]);

function numbersOf({ language, formula, format = "" }: Rule, count: number): FormNumbers {
  if (count <= 1) return SINGLE;
  const own = formula === undefined ? undefined : byFormula(formula, count);
  if (own !== undefined) return own;
  const rule = findLanguage(language)?.plural;
  const byRule = rule?.number === count ? byFormula(rule.formula, count) : undefined;
  if (byRule !== undefined) return byRule;
  const all = [...categoryNumbers(language).values()];
  const whole = all.filter((numbers) => numbers.length > 0);
  for (const categories of WITH_ZERO.has(format) ? [whole] : [whole, all]) {
    if (categories.length === count) return categories.map((numbers) => (numbers.length > 0 ? numbers : undefined));
  }
  for (const others of [whole, rule === undefined ? undefined : byFormula(rule.formula, rule.number)]) {
    if (others?.length === count - 1) return [[0], ...others.map((numbers) => numbers?.filter((number) => number > 0))];
  }
  if (count === 2) return [[1], ALL.filter((number) => number !== 1)];
  return Array.from({ length: count }, (_, form) => (form === count - 1 ? ALL : undefined));
}

/** Undefined for what is no formula. A form that no whole number chooses, as one for fractions, has no numbers. */
function byFormula(formula: string, count: number): FormNumbers | undefined {
  const numbers = Array.from({ length: count }, (): number[] => []);
  for (const number of ALL) numbers[formOf(formula, number) ?? -1]?.push(number);
  if (numbers.every((those) => those.length === 0)) return undefined;
  return numbers.map((those) => (those.length === 0 ? undefined : those));
}

const categoriesByLanguage = new Map<string, ReadonlyMap<PluralCategory, readonly number[]>>();

/**
 * Whole numbers of each category up to some limit, by CLDR and in its order: a category of fractions alone has none. Empty for a
 * language that nobody knows.
 */
export function categoryNumbers(language: string): ReadonlyMap<PluralCategory, readonly number[]> {
  const tag = pluralRulesOf(language);
  let numbers = categoriesByLanguage.get(tag);
  if (numbers === undefined) {
    numbers = readCategories(tag);
    categoriesByLanguage.set(tag, numbers);
  }
  return numbers;
}

function readCategories(language: string): ReadonlyMap<PluralCategory, readonly number[]> {
  if (!/^[a-z]{2,3}(?:-PT)?$/i.test(language) || Intl.PluralRules.supportedLocalesOf(language).length === 0)
    return new Map();
  const rules = new Intl.PluralRules(language);
  const found = Map.groupBy(ALL, (number) => rules.select(number));
  const { pluralCategories: categories } = rules.resolvedOptions();
  return new Map(
    PLURAL_CATEGORIES.filter((category) => categories.includes(category)).map((category) => [
      category,
      found.get(category) ?? [],
    ]),
  );
}

/** Laravel's and Symfony's: `{0} none`, `[2,5] some`, `]5,Inf] many`. */
const RANGE =
  /^\s*(?:\{\s*(?<numbers>-?\d{1,9}(?:\s*,\s*-?\d{1,9})*)\s*\}|(?<open>[[\]])\s*(?<low>-?\d{1,9}|\*|-Inf)\s*,\s*(?<high>-?\d{1,9}|\*|\+?Inf)\s*(?<close>[[\]]))/;

/** Elsewhere `{0}` is a placeholder. */
function hasRanges({ source, target, format }: PluralTexts): boolean {
  const forms = [...source, ...target];
  return forms.some((text) => RANGE.test(text) && (format === "laravel" || !text.trimStart().startsWith("{")));
}

/** Those of the ranges; forms without one share the other numbers as the language has it. */
function rangesOf(texts: readonly string[], rule: Rule): FormNumbers {
  const ranges = texts.map(rangeOf);
  if (ranges.every((range) => range === undefined)) return numbersOf(rule, texts.length);
  const taken = new Set(ranges.flatMap((range) => range ?? []));
  const free = ALL.filter((number) => !taken.has(number));
  return ranges.map((range) => range ?? free);
}

function rangeOf(text: string): readonly number[] | undefined {
  const { numbers, open, low = "", high = "", close } = RANGE.exec(text)?.groups ?? {};
  if (numbers !== undefined) return numbers.split(",").map(Number);
  if (open === undefined) return undefined;
  const from = /\d/.test(low) ? Number(low) + (open === "]" ? 1 : 0) : -Infinity;
  const to = /\d/.test(high) ? Number(high) - (close === "[" ? 1 : 0) : Infinity;
  return ALL.filter((number) => number >= from && number <= to);
}

const CATEGORY_OF_KEY = /[._:-](?<category>zero|one|two|few|many|other)$/;

/** `files.one`, `files_one`: some formats have every form as a string of its own. */
export function categoryOfKey(key: string): { readonly category: PluralCategory; readonly base: string } | undefined {
  const match = CATEGORY_OF_KEY.exec(key);
  const category = match?.groups?.category;
  return match !== null && isPluralCategory(category) ? { category, base: key.slice(0, match.index + 1) } : undefined;
}
