import { pluralCategories } from "../catalog/plural-categories.ts";
import { isEmpty } from "../catalog/texts.ts";
import type { SetTexts, UnitChange } from "../catalog/unit-change.ts";
import type { Catalogue } from "../catalog/unit.ts";
import { errorAt } from "./text/source-text.ts";

/** What a change says of a string's forms. */
export type FormsChange = Pick<SetTexts, "target" | "isPlural">;

/**
 * Whether a string is a plural once it is changed. Several texts are the forms of one, and one text is none's where the language
 * has several; where it has one form, it takes the source to tell, and without that all stays as it was.
 */
export function becomesPlural(
  { target, isPlural }: FormsChange,
  wasPlural: boolean,
  language: string | undefined,
): boolean {
  if (isPlural !== undefined) return isPlural;
  if (target.length > 1) return true;
  return wasPlural && (isEmpty(target) || hasOneForm(language));
}

function hasOneForm(language: string | undefined): boolean {
  return pluralCategories(language, []).length === 1;
}

/** The same changes, in a language with one form with what the source says: which strings are plurals. */
export function withPlurals(
  changes: readonly UnitChange[],
  { language, template, sourceLanguage }: PluralSource,
): readonly UnitChange[] {
  if (template === undefined || !hasOneForm(language) || hasOneForm(sourceLanguage)) return changes;
  const plurals = new Map(template.units.map(({ key, target }) => [key, target.length > 1]));
  return changes.map((change) => {
    const isPlural = change.kind === "set" ? plurals.get(change.key) : undefined;
    return isPlural === undefined ? change : { ...change, isPlural };
  });
}

export interface PluralSource {
  readonly language: string;
  /** The source, read as it stands there. */
  readonly template: Catalogue | undefined;
  readonly sourceLanguage: string | undefined;
}

/** Whether the first text says all of them. */
export function isOneText([first, ...others]: readonly string[]): boolean {
  return others.every((text) => text === "" || text === first);
}

/**
 * Of several forms only the first could be written.
 * @throws {FormatError}
 */
export function refuseForms(
  key: string,
  target: readonly string[],
  { text = "", offset = 0, path, place }: { text?: string; offset?: number; path: string | undefined; place: string },
): void {
  if (isOneText(target)) return;
  throw errorAt(text, offset, `"${key}" has ${String(target.length)} plural forms, and ${place} has one text`, path);
}
