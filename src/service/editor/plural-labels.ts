import { categoryOfNumbers, pluralCategories } from "../../catalog/plural-categories.ts";
import { formOf } from "../../catalog/plural-formula.ts";
import type { Words } from "../wording/words.ts";

/** Which numbers a plural form is for. */
export interface PluralLabel {
  /** `1`, `2, 3, 4`, `0, 5, 6, 7 …`; "" where no number reaches the form. */
  readonly numbers: string;
  /** What CLDR, and the files of some programs, call these numbers: `few`; "" where no such name is theirs alone. */
  readonly category: string;
  /** The first of them that is worth showing in a text; undefined where there is none. */
  readonly example: number | undefined;
  /** The first of them that is worth showing in the source's form for several: no 1. */
  readonly several: number | undefined;
}

const SHOWN = 4;
/** What French and Spanish count apart begins at a million. */
const tried = [...Array.from({ length: 201 }, (_, number) => number), 1_000_000];

/**
 * The numbers of each form by the rule of the file itself, not by the browser's: gettext's Czech has three forms where CLDR
 * has four (what translators need, §4.1).
 * @param formula gettext's, `n == 1 ? 0 : 1`. @param language its code
 */
export function pluralLabels(formula: string, forms: number, language: string): readonly PluralLabel[] {
  const numbers = Map.groupBy(tried, (number) => formOf(formula, number) ?? 0);
  // Files with fewer forms than CLDR give some of its names to other numbers: Maltese has "few" for 11, without a form for "many".
  const inFiles = new Set(pluralCategories(language, [], forms));
  const categories = Array.from({ length: forms }, (_, form) => {
    const category = categoryOfNumbers(language, numbers.get(form) ?? []);
    return category !== undefined && inFiles.has(category) ? category : undefined;
  });
  return Array.from({ length: forms }, (_, form) => {
    const own = numbers.get(form) ?? [];
    const category = categories[form] ?? "";
    const shown = own.slice(0, SHOWN).map((number) => number.toLocaleString("en-US"));
    return {
      numbers: `${shown.join(", ")}${own.length > SHOWN ? " …" : ""}`,
      category: categories.filter((each) => each === category).length === 1 ? category : "",
      example: own.find((n) => n > 0) ?? own[0],
      several: own.find((n) => n > 1) ?? own.find((n) => n !== 1),
    };
  });
}

/** The name of a form's field: `Translation for 2, 3, 4 (few)`. @param labels of all forms */
export function nameOfField(labels: readonly PluralLabel[], form: number, { say }: Words): string {
  const { numbers = "", category = "" } = labels[form] ?? {};
  if (labels.length <= 1) return say("field.translation");
  if (numbers === "") return say("field.unusedForm");
  return category === "" ? say("field.forNumbers", { numbers }) : say("field.forNumbersNamed", { numbers, category });
}

/** Placeholders that are the number of a plural form, whatever the program is written in, and that show it digit by digit. */
export const NUMBER =
  /^(?:%(?:\d+\$)?l{0,2}[diu]|%\(\w+\)l?[diu]|%n|%L1|\{\{?\s*(?:n|num|number|count|total)\s*\}?\}|#)$/;
const TAG = /^<\/?[A-Za-z]/;

/**
 * A form of the source as the program will show it for a number: "5 articles left" tells more than "%d articles left". Only where
 * the form for several has one placeholder alone, and that is a number by its kind: `%s` may be a name, and `%.1f` shows more.
 * @param partsOf the placeholders and tags of a text
 * @returns undefined where it is not known where the number goes
 */
export function withNumber(
  form: string,
  several: string,
  number: number | undefined,
  partsOf: (text: string) => readonly string[],
): string | undefined {
  const placeholders = (text: string) => partsOf(text).filter((part) => !TAG.test(part));
  const [place, ...more] = placeholders(several);
  if (number === undefined || place === undefined || more.length > 0 || !NUMBER.test(place)) return undefined;
  const own = placeholders(form);
  if (own.length !== 1 || own[0] !== place) return undefined;
  return form.replace(place, String(number));
}
