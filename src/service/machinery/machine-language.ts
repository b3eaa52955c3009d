import { languageTag } from "../../catalog/language-tag.ts";

/** What services call otherwise than CLDR does. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  "zh-hant": ["zt"],
  nb: ["no"],
  no: ["nb"],
  he: ["iw"],
  fil: ["tl"],
};
/** A language without a region, where a service has only regions: the one that most projects mean by it. */
const usualRegions: Readonly<Record<string, string>> = { pt: "pt-pt", en: "en-us" };

/**
 * The code by which a service knows a language; undefined: it does not. A region may be left away (`de_AT` is asked as `de`); a
 * script never, unless it is the one that the language is written in anyway: nobody who writes `zh_Hant` wants simplified signs.
 * @param offered codes of the service, in its own capitals
 */
export function machineLanguage(code: string, offered: readonly string[]): string | undefined {
  const known = new Map(offered.map((each) => [each.toLowerCase(), each]));
  for (const tag of candidates(code)) {
    const names = [tag, ...(otherNames[tag] ?? [])];
    const found = names.find((name) => known.has(name));
    if (found !== undefined) return known.get(found);
  }
  return undefined;
}

function candidates(code: string): readonly string[] {
  // What follows `@` is another way to write the language, a script at the least.
  if (code.includes("@")) return [];
  const tag = languageTag(code).toLowerCase();
  const own = localeOf(tag);
  if (own === undefined) return [tag];
  const { language } = own;
  const script = own.maximize().script?.toLowerCase() ?? "";
  const isUsualScript = localeOf(language)?.maximize().script?.toLowerCase() === script;
  const region = usualRegions[language];
  return [
    tag,
    `${language}-${script}`,
    ...(isUsualScript ? [language, ...(region === undefined ? [] : [region])] : []),
  ];
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
