import { checkDefinitions } from "./checks/index.ts";

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
