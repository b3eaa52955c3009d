import { aliases } from "../../catalog/language-names.ts";
import { populationOf } from "../../catalog/language-populations.ts";
import { allLanguages, findLanguage, type LanguageDefinition } from "../../catalog/languages.ts";
import { insertAll } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import type { LanguageRecord, TranslationRecord } from "../../store/tables.ts";
import { invalid } from "../../http-api/refusal.ts";
import { aliasesIn, normalAlias, removedLanguages } from "./language-definition.ts";

type NewLanguage = Omit<LanguageRecord, "id">;

/** Puts the languages of the catalogue that the database lacks into it, but for those that somebody removed. */
export async function seedLanguages(queries: Queries): Promise<void> {
  const known = new Set([
    ...(await queries.selectFrom("language").select("code").execute()).map(({ code }) => code),
    ...(await removedLanguages(queries)),
  ]);
  const missing = allLanguages().filter(({ code }) => !known.has(code));
  await insertAll(queries, missing.map(languageRow), (batch) => queries.insertInto("language").values(batch));
}

/** Other spellings of each code. */
const spellings = Map.groupBy(Object.keys(aliases), (alias) => aliases[alias]);

function languageRow(language: LanguageDefinition): NewLanguage {
  return {
    code: language.code,
    name: language.name,
    direction: language.direction,
    plural_number: language.plural.number,
    plural_formula: language.plural.formula,
    population: populationOf(language.code),
    aliases: JSON.stringify(spellings.get(language.code) ?? []),
  };
}

/** Which numbers the forms of a translation are for: as its file says, else as the language does. */
export function pluralFormulaOf({
  translation,
  language,
}: {
  readonly translation: Pick<TranslationRecord, "plural_formula">;
  readonly language: Pick<LanguageRecord, "plural_formula">;
}): string {
  return translation.plural_formula === "" ? language.plural_formula : translation.plural_formula;
}

/** By the service's own code alone, as the API wants it (probe §8). */
export async function languageByCode(queries: Queries, code: string): Promise<LanguageRecord | undefined> {
  return queries.selectFrom("language").selectAll().where("code", "=", code).executeTakeFirst();
}

/** The language that a request names, by its code or as an object that has one. @throws 400 on `field` */
export async function languageNamed(
  queries: Queries,
  field: string,
  wanted: string | { readonly code: string },
): Promise<LanguageRecord> {
  const code = typeof wanted === "string" ? wanted : wanted.code;
  const language = await languageByCode(queries, code);
  if (language === undefined) throw invalid(field, `Language with code "${code}" does not exist.`, "does_not_exist");
  return language;
}

/**
 * The language that a code in a file's name means: what the project says it means, the language's own code or one of its
 * aliases, and else what the code says in any usual spelling (`pt-BR`, `zh_CN`). One that nobody knows is added.
 * @param projectAliases code in files → code of the language (`language_aliases` of the project)
 */
export async function languageOfFile(
  queries: Queries,
  code: string,
  projectAliases: ReadonlyMap<string, string>,
): Promise<LanguageRecord> {
  const meant = projectAliases.get(code) ?? code;
  const named = (await languageByCode(queries, meant)) ?? (await languageByAlias(queries, meant));
  if (named !== undefined) return named;
  const known = findLanguage(meant);
  const row = known === undefined ? unknownLanguage(meant) : languageRow(known);
  const existing = await languageByCode(queries, row.code);
  return existing ?? queries.insertInto("language").values(row).returningAll().executeTakeFirstOrThrow();
}

async function languageByAlias(queries: Queries, code: string): Promise<LanguageRecord | undefined> {
  const alias = normalAlias(code);
  const candidates = await queries
    .selectFrom("language")
    .selectAll()
    // "_" matches every character, so this finds all that have it and some more.
    .where("aliases", "like", `%"${alias.replaceAll("%", "_")}"%`)
    .execute();
  return candidates.find(({ aliases: list }) => aliasesIn(list).includes(alias));
}

function unknownLanguage(code: string): NewLanguage {
  return {
    code,
    name: `${code} (generated)`,
    direction: "ltr",
    plural_number: 2,
    plural_formula: "n != 1",
    population: 0,
    aliases: "[]",
  };
}
