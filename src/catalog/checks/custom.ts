import { parametersOf, type FlagParameter, type Flags } from "../flags.ts";
import { boundedExpression } from "./bounded-expression.ts";
import { perForm, problemOf, type CheckedText, type Finders } from "./check.ts";
import { compare, expectations, isSharedText, type Placeholder } from "./placeholders.ts";

export const customFinders: Finders = {
  *placeholders(text) {
    if (!text.flags.has("placeholders")) return;
    const find = (one: string) => matchesOf(one, text.flags);
    const expected = expectations(text, find);
    for (const [form, target] of text.target.entries()) {
      if (target === "") continue;
      const verdict = compare(expected(form), find(target), {
        isFree: true,
        isShared: isSharedText(text, target),
        isKnown: isKnownTo(text),
      });
      if (verdict !== undefined) yield problemOf(form, verdict);
    }
  },

  regex: perForm((_source, target, { flags }) => {
    const [pattern = ""] = parametersOf(flags, "regex");
    const bounded = boundedExpression(pattern);
    if (bounded === undefined || target.length > bounded.longestText || bounded.expression.test(target))
      return undefined;
    return `Expected to match the regular expression ${pattern}`;
  }),

  accelerator: perForm((source, target, { flags }) => {
    const [sign = "&"] = parametersOf(flags, "accelerator");
    const [wanted, found] = [countAccelerators(source, sign), countAccelerators(target, sign)];
    if (wanted === found || wanted > 1) return undefined;
    return `Expected ${wanted === 0 ? "no" : "one"} "${sign}" before the key's letter as in the source, found ${String(found)}.`;
  }),
};

/** Where the texts and expressions of `placeholders:…` stand in a text. */
export function matchesOf(text: string, flags: Flags): readonly Placeholder[] {
  const isCaseInsensitive = flags.has("case-insensitive");
  return (flags.get("placeholders") ?? []).flatMap((parameter) => {
    if (parameter === "") return [];
    const expression =
      typeof parameter === "string"
        ? literal(parameter, isCaseInsensitive)
        : patternFor(parameter, text, isCaseInsensitive);
    if (expression === undefined) return [];
    const isNamed = typeof parameter === "object" && parameter.isNamed === true;
    return Array.from(text.matchAll(expression), ([match, name = ""]) => {
      const value = isNamed ? name : match;
      return { text: match, value: isCaseInsensitive ? value.toLowerCase() : value };
    });
  });
}

function literal(parameter: string, isCaseInsensitive: boolean): RegExp {
  return new RegExp(parameter.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), isCaseInsensitive ? "giu" : "gu");
}

/** Where nobody said what a placeholder is, one that other texts of the file have may be known to the program here too. */
function isKnownTo({ flags, isUsedElsewhere }: CheckedText): (placeholder: string) => boolean {
  const isGuessed = flags.get("placeholders")?.some((parameter) => typeof parameter === "object" && parameter.isNamed);
  return isGuessed === true && isUsedElsewhere !== undefined ? isUsedElsewhere : () => false;
}

const ownPatterns = new Map<string, RegExp>();

function patternFor(
  { pattern, isNamed }: Exclude<FlagParameter, string>,
  text: string,
  isCaseInsensitive: boolean,
): RegExp | undefined {
  if (isNamed === true) {
    // One of ours, which repeats nothing without a limit.
    let own = ownPatterns.get(pattern);
    if (own === undefined) ownPatterns.set(pattern, (own = new RegExp(pattern, "gu")));
    return own;
  }
  const bounded = boundedExpression(pattern, isCaseInsensitive ? "gi" : "g");
  return bounded === undefined || text.length > bounded.longestText ? undefined : bounded.expression;
}

/** The sign before a letter or digit, but neither doubled nor the start of an entity (`&amp;`). */
function countAccelerators(text: string, sign: string): number {
  if (sign === "") return 0;
  const [, ...parts] = text.replaceAll(sign + sign, "").split(sign);
  return parts.filter((part) => /^[\p{L}\p{N}]/u.test(part) && !(sign === "&" && /^\w+;/.test(part))).length;
}
