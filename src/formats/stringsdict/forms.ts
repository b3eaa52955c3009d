import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";

/** Texts by category, as a variable has them. */
export type Forms = ReadonlyMap<PluralCategory, string>;

/**
 * The categories of a variable's texts: those of the language. Any language may have "zero" as well, a text of its own
 * for 0: it is among them where the file has it, or one text more than usual is wanted.
 */
export function categoriesOf(
  language: string | undefined,
  present: readonly PluralCategory[],
  count?: number,
): readonly PluralCategory[] {
  const others = present.filter((name) => name !== "zero");
  const own = pluralCategories(language, others);
  if (own.includes("zero")) return pluralCategories(language, others, count);
  const hasZero = count === undefined ? present.includes("zero") : count === own.length + 1;
  if (hasZero) return ["zero", ...own];
  return count === undefined ? own : pluralCategories(language, others, count);
}

/** "" where the file has none; "other" stands in for the last one. */
export function formTexts(forms: Forms, categories: readonly PluralCategory[]): readonly string[] {
  const last = categories.at(-1);
  return categories.map((name) => forms.get(name) ?? (name === last ? forms.get("other") : undefined) ?? "");
}

/** The texts that a variable is to have; a category that is not among them keeps its text. */
export function wantedForms(forms: Forms, wanted: readonly string[], language: string | undefined): Forms {
  const present = [...forms.keys()];
  const categories = categoriesOf(language, present, wanted.length);
  const former = formTexts(forms, categoriesOf(language, present));
  const isAlike = former.length === wanted.length;
  const changed = new Map<PluralCategory, string>();
  for (const [index, name] of categories.entries()) {
    const text = wanted[index] ?? "";
    const isSame = isAlike && former[index] === text;
    if (!isSame && (text !== "" || forms.has(name))) changed.set(name, text);
  }
  if (!categories.includes("other")) {
    // Apple asks for "other" in every language: where it is none of the language's forms, it says what the last one says.
    const other = forms.get("other");
    const last = wanted.at(-1) ?? "";
    const isCopy = forms.size === 0 ? last !== "" : other !== undefined && other === former.at(-1);
    if (isCopy && other !== last) changed.set("other", last);
  }
  return changed;
}

export function isForm(key: string): key is PluralCategory {
  return isPluralCategory(key);
}
