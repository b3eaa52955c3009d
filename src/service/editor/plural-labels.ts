import { formOf } from "../../catalog/plural-formula.ts";

/** Which numbers a plural form is for. */
export interface PluralLabel {
  /** `1`, `2, 3, 4`, `0, 5, 6, 7 …`; "" where no number reaches the form. */
  readonly numbers: string;
  /** The first of them that is worth showing in a text; undefined where there is none. */
  readonly example: number | undefined;
}

const SHOWN = 4;
/** What French and Spanish count apart begins at a million. */
const tried = [...Array.from({ length: 201 }, (_, number) => number), 1_000_000];

/**
 * The numbers of each form by the rule of the file itself, not by the browser's: gettext's Czech has three forms where CLDR
 * has four (what translators need, §4.1).
 * @param formula gettext's, `n == 1 ? 0 : 1`
 */
export function pluralLabels(formula: string, forms: number): readonly PluralLabel[] {
  const numbers = Map.groupBy(tried, (number) => formOf(formula, number) ?? 0);
  return Array.from({ length: forms }, (_, form) => {
    const own = numbers.get(form) ?? [];
    const shown = own.slice(0, SHOWN).map((number) => number.toLocaleString("en-US"));
    return {
      numbers: `${shown.join(", ")}${own.length > SHOWN ? " …" : ""}`,
      example: own.find((n) => n > 0) ?? own[0],
    };
  });
}
