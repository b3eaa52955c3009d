import type { FlagParameter, Flags } from "./flags.ts";

interface Style {
  readonly flag: string;
  readonly parameters?: readonly FlagParameter[];
  /** Matches what nobody writes but for a placeholder of this style. */
  readonly pattern: RegExp;
  /** Only in files of these formats, by the service's ids. */
  readonly formats?: readonly string[];
  /** Of two that claim the same sign, the first that fits is meant. */
  readonly family: "percent" | "braces" | "dollar" | "colon";
}

/** `%s`, `%1$d`, `%-5.2f`; neither `100%s` nor `% s` nor `%done`. */
const printf = (conversions: string): RegExp =>
  new RegExp(String.raw`(?<![\d%])%(?:\d{1,2}\$)?[-+0#]?\d{0,3}(?:\.\d{1,2})?(?:hh?|ll?)?[${conversions}](?!\w)`, "g");

const android = ["aresource", "moko-resource", "cmp-resource"];
const apple = ["strings", "strings-utf8", "stringsdict", "xcstrings", "apple-xliff"];
const java = ["properties", "properties-utf8", "properties-utf16", "gwt", "xwiki-java-properties"];

const plainJson = ["json", "json-nested", "yaml", "resjson"];
const NUMBERED = String.raw`(?<![{$])\{\d{1,2}(?:[:,][^{}]{0,100})?\}(?!\})`;

/** `{name}`; many programs let it say besides how the value is written: `{name:genitive}`, `{size, number}`, `{x|upper}`. */
const NAMED = String.raw`(?<![{$])\{ ?([A-Za-z_]\w{0,100}) ?(?:[:,|!][^{}]{0,100})?\}(?!\})`;

const styles: readonly Style[] = [
  { family: "percent", flag: "java-printf-format", pattern: printf("sdfcbx"), formats: android },
  { family: "percent", flag: "objc-format", pattern: printf("sdiufxc@"), formats: apple },
  { family: "percent", flag: "qt-format", pattern: /%L?\d{1,2}(?!\d|\$)/g, formats: ["ts"] },
  { family: "colon", flag: "laravel-format", pattern: /(?<![\w:/]):[a-z]\w+/g, formats: ["laravel"] },
  { family: "percent", flag: "python-format", pattern: /%\(\w{1,100}\)[sdfr](?!\w)/g },
  { family: "percent", flag: "ruby-format", pattern: /%\{\w{1,100}\}/g },
  { family: "percent", flag: "c-format", pattern: printf("sdiuf") },
  { family: "braces", flag: "java-format", pattern: /\{\d{1,2}(?:,\w{1,20}(?:,[^{}]{1,100})?)?\}/g, formats: java },
  {
    family: "braces",
    flag: "i18next-interpolation",
    pattern: /\{\{-?\s{0,9}[\w.]{1,100}(?:,[^{}]{1,100})?\s{0,9}\}\}/g,
  },
  { family: "dollar", flag: "es-format", pattern: /\$\{[\w.]{1,100}\}/g },
  {
    family: "braces",
    flag: "icu-message-format",
    pattern: /\{\s{0,9}\w{1,100}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},/g,
  },
  {
    family: "braces",
    flag: "placeholders",
    parameters: [{ pattern: NAMED, isNamed: true }],
    pattern: /(?<![{$%#\\@'])\{[A-Za-z_]\w{0,100}\}(?!\})/g,
  },
  {
    family: "braces",
    flag: "placeholders",
    parameters: [{ pattern: NUMBERED }],
    pattern: /(?<![\w{$%#\\@'])\{\d{1,2}\}(?!\})/g,
    formats: plainJson,
  },
];

const NONE: Flags = new Map();
/** What programs do with a text of Fluent shows no placeholder: its whole syntax says so. */
const FLUENT: Flags = new Map(
  ["fluent-target-syntax", "fluent-parts", "fluent-references", "fluent-target-inner-html"].map((flag) => [flag, []]),
);
const PERCENT = /%%|%/g;
/** What a placeholder of some style has to have. */
const SIGN = /[%:{$]/;

/**
 * The flags of placeholders that a source text plainly has, whatever the file says of it: `{count}`, `%1$s`, `%{name}`.
 * Nothing where the file's own flags speak of placeholders, or forbid it (`no-c-format`). A percent sign that is part of
 * the prose, `100 % sure`, makes all percent signs of a unit ambiguous: then none is taken for a placeholder.
 *
 * @param target texts that have to be unambiguous as well
 * @param format the service's id
 */
export function styleFlags(source: readonly string[], target: readonly string[], format: string, own: Flags): Flags {
  if (format === "fluent") return FLUENT;
  if (!source.some((text) => SIGN.test(text))) return NONE;
  if (own.keys().some((flag) => /-format$|-interpolation$|^placeholders$|^no-/.test(flag))) return NONE;
  const found = new Map<Style["family"], Style>();
  for (const style of styles) {
    const { family, pattern, formats } = style;
    if (found.has(family) || formats?.includes(format) === false) continue;
    if (!source.some((text) => countOf(text, pattern) > 0)) continue;
    const isPlain = family !== "percent" || [...source, ...target].every((text) => isUnambiguous(text, pattern));
    if (isPlain) found.set(family, style);
  }
  return found.size === 0
    ? NONE
    : new Map(Array.from(found.values(), ({ flag, parameters }) => [flag, parameters ?? []]));
}

/** A text's own flags, and those of the placeholders that it plainly has; of two with one name its own counts. */
export function withStyleFlags(
  source: readonly string[],
  target: readonly string[],
  format: string,
  own: Flags,
): Flags {
  const plain = styleFlags(source, target, format, own);
  if (plain.size === 0) return own;
  return own.size === 0 ? plain : new Map([...plain, ...own]);
}

/** Every percent sign begins a placeholder, or stands twice. */
function isUnambiguous(text: string, pattern: RegExp): boolean {
  const signs = Array.from(text.matchAll(PERCENT), ([sign]) => sign).filter((sign) => sign === "%").length;
  return signs === countOf(text, pattern);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
