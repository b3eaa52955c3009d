import type { FixedPart } from "../../catalog/checks/fixed-parts.ts";
import { NUMBER, type PluralLabel } from "../editor/plural-labels.ts";
import { masked, unmasked, type MaskedText, type MaskStyle } from "./masks.ts";

/** What is asked of a machine for one form of a string. */
export interface PlannedForm {
  readonly text: MaskedText;
  /**
   * The number that stands in the text instead of its placeholder: with "2 files" before it a machine declines the word as the
   * form wants it, with a mask it cannot know. Undefined: no form of several, or nothing that is plainly the number.
   */
  readonly number?: { readonly digits: string; readonly placeholder: string };
}

/**
 * The texts to be translated for the forms of a string: of the form for one that of the singular, of all others that of the plural.
 * @param labels by the target's forms, from the file's own rule; one for a string without plural
 * @param partsOf fixed parts of one form of the source
 */
export function plannedForms(
  source: readonly string[],
  labels: readonly Pick<PluralLabel, "numbers" | "example">[],
  partsOf: (text: string) => readonly FixedPart[],
  style: MaskStyle,
): readonly PlannedForm[] {
  return labels.map((label) => {
    const isOne = label.numbers === "1";
    const text = (isOne ? source[0] : source.at(-1)) ?? "";
    const parts = partsOf(text);
    const numbers = parts.filter(({ from, to }) => NUMBER.test(text.slice(from, to)));
    const [number] = numbers;
    if (labels.length === 1 || number === undefined || numbers.length > 1 || label.example === undefined) {
      return { text: masked(text, parts, style) };
    }
    const placeholder = text.slice(number.from, number.to);
    const digits = String(label.example);
    const shift = digits.length - placeholder.length;
    const written = text.slice(0, number.from) + digits + text.slice(number.to);
    const others = parts.flatMap(({ from, to }) => {
      if (from === number.from) return [];
      return from < number.from ? [{ from, to }] : [{ from: from + shift, to: to + shift }];
    });
    // Another such number in the text, and nobody could tell which one was it.
    const again = [...written.matchAll(standing(digits))].length > 1;
    return again
      ? { text: masked(text, parts, style) }
      : { text: masked(written, others, style), number: { digits, placeholder } };
  });
}

/** The same with a mask in place of the number, for a machine that wrote the number in words. */
export function withoutNumber(
  source: readonly string[],
  label: Pick<PluralLabel, "numbers">,
  partsOf: (text: string) => readonly FixedPart[],
  style: MaskStyle,
): PlannedForm {
  const text = (label.numbers === "1" ? source[0] : source.at(-1)) ?? "";
  return { text: masked(text, partsOf(text), style) };
}

export interface FinishedForm {
  readonly text: string;
  /** Placeholders that did not come back exactly once. */
  readonly broken: readonly string[];
}

/** @returns undefined: the number is not to be found again */
export function finishedForm(
  answer: string,
  { text, number }: PlannedForm,
  style: MaskStyle,
): FinishedForm | undefined {
  const finished = unmasked(answer, text, style);
  if (number === undefined) return finished;
  const [found, ...more] = finished.text.matchAll(standing(number.digits));
  if (found === undefined || more.length > 0) return undefined;
  const end = found.index + number.digits.length;
  return {
    ...finished,
    text: finished.text.slice(0, found.index) + number.placeholder + finished.text.slice(end),
  };
}

/** A number that is not a part of another one. */
function standing(digits: string): RegExp {
  return new RegExp(String.raw`(?<![\d.,])${digits}(?!\d|[.,]\d)`, "g");
}
