import { aliases, languageNames, modifierNames, regionNames, scriptNames, wholeNames } from "./language-names.ts";
import { pluralFamilies } from "./language-families.ts";

/** Plural rule of a language as gettext writes it: `nplurals={number}; plural={formula};`. */
export interface PluralRule {
  readonly number: number;
  readonly formula: string;
}

export interface LanguageDefinition {
  /** The service's form: `cs`, `pt_BR`, `zh_Hans`, `ca@valencia`. */
  readonly code: string;
  /** English, as the service names it: `Portuguese (Brazil)`, `Chinese (Simplified Han script)`. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  readonly plural: PluralRule;
}

/** All languages that come with the service, by code. */
export function allLanguages(): readonly LanguageDefinition[] {
  return [...definitions().values()];
}

/**
 * The language that a code means, in whatever spelling: the service's, BCP 47 (`zh-CN`), POSIX (`cs_CZ.UTF-8`,
 * `sr@latin`), Android (`pt-rBR`, `b+sr+Latn`) or an older one (`iw`, `no`). Undefined for a code nobody knows.
 */
export function findLanguage(code: string): LanguageDefinition | undefined {
  const known = definitions().get(code);
  if (known !== undefined) return known;
  const normal = normalise(code);
  const exact = byNormalCode().get(normal);
  return exact ?? likelyLanguage(normal);
}

/** `nplurals=2; plural=n != 1;` — the value of a PO file's `Plural-Forms` header. */
export function pluralForms({ number, formula }: PluralRule): string {
  return `nplurals=${String(number)}; plural=${formula};`;
}

let listed: ReadonlySet<string> | undefined;

/** Whether a code, spelled as the service does, is of a language that comes with it. Opens no tables of CLDR. */
export function isServiceLanguage(code: string): boolean {
  listed ??= new Set(pluralFamilies.flatMap(({ languages }) => codesIn(languages)));
  return listed.has(code);
}

let definitionsByCode: ReadonlyMap<string, LanguageDefinition> | undefined;
let definitionsByNormalCode: ReadonlyMap<string, LanguageDefinition> | undefined;

function definitions(): ReadonlyMap<string, LanguageDefinition> {
  definitionsByCode ??= new Map(
    pluralFamilies
      .flatMap(({ number, formula, languages }) => codesIn(languages).map((code) => define(code, { number, formula })))
      .toSorted((one, other) => (one.code < other.code ? -1 : 1))
      .map((definition) => [definition.code, definition]),
  );
  return definitionsByCode;
}

function codesIn(languages: string): readonly string[] {
  return languages.trim().split(/\s+/);
}

/** Codes in lower case, and the aliases that no rule of Unicode's gives. */
function byNormalCode(): ReadonlyMap<string, LanguageDefinition> {
  if (definitionsByNormalCode !== undefined) return definitionsByNormalCode;
  const known = definitions();
  const normal = new Map([...known.values()].map((definition) => [definition.code.toLowerCase(), definition]));
  for (const [alias, code] of Object.entries(aliases)) {
    const definition = known.get(code);
    if (definition !== undefined) normal.set(alias, definition);
  }
  definitionsByNormalCode = normal;
  return normal;
}

/** Most who ask want the plural rule: CLDR is opened for a name or a direction when somebody reads it. */
function define(code: string, plural: PluralRule): LanguageDefinition {
  let name: string | undefined;
  let direction: LanguageDefinition["direction"] | undefined;
  return {
    code,
    get name() {
      return (name ??= nameOf(code));
    },
    get direction() {
      return (direction ??= directionOf(code));
    },
    plural,
  };
}

interface CodeParts {
  readonly language: string;
  readonly script: string | undefined;
  readonly region: string | undefined;
  readonly modifier: string | undefined;
}

const PARTS = /^([a-z]{2,8})(?:_([a-z]{4}))?(?:_([a-z]{2}|\d{3}))?(?:@([a-z]+))?$/i;

function partsOf(code: string): CodeParts | undefined {
  const match = PARTS.exec(code);
  if (match === null) return undefined;
  const [, language = "", script, region, modifier] = match;
  return {
    language: language.toLowerCase(),
    script: script === undefined ? undefined : script.slice(0, 1).toUpperCase() + script.slice(1).toLowerCase(),
    region: region?.toUpperCase(),
    modifier: modifier?.toLowerCase(),
  };
}

const inEnglish = { fallback: "none", languageDisplay: "standard" } as const;
const displayNames: Partial<Record<"language" | "script" | "region", Intl.DisplayNames>> = {};

/** CLDR's name. Its tables take ten milliseconds to open: not before a name is asked for. */
function displayName(type: "language" | "script" | "region", code: string): string | undefined {
  return (displayNames[type] ??= new Intl.DisplayNames("en", { type, ...inEnglish })).of(code);
}

/** `Serbian (Latin script)`; a name that has brackets itself takes the rest inside: `Kurdish (Central, Iraq)`. */
function nameOf(code: string): string {
  const whole = wholeNames[code];
  const parts = partsOf(code);
  if (whole !== undefined || parts === undefined) return whole ?? code;
  const { language, script, region, modifier } = parts;
  const base = languageNames[language] ?? displayName("language", language) ?? language;
  const details = [
    script && `${scriptNames[script] ?? displayName("script", script) ?? script} script`,
    region && (regionNames[region] ?? displayName("region", region) ?? region),
    modifier && (modifierNames[modifier] ?? modifier),
  ].filter((detail) => detail !== undefined);
  if (details.length === 0) return base;
  return base.endsWith(")") ? `${base.slice(0, -1)}, ${details.join(", ")})` : `${base} (${details.join(", ")})`;
}

const rightToLeftScripts = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

function directionOf(code: string): "ltr" | "rtl" {
  const script = localeOf(code)?.maximize().script;
  return script !== undefined && rightToLeftScripts.has(script) ? "rtl" : "ltr";
}

function localeOf(code: string): Intl.Locale | undefined {
  const parts = partsOf(code);
  if (parts === undefined) return undefined;
  const { language, script, region } = parts;
  try {
    return new Intl.Locale([language, script, region].filter((part) => part !== undefined).join("-"));
  } catch {
    return undefined;
  }
}

/** POSIX modifiers that name a script. */
const scriptModifiers: Readonly<Record<string, string>> = {
  arabic: "arab",
  cyrillic: "cyrl",
  cyrl: "cyrl",
  devanagari: "deva",
  latin: "latn",
  latn: "latn",
};

/** Lower case, `_` between the parts, the script where BCP 47 has it. */
function normalise(code: string): string {
  const posix = code
    .trim()
    .replace(/^b\+/i, "")
    .replaceAll(/[-+]/g, "_")
    .replace(/\.[\w-]+(?=@|$)/, "")
    .toLowerCase();
  const android = posix.replace(/_r([a-z]{2})$/, "_$1");
  const [, language, rest = "", modifier = ""] = /^([a-z]{2,8})((?:_[a-z\d]+)*)@([a-z]+)$/.exec(android) ?? [];
  const script = scriptModifiers[modifier];
  return language === undefined || script === undefined ? android : `${language}_${script}${rest}`;
}

/** Leaves out what is likely anyway (`cs_CZ` is `cs`, `zh_TW` is `zh_Hant`) and reads older codes as Unicode does. */
function likelyLanguage(normal: string): LanguageDefinition | undefined {
  const locale = localeOf(normal);
  if (locale === undefined) return undefined;
  const full = locale.maximize();
  const { language, script, region } = full;
  const candidates = [
    [language, locale.script, locale.region],
    [language, locale.region],
    ...(locale.script === undefined && isLikely(full, [language]) ? [[language]] : []),
    [language, script, region],
    [language, region],
    ...(isLikely(full, [language, script]) ? [[language, script]] : []),
    ...(isLikely(full, [language]) ? [[language]] : []),
  ];
  for (const candidate of candidates) {
    const code = candidate.filter((part) => part !== undefined).join("_");
    const found = byNormalCode().get(code.toLowerCase());
    if (found !== undefined && isLikely(full, localeParts(found))) return found;
  }
  return undefined;
}

function localeParts({ code }: LanguageDefinition): readonly (string | undefined)[] {
  const parts = partsOf(code);
  return parts === undefined ? [] : [parts.language, parts.script, parts.region];
}

/** Whether the parts alone mean the same language, script and region. */
function isLikely(full: Intl.Locale, parts: readonly (string | undefined)[]): boolean {
  const maximized = localeOf(parts.filter((part) => part !== undefined).join("_"))?.maximize();
  return maximized?.script === full.script && maximized?.region === full.region;
}
