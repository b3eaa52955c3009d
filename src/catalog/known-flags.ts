import { expressionFault } from "./checks/bounded-expression.ts";
import { checkDefinitions } from "./checks/index.ts";
import { parametersOf, parseFlags } from "./flags.ts";

/** Flags that are not named for a check (facts §1.7): how a text is read, who may change it, how it is drawn. */
const others = [
  "add-source",
  "auto-java-messageformat",
  "auto-safe-html",
  "bbcode-text",
  "case-insensitive",
  "dos-eol",
  "discard",
  "font-family",
  "font-size",
  "font-spacing",
  "font-weight",
  "forbidden",
  "fuzzy",
  "icu-flags",
  "icu-tag-prefix",
  "ignore-all-checks",
  "load-file",
  "markdown-text",
  "max-length",
  "max-lines",
  "max-size",
  "md-text",
  "placeholders",
  "priority",
  "read-only",
  "regex",
  "replacements",
  "rst-text",
  "strict-format",
  "strict-same",
  "terminology",
  "url",
  "variant",
  "xml-text",
];

const known: ReadonlySet<string> = new Set([
  ...others,
  ...checkDefinitions.flatMap(({ id }) => {
    const flag = id.replaceAll("_", "-");
    return [flag, `ignore-${flag}`, `strict-${flag}`];
  }),
]);

/** Whether anybody asks for a flag of that name: what is misspelt would silently do nothing. */
export function isKnownFlag(name: string): boolean {
  return known.has(name.replaceAll("_", "-"));
}

/** What is wrong with flags that somebody wrote; undefined: nothing. An expression that is not taken would silently do nothing, too. */
export function flagFault(text: string): string | undefined {
  const flags = parseFlags(text);
  for (const [name, parameters] of flags) {
    if (!isKnownFlag(name)) return `Invalid translation flag: "${name}"`;
    const patterns =
      name === "regex"
        ? parametersOf(flags, name).slice(0, 1)
        : parameters.flatMap((each) => (typeof each === "string" ? [] : each.pattern));
    for (const pattern of patterns) {
      const fault = expressionFault(pattern);
      if (fault !== undefined) return `Invalid translation flag: "${name}", whose expression is not taken: ${fault}`;
    }
  }
  return undefined;
}
