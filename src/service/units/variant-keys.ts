import { boundedExpression } from "../../catalog/checks/bounded-expression.ts";
import { parametersOf, parseFlags } from "../../catalog/flags.ts";

/** What decides whose variant a source string is. */
export interface NamedString {
  readonly context: string;
  /** Its text, the first of several forms. */
  readonly source: string;
  /** Of its file and of the source string, separated by commas. */
  readonly flags: string;
}

/**
 * What each string shares with its variants: its key without what the setting `variant_regex` finds in it, or the text that
 * its flag `variant:…` names. Strings with the same are variants of one another, and so is the string that has it as its key or text
 * (`isBaseOf`). "": a string has none.
 * @param expression "": flags alone count
 */
export function variantKeys({
  expression,
  strings,
}: {
  readonly expression: string;
  readonly strings: readonly NamedString[];
}): string[] {
  // What is no expression, or could take forever, was refused when it was set.
  const bounded = boundedExpression(expression, "g");
  const keyOf = ({ context, flags }: NamedString): string => {
    if (flags.includes("variant")) {
      const [named = ""] = parametersOf(parseFlags(flags), "variant");
      if (named !== "") return named;
    }
    if (bounded === undefined || context.length > bounded.longestText) return "";
    const shared = context.replaceAll(bounded.expression, "");
    return shared === context ? "" : shared;
  };
  return strings.map((string) => {
    const key = keyOf(string);
    return key.length > LONGEST_KEY ? "" : key;
  });
}

/** Longer ones fit no index of PostgreSQL. */
const LONGEST_KEY = 500;

/** The key of the group that a string without such a key is the base of; undefined: of none. */
export function baseKey({ context, source }: NamedString, keys: ReadonlySet<string>): string | undefined {
  return [context, source].find((name) => name !== "" && keys.has(name));
}
