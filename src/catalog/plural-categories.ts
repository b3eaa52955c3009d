import { findLanguage } from "./languages.ts";

/** CLDR's categories in its order, which is that of a unit's plural forms. */
export const PLURAL_CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

export function isPluralCategory(name: string | undefined): name is PluralCategory {
  return PLURAL_CATEGORIES.some((category) => category === name);
}

/** What files have where nobody knows their language, by number of forms. */
const usual: readonly (readonly PluralCategory[])[] = [
  ["other"],
  ["one", "other"],
  ["one", "few", "other"],
  ["one", "few", "many", "other"],
  ["one", "two", "few", "many", "other"],
  PLURAL_CATEGORIES,
];

/**
 * The categories that a unit's forms stand for. A known language decides (Czech: one, few, other), so that a file that
 * lacks one shows where; otherwise the file does, and every plural has two at least.
 *
 * @param count number of forms wanted; undefined: the language's own
 */
export function pluralCategories(
  language: string | undefined,
  present: readonly PluralCategory[],
  count?: number,
): readonly PluralCategory[] {
  const known = language === undefined ? undefined : findLanguage(language);
  if (known !== undefined) return fit(integerCategories(known.code), count ?? known.plural.number);
  const own = inOrder(present.every((name) => name === "one" || name === "other") ? ["one", "other"] : present);
  if (count === undefined || count === own.length) return own;
  return usual[count - 1] ?? PLURAL_CATEGORIES;
}

const integerCategoriesByLanguage = new Map<string, readonly PluralCategory[]>();
const rulesByLanguage = new Map<string, Intl.PluralRules>();

/**
 * The name under which CLDR has the plural rules of a language. Brazil says "one" of 0, Portugal does not; no other country counts in
 * a way of its own.
 */
export function pluralRulesOf(code: string): string {
  return /^pt[-_]PT\b/i.test(code) ? "pt-PT" : (code.split(/[_@-]/, 1)[0] ?? "");
}

function rulesOf(language: string): Intl.PluralRules {
  const known = rulesByLanguage.get(language);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(/^(?:[a-z]{2,3}|pt-PT)$/.test(language) ? language : "en");
  rulesByLanguage.set(language, rules);
  return rules;
}

/** Categories that whole numbers have: files of translations count nothing else. */
function integerCategories(code: string): readonly PluralCategory[] {
  const language = pluralRulesOf(code);
  const known = integerCategoriesByLanguage.get(language);
  if (known !== undefined) return known;
  const rules = rulesOf(language);
  const categories = inOrder(Array.from({ length: 201 }, (_, number) => rules.select(number)));
  integerCategoriesByLanguage.set(language, categories);
  return categories;
}

/**
 * The category that all of these numbers have in a language; undefined where they have several, or where CLDR has no rules of the
 * language.
 */
export function categoryOfNumbers(code: string, numbers: readonly number[]): PluralCategory | undefined {
  const language = pluralRulesOf(code);
  const rules = rulesOf(language);
  if (rules.resolvedOptions().locale !== language) return undefined;
  const [category, ...more] = new Set(numbers.map((number) => rules.select(number)));
  return more.length === 0 ? category : undefined;
}

const REPLACEABLE: readonly PluralCategory[] = ["many", "few", "two", "zero", "one", "other"];

/** Services differ in the number of forms of a few languages; the last ones are the least missed. */
function fit(categories: readonly PluralCategory[], count: number): readonly PluralCategory[] {
  if (count === 1) return ["other"];
  const missing = REPLACEABLE.filter((name) => !categories.includes(name));
  const enough = [...categories, ...missing.slice(0, Math.max(0, count - categories.length))];
  const dropped = new Set(REPLACEABLE.filter((name) => enough.includes(name)).slice(0, enough.length - count));
  return inOrder(enough.filter((name) => !dropped.has(name)));
}

function inOrder(names: readonly PluralCategory[]): readonly PluralCategory[] {
  return PLURAL_CATEGORIES.filter((category) => names.includes(category));
}
