import { findLanguage } from "../languages.ts";
import { formOf } from "../plural-formula.ts";
import type { CheckedText } from "./check.ts";

/** Far enough for every rule of CLDR's to show whether a form comes again. */
const NUMBERS_TO_TRY = 220;

const known = new Map<string, readonly boolean[]>();

/** French has one form for 0 and 1; gettext's own checks go as far. */
const MOST_NUMBERS = 2;

/**
 * Whether a plural form stands for a number or two (Czech 1, Arabic 0, 1 and 2; but not Russian 1, 21, 31): such a form
 * may name the number in words and leave its placeholder out.
 */
export function canSayNumberInWords({ language, target }: CheckedText, form: number): boolean {
  if (target.length < 2) return false;
  const key = `${language} ${String(target.length)}`;
  let forms = known.get(key);
  if (forms === undefined) {
    forms = formsOfFewNumbers(language, target.length);
    known.set(key, forms);
  }
  return forms[form] ?? false;
}

function formsOfFewNumbers(language: string, number: number): readonly boolean[] {
  const plural = findLanguage(language)?.plural;
  if (plural?.number !== number) return Array.from({ length: number }, (_, form) => form === 0);
  const counts = Array.from({ length: number }, () => 0);
  for (let n = 0; n < NUMBERS_TO_TRY; n += 1) {
    const form = formOf(plural.formula, n);
    if (form !== undefined && counts[form] !== undefined) counts[form] += 1;
  }
  return counts.map((count) => count > 0 && count <= MOST_NUMBERS);
}
