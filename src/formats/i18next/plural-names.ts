import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import { wantedCategories } from "../json/plural-text.ts";
import { findLanguage } from "../../catalog/languages.ts";

export interface PluralForms {
  /** Of those the file lacks, too. */
  readonly names: readonly string[];
  /** Names of forms that the language does not count with. */
  readonly beyond: readonly string[];
}

/** How a version of i18next names the forms of a plural. */
export interface PluralNames {
  /** The text that a name may be a form of; undefined for a name that is none of a plural. */
  readonly baseOf: (name: string) => string | undefined;
  /**
   * Undefined where the names that are there make no plural.
   *
   * @param present the names of the object that `baseOf` has the base for, and the base itself if it is there
   */
  readonly formsOf: (
    base: string,
    present: ReadonlySet<string>,
    language: string | undefined,
  ) => PluralForms | undefined;
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
    if (!makePlural(categories, language)) return undefined;
    const wanted = wantedCategories(categories, language);
    // i18next takes "zero" in every language: where the language itself has none, it is a text of its own.
    const beyond = categories.filter((category) => !wanted.includes(category) && category !== "zero");
    const nameOf = (category: PluralCategory): string => `${base}_${category}`;
    return { names: wanted.map(nameOf), beyond: beyond.map(nameOf) };
  },

  newForms: (base, count, language) => pluralCategories(language, [], count).map((category) => `${base}_${category}`),
};

/** `step_one` and `step_two`, or `gender_other` alone, are no forms of a plural: every plural has "other". */
function makePlural(present: readonly PluralCategory[], language: string | undefined): boolean {
  if (language === undefined) return present.includes("other") && present.length > 1;
  const own = pluralCategories(language, []);
  if (present.includes("other")) return own.length === 1 || present.some((name) => name !== "other" && name !== "zero");
  return present.length > 1 && present.every((name) => own.includes(name));
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
    if (simple.every((name) => present.has(name))) return { names: simple, beyond: [] };
    if (present.has(base)) return undefined;
    const number = language === undefined ? undefined : findLanguage(language)?.plural.number;
    const numbered = numberedNames(base, number ?? MOST_FORMS);
    const missing = numbered.findIndex((name) => !present.has(name));
    const count = missing === -1 ? numbered.length : missing;
    const isPlural = number === undefined ? count > 1 : number !== 2 && count >= Math.min(number, 2);
    return isPlural ? { names: number === undefined ? numbered.slice(0, count) : numbered, beyond: [] } : undefined;
  },

  newForms: (base, count) => (count === 2 ? [base, `${base}_plural`] : numberedNames(base, count)),
};

function numberedNames(base: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${base}_${String(index)}`);
}
