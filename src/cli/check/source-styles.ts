import { parseFlags, type Flags } from "../../catalog/flags.ts";

interface Style {
  /** Of two of one family, the first that fits a text is meant. */
  readonly family: string;
  readonly flag: string;
  readonly pattern: RegExp;
  /** Only in files of these formats, by the service's ids. */
  readonly formats?: readonly string[];
}

const printf = (conversions: string): RegExp =>
  new RegExp(String.raw`(?<![\d%] ?)%(?:\d+\$)?[-+0#]?\d*(?:\.\d+)?(?:hh?|ll?)?[${conversions}](?!\w)`);

const java = ["properties", "gwt", "xwiki-java-properties"];
const android = ["aresource", "moko-resource", "cmp-resource"];
const apple = ["strings", "stringsdict", "xcstrings", "apple-xliff"];
const laravel = ["laravel", "php"];

const styles: readonly Style[] = [
  { family: "percent", flag: "java-printf-format", pattern: printf("sdfcbx"), formats: android },
  { family: "percent", flag: "objc-format", pattern: printf("sdiufxc@"), formats: apple },
  { family: "percent", flag: "qt-format", pattern: /%L?\d/, formats: ["ts"] },
  { family: "count", flag: "qt-plural-format", pattern: /%L?n/, formats: ["ts"] },
  { family: "colon", flag: "laravel-format", pattern: /(?<![\w:/]):[A-Za-z]\w/, formats: laravel },
  { family: "percent", flag: "python-format", pattern: /%\(\w+\)[sdfri]/ },
  { family: "percent", flag: "ruby-format", pattern: /%\{\w+\}|%<\w+>/ },
  { family: "percent", flag: "c-format", pattern: printf("sdiufc") },
  { family: "braces", flag: "java-format", pattern: /\{\d+(?:,\w+(?:,[^{}]*)?)?\}/, formats: java },
  { family: "braces", flag: "i18next-interpolation", pattern: /\{\{-?\s*[\w.]+[^{}]*\}\}|\$t\([^()]+\)/ },
  { family: "braces", flag: "es-format", pattern: /\$\{[^{}]+\}/ },
  {
    family: "braces",
    flag: "icu-message-format",
    pattern: /\{\s*\w+\s*,\s*(?:plural|select|selectordinal|number|date|time)\s*[,}]/,
  },
  { family: "braces", flag: "vue-format", pattern: /(?<![{$%#\\])\{\s*\w+\s*\}(?!\})/ },
];

/**
 * The flags of placeholders that a source text plainly has, whatever the file says of it: `{count}`, `%1$s`, `%{name}`.
 * Nothing where the file's own flags speak of placeholders already, or forbid it (`no-c-format`).
 *
 * @param format the service's id
 */
export function styleFlags(source: readonly string[], format: string, own: Flags): Flags {
  if (own.keys().some((flag) => /-format$|-interpolation$|^placeholders$|^no-/.test(flag))) return parseFlags();
  const found = new Map<string, string>();
  for (const { family, flag, pattern, formats } of styles) {
    if (found.has(family) || formats?.includes(format) === false) continue;
    if (source.some((text) => pattern.test(text))) found.set(family, flag);
  }
  return parseFlags(...found.values());
}
