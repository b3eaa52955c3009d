import { parametersOf, type Flags } from "../flags.ts";
import { boundedExpression } from "./bounded-expression.ts";
import { perForm, problemOf, sourceOf, type Finders } from "./check.ts";
import { canSayNumberInWords } from "./number-in-words.ts";
import { compare, type Placeholder } from "./placeholders.ts";

export const customFinders: Finders = {
  *placeholders(text) {
    if (!text.flags.has("placeholders")) return;
    for (const [form, target] of text.target.entries()) {
      if (target === "") continue;
      const [wanted, found] = [matchesOf(sourceOf(text, form), text.flags), matchesOf(target, text.flags)];
      const verdict = compare(wanted, found, { mayMiss: canSayNumberInWords(text, form), isFree: true });
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
function matchesOf(text: string, flags: Flags): readonly Placeholder[] {
  const isCaseInsensitive = flags.has("case-insensitive");
  return (flags.get("placeholders") ?? []).flatMap((parameter) => {
    if (parameter === "") return [];
    const expression =
      typeof parameter === "string"
        ? literal(parameter, isCaseInsensitive)
        : patternFor(parameter.pattern, text, isCaseInsensitive);
    if (expression === undefined) return [];
    return Array.from(text.matchAll(expression), ([match]) => ({
      text: match,
      value: isCaseInsensitive ? match.toLowerCase() : match,
    }));
  });
}

function literal(parameter: string, isCaseInsensitive: boolean): RegExp {
  return new RegExp(parameter.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), isCaseInsensitive ? "giu" : "gu");
}

function patternFor(pattern: string, text: string, isCaseInsensitive: boolean): RegExp | undefined {
  const bounded = boundedExpression(pattern, isCaseInsensitive ? "gi" : "g");
  return bounded === undefined || text.length > bounded.longestText ? undefined : bounded.expression;
}

/** The sign before a letter or digit, but neither doubled nor the start of an entity (`&amp;`). */
function countAccelerators(text: string, sign: string): number {
  if (sign === "") return 0;
  const [, ...parts] = text.replaceAll(sign + sign, "").split(sign);
  return parts.filter((part) => /^[\p{L}\p{N}]/u.test(part) && !(sign === "&" && /^\w+;/.test(part))).length;
}
