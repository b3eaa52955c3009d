import { isServiceLanguage } from "../catalog/languages.ts";

/**
 * Language codes as the service writes them (`pt_BR`, `zh_Hans`, `ca@valencia`, `en_devel`) and as repositories do.
 * Everything that is not a rule stands in the tables below.
 */

interface StyleRules {
  readonly separator: "-" | "_";
  /** Chinese by script (`zh-Hans`) or by the country that stands for it (`zh-CN`). */
  readonly chinese: "script" | "country";
  /** How scripts and variants that glibc writes after `@` are written: `sr@latin`, or as one more part: `sr-Latn`. */
  readonly modifier: "at" | "part";
  readonly lowerCase?: boolean;
  /** Android's resource folders: `pt-rBR`, and `b+sr+Latn` for all that has more than a country. */
  readonly resourceQualifier?: boolean;
  readonly meaning: string;
}

export const languageStyles = {
  bcp47: { separator: "-", chinese: "script", modifier: "part", meaning: "`pt-BR`, `zh-Hans`, `sr-Latn`" },
  "bcp47-country": {
    separator: "-",
    chinese: "country",
    modifier: "part",
    meaning: "like bcp47, Chinese by country: `zh-CN`",
  },
  posix: { separator: "_", chinese: "country", modifier: "at", meaning: "`pt_BR`, `zh_CN`, `sr@latin`" },
  android: {
    separator: "-",
    chinese: "country",
    modifier: "part",
    resourceQualifier: true,
    meaning: "`pt-rBR`, `zh-rCN`, `b+sr+Latn`, `iw`",
  },
  apple: {
    separator: "-",
    chinese: "script",
    modifier: "part",
    meaning: "as Xcode names `.lproj` folders: `pt-BR`, `zh-Hans`",
  },
  lower: {
    separator: "-",
    chinese: "script",
    modifier: "part",
    lowerCase: true,
    meaning: "bcp47 in lower case: `pt-br`",
  },
  "lower-country": {
    separator: "-",
    chinese: "country",
    modifier: "part",
    lowerCase: true,
    meaning: "bcp47-country in lower case: `zh-cn`",
  },
  "posix-lower": {
    separator: "_",
    chinese: "country",
    modifier: "at",
    lowerCase: true,
    meaning: "posix in lower case: `pt_br`",
  },
} as const satisfies Readonly<Record<string, StyleRules>>;

export type LanguageStyle = keyof typeof languageStyles;

export function isLanguageStyle(name: string): name is LanguageStyle {
  return Object.hasOwn(languageStyles, name);
}

/** A script's service code → the country that stands for it where scripts are not written. */
const chineseCountries: ReadonlyMap<string, string> = new Map([
  ["zh_Hans", "zh_CN"],
  ["zh_Hant", "zh_TW"],
  ["zh_Hans_SG", "zh_SG"],
  ["zh_Hant_HK", "zh_HK"],
  ["zh_Hant_MO", "zh_MO"],
]);
const chineseScripts = inverse(chineseCountries);

/** Codes that ISO 639 withdrew in 1989 and Java, hence Android, kept. */
const androidLanguages: ReadonlyMap<string, string> = new Map([
  ["he", "iw"],
  ["id", "in"],
  ["yi", "ji"],
]);
const withdrawnLanguages = inverse(androidLanguages);

/** Scripts that glibc's locale names write as a modifier. */
const scriptModifiers: ReadonlyMap<string, string> = new Map([
  ["Latn", "latin"],
  ["Cyrl", "cyrillic"],
  ["Deva", "devanagari"],
]);
const modifierScripts = inverse(scriptModifiers);

/** What the service writes after `@`, in its own spelling. */
const serviceModifiers = new Set([
  "formal",
  "informal",
  "valencia",
  "pirate",
  "hinglish",
  "iqtelif",
  "Zawgyi",
  "ijekavian",
]);
const modifierSpellings = new Map([...serviceModifiers].map((modifier) => [modifier.toLowerCase(), modifier]));

