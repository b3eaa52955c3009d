import { pluralFamilies } from "./language-families.ts";
import type { PluralRule } from "./languages.ts";
import { formOf } from "./plural-formula.ts";

/** What is wrong with a rule, and with which part of it. */
export interface PluralFault {
  readonly part: "number" | "formula";
  readonly reason: string;
}

const LONGEST_FORMULA = 1000;
/** The service's number for a rule that is none of the known kinds. */
const UNKNOWN_TYPE = 666;
/** No language tells more numbers apart than these: the rules look at remainders of 10, 100 and a million at most. */
const LARGER = [2000, 10_000, 20_000, 40_000, 100_000, 100_001, 1_000_000, 1_000_001, 1_100_000];
const SAMPLES = [...Array(1002).keys(), ...LARGER];

/** `n != 1;` → `n != 1`: headers end a formula with a semicolon. */
export function tidyFormula(formula: string): string {
  return formula.trim().replace(/\s*;$/, "");
}

/** Whether the formula is one, and chooses only among as many forms as there are. Undefined: nothing is wrong. */
export function pluralFault({ number, formula }: PluralRule): PluralFault | undefined {
  if (formula.length > LONGEST_FORMULA) {
    return { part: "formula", reason: `A plural formula has no more than ${String(LONGEST_FORMULA)} characters.` };
  }
  const forms = SAMPLES.map((n) => ({ n, form: formOf(formula, n) }));
  const broken = forms.find(({ form }) => form === undefined || !Number.isInteger(form) || form < 0);
  if (broken !== undefined) {
    const where = broken.form === undefined ? "it is no formula of n" : `it chooses no form for ${String(broken.n)}`;
    return { part: "formula", reason: `Could not evaluate plural formula: ${where}.` };
  }
  const beyond = forms.find(({ form }) => form !== undefined && form >= number);
  if (beyond === undefined) return undefined;
  const { n, form } = beyond;
  const counted = `form ${String((form ?? 0) + 1)} for ${String(n)}, and there are ${String(number)}`;
  return { part: "number", reason: `The plural formula chooses ${counted}.` };
}

/** The service's number for the kind of rule: that of the known rule which chooses the same forms. */
export function pluralType({ number, formula }: PluralRule): number {
  const known = pluralFamilies.find((family) => family.number === number && family.formula === formula);
  return known?.type ?? typeBySample(number, tidyFormula(formula));
}

function typeBySample(number: number, formula: string): number {
  const same = pluralFamilies.find(
    (family) => family.number === number && SAMPLES.every((n) => formOf(family.formula, n) === formOf(formula, n)),
  );
  return same?.type ?? UNKNOWN_TYPE;
}
