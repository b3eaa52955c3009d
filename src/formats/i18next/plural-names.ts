import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import { findLanguage } from "../../catalog/languages.ts";

/** How a version of i18next names the forms of a plural. */
export interface PluralNames {
  /** The text that a name may be a form of; undefined for a name that is none of a plural. */
  readonly baseOf: (name: string) => string | undefined;
  /**
   * Names of a plural's forms, of those the file lacks too; undefined where the names that are there make no plural.
   *
   * @param present the names of the object that `baseOf` has the base for, and the base itself if it is there
   */
  readonly formsOf: (
    base: string,
    present: ReadonlySet<string>,
    language: string | undefined,
  ) => readonly string[] | undefined;
  readonly newForms: (base: string, count: number, language: string | undefined) => readonly string[];
}

function suffixOf(name: string): { readonly base: string; readonly suffix: string } | undefined {
  const at = name.lastIndexOf("_");
  return at <= 0 ? undefined : { base: name.slice(0, at), suffix: name.slice(at + 1) };
}

/** JSON v4: `key_one`, `key_other`, by CLDR's categories. Ordinals count by other rules: their forms are texts of their own. */
export const namesByCategory: PluralNames = {
  baseOf(name) {
    const parts = suffixOf(name);
    const isForm = parts !== undefined && isPluralCategory(parts.suffix) && !parts.base.endsWith("_ordinal");
    return isForm ? parts.base : undefined;
  },

  formsOf(base, present, language) {
    // Beside a text under the very key, the forms can only be told by their own.
    if (present.has(base)) return undefined;
    const categories = [...present].map((name) => name.slice(base.length + 1)).filter(isPluralCategory);
    const wanted = pluralCategories(language, categories);
    return isPlural(categories, wanted, language) ? wanted.map((category) => `${base}_${category}`) : undefined;
  },

  newForms: (base, count, language) => pluralCategories(language, [], count).map((category) => `${base}_${category}`),
};

/** `step_one` and `step_two`, or `gender_other` alone, are no forms of a plural: every plural has "other". */
function isPlural(
  present: readonly PluralCategory[],
  wanted: readonly PluralCategory[],
  language: string | undefined,
): boolean {
  const known = present.filter((category) => wanted.includes(category));
  if (present.includes("other")) return known.length > 1 || (language !== undefined && wanted.length === 1);
  return language !== undefined && known.length > 1 && known.length === present.length;
}

const MOST_FORMS = 6;

/** Up to JSON v3: `key` and `key_plural`; in languages with another number of forms `key_0`, `key_1`, `key_2`. */
export const namesByNumber: PluralNames = {
  baseOf(name) {
    const parts = suffixOf(name);
    return parts !== undefined && /^(?:plural|[0-5])$/.test(parts.suffix) ? parts.base : undefined;
  },

  formsOf(base, present, language) {
    const simple = [base, `${base}_plural`];
    if (simple.every((name) => present.has(name))) return simple;
    if (present.has(base)) return undefined;
    const number = language === undefined ? undefined : findLanguage(language)?.plural.number;
    const numbered = numberedNames(base, number ?? MOST_FORMS);
    const missing = numbered.findIndex((name) => !present.has(name));
    const count = missing === -1 ? numbered.length : missing;
    if (number === undefined) return count > 1 ? numbered.slice(0, count) : undefined;
    return number !== 2 && count >= Math.min(number, 2) ? numbered : undefined;
  },

  newForms: (base, count) => (count === 2 ? [base, `${base}_plural`] : numberedNames(base, count)),
};

function numberedNames(base: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${base}_${String(index)}`);
}