/** Codes whose order of parts follows no rule: ours ↔ the service's ↔ glibc's. */
const irregularCodes: ReadonlyMap<string, string> = new Map([["sr_Latn@ijekavian", "sr@ijekavian_Latn"]]);
const regularCodes = inverse(irregularCodes);
const irregularPosix: ReadonlyMap<string, string> = new Map([["sr@ijekavian_Latn", "sr@ijekavianlatin"]]);
const fromIrregularPosix = inverse(irregularPosix);

/** Other names of a language that the service has under one code only. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["no", "nb_NO"],
  ["nb", "nb_NO"],
  ["zh", "zh_Hans"],
  ["iw", "he"],
  ["in", "id"],
  ["ji", "yi"],
]);

interface LanguageParts {
  readonly language: string;
  readonly script?: string | undefined;
  readonly country?: string | undefined;
  readonly variants: readonly string[];
  readonly modifier?: string | undefined;
}

/** The service's code, written in a style: `formatLanguage("zh_Hans", "posix")` is `zh_CN`. */
export function formatLanguage(code: string, style: LanguageStyle): string {
  const rules: StyleRules = languageStyles[style];
  const irregular = rules.modifier === "at" ? irregularPosix.get(code) : undefined;
  if (irregular !== undefined) return irregular;
  const parts = splitCode(rules.chinese === "country" ? (chineseCountries.get(code) ?? code) : code);
  if (parts === undefined) return code;
  const text = rules.resourceQualifier === true ? joinAndroid(parts) : joinParts(parts, rules);
  return rules.lowerCase === true ? text.toLowerCase() : text;
}

/**
 * The service's code of a language written in a style, or undefined if the text has not the form of a language code.
 * Without a style every common form is taken. Case is put right, since file systems and people lose it.
 */
export function parseLanguage(text: string, style?: LanguageStyle): string | undefined {
  const rules: StyleRules | undefined = style === undefined ? undefined : languageStyles[style];
  const parts = rules?.resourceQualifier === true ? splitAndroid(text) : splitText(text, rules);
  if (parts === undefined) return undefined;
  const code = joinService(parts);
  return otherNames.get(code) ?? chineseScripts.get(code) ?? code;
}

/** Whether language, script and country of a service code exist; `lib` and `src` have the form of one. */
export function isKnownLanguage(code: string): boolean {
  if (isServiceLanguage(code)) return true;
  const parts = splitCode(code);
  if (parts === undefined) return false;
  return (
    isNamed("language", parts.language) &&
    (parts.script === undefined || isNamed("script", parts.script)) &&
    (parts.country === undefined || isNamed("region", parts.country)) &&
    parts.variants.length === 0 &&
    (parts.modifier === undefined || serviceModifiers.has(parts.modifier))
  );
}

const names = new Map<string, Intl.DisplayNames>();

function isNamed(type: "language" | "script" | "region", code: string): boolean {
  let display = names.get(type);
  if (display === undefined) {
    display = new Intl.DisplayNames(["en"], { type, fallback: "none" });
    names.set(type, display);
  }
  return display.of(code) !== undefined;
}

function joinParts(parts: LanguageParts, rules: StyleRules): string {
  const plain = [parts.language];
  const scriptModifier =
    rules.modifier === "at" && parts.modifier === undefined && parts.variants.length === 0
      ? scriptModifiers.get(parts.script ?? "")
      : undefined;
  if (parts.script !== undefined && scriptModifier === undefined) plain.push(parts.script);
  if (parts.country !== undefined) plain.push(parts.country);
  plain.push(...parts.variants);
  const modifier = parts.modifier ?? scriptModifier;
  if (modifier === undefined) return plain.join(rules.separator);
  if (rules.modifier === "at") return `${plain.join(rules.separator)}@${modifier}`;
  return [...plain, modifier].join(rules.separator);
}

