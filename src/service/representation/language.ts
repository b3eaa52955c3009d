import { pluralType } from "../../catalog/plural-rule.ts";
import type { Language } from "../../contract/resources/language.ts";
import type { LanguageRecord } from "../../store/tables.ts";
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
      type: pluralType({ number: language.plural_number, formula: language.plural_formula }),
    },
    aliases,
    direction: language.direction,
    population: language.population,
    url: address.language(origin, language.code),
    web_url: page.language(origin, language.code),
    statistics_url: `${address.language(origin, language.code)}statistics/`,
  };
}
