import type { Language } from "../../contract/resources/language.ts";
import type { LanguageRecord } from "../language.ts";
import { address, page } from "./address.ts";

export function representLanguage(language: LanguageRecord, origin: string): Language {
  const aliases: string[] = JSON.parse(language.aliases);
  return {
    id: language.id,
    code: language.code,
    name: language.name,
    plural: {
      id: language.id,
      source: 0,
      number: language.plural_number,
      formula: language.plural_formula,
      type: pluralType(language),
    },
    aliases,
    direction: language.direction,
    population: language.population,
    url: address.language(origin, language.code),
    web_url: page.language(origin, language.code),
    statistics_url: `${address.language(origin, language.code)}statistics/`,
  };
}

/** The service's number of a plural rule, for the common ones; 666 is its "unknown". */
const pluralTypes: Readonly<Record<string, number>> = {
  "0": 0,
  "n != 1": 1,
  "n > 1": 2,
  "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2": 22,
};

function pluralType({ plural_formula: formula }: LanguageRecord): number {
  return pluralTypes[formula] ?? 666;
}