function joinAndroid(parts: LanguageParts): string {
  const language = androidLanguages.get(parts.language) ?? parts.language;
  const isPlain = parts.script === undefined && parts.variants.length === 0 && parts.modifier === undefined;
  if (isPlain && parts.country === undefined && language !== "car") return language;
  if (isPlain && parts.country?.length === 2) return `${language}-r${parts.country}`;
  const all = [parts.language, parts.script, parts.country, ...parts.variants, parts.modifier];
  return `b+${all.filter((part) => part !== undefined).join("+")}`;
}

function joinService(parts: LanguageParts): string {
  const plain = [parts.language, parts.script, parts.country, ...parts.variants].filter((part) => part !== undefined);
  const code = plain.join("_") + (parts.modifier === undefined ? "" : `@${parts.modifier}`);
  return irregularCodes.get(code) ?? code;
}

/** Parts of a code in the service's own spelling. */
function splitCode(code: string): LanguageParts | undefined {
  return splitText(code, undefined);
}

function splitText(text: string, rules: StyleRules | undefined): LanguageParts | undefined {
  const irregular = regularCodes.get(fromIrregularPosix.get(text.toLowerCase()) ?? text);
  if (irregular !== undefined) return splitText(irregular, undefined);
  const [plain = "", modifierText, ...more] = text.split("@");
  if (more.length > 0 || modifierText === "") return undefined;
  const separator = rules?.separator ?? (plain.includes("_") ? "_" : "-");
  const parts = classify(plain.split(separator));
  if (parts === undefined || modifierText === undefined) return parts;
  const script = modifierScripts.get(modifierText.toLowerCase());
  if (script !== undefined && parts.script === undefined) return { ...parts, script };
  if (parts.modifier !== undefined || !/^[A-Za-z0-9]+$/.test(modifierText)) return undefined;
  return { ...parts, modifier: modifierSpellings.get(modifierText.toLowerCase()) ?? modifierText };
}

function splitAndroid(text: string): LanguageParts | undefined {
  if (text.startsWith("b+")) return modernLanguage(classify(text.slice(2).split("+")));
  // `values-car` is the resources of a car's screen; Carib is `values-b+car`.
  const match = /^(?<language>(?!car$)[a-z]{2,3})(-r(?<country>[A-Z]{2}))?$/i.exec(text);
  if (match?.groups === undefined) return undefined;
  const { language = "", country } = match.groups;
  return modernLanguage(classify(country === undefined ? [language] : [language, country]));
}

function modernLanguage(parts: LanguageParts | undefined): LanguageParts | undefined {
  return parts && { ...parts, language: withdrawnLanguages.get(parts.language) ?? parts.language };
}

/** Tells by their form what the parts are, and gives each its proper case. */
function classify(pieces: readonly string[]): LanguageParts | undefined {
  const rest = [...pieces];
  const language = rest.shift()?.toLowerCase();
  if (language === undefined || !/^[a-z]{2,3}$/.test(language)) return undefined;
  const script = /^[a-z]{4}$/i.test(rest[0] ?? "") ? capitalised(rest.shift()) : undefined;
  const country = /^([a-z]{2}|\d{3})$/i.test(rest[0] ?? "") ? rest.shift()?.toUpperCase() : undefined;
  const modifier = modifierSpellings.get(rest.at(-1)?.toLowerCase() ?? "");
  if (modifier !== undefined) rest.pop();
  // BCP 47 §2.2.5: a variant has five to eight letters or digits, or four that begin with a digit.
  if (!rest.every((piece) => /^([a-z0-9]{5,8}|\d[a-z0-9]{3})$/i.test(piece))) return undefined;
  return { language, script, country, variants: rest.map((piece) => piece.toLowerCase()), modifier };
}

function capitalised(text: string | undefined): string | undefined {
  return text && text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

function inverse(map: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...map].map(([key, value]) => [value, key]));
}
