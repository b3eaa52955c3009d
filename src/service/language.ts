import type { Selectable } from "kysely";
import { aliases } from "../catalog/language-names.ts";
import { allLanguages, findLanguage, type LanguageDefinition } from "../catalog/languages.ts";
import { insertAll } from "../store/bulk.ts";
import type { Queries } from "../store/database.ts";
import type { LanguageTable } from "../store/tables.ts";

export type LanguageRecord = Selectable<LanguageTable>;

type NewLanguage = Omit<LanguageRecord, "id">;

/** Puts the languages of the catalogue that the database lacks into it. */
export async function seedLanguages(queries: Queries): Promise<void> {
  const known = new Set((await queries.selectFrom("language").select("code").execute()).map(({ code }) => code));
  const missing = allLanguages()
    .filter(({ code }) => !known.has(code))
    .map(languageRow);
  await insertAll(queries, missing, (batch) => queries.insertInto("language").values(batch));
}

function languageRow(language: LanguageDefinition): NewLanguage {
  return {
    code: language.code,
    name: language.name,
    direction: language.direction,
    plural_number: language.plural.number,
    plural_formula: language.plural.formula,
    population: 0,
    aliases: JSON.stringify(
      Object.entries(aliases)
        .filter(([, code]) => code === language.code)
        .map(([alias]) => alias),
    ),
  };
}

/** By the service's own code alone, as the API wants it (probe §8). */
export async function languageByCode(queries: Queries, code: string): Promise<LanguageRecord | undefined> {
  return queries.selectFrom("language").selectAll().where("code", "=", code).executeTakeFirst();
}

/** The language that a code in a file's name means (`pt-BR`, `zh_CN`); one that nobody knows is added. */
export async function languageOfFile(queries: Queries, code: string): Promise<LanguageRecord> {
  const own = await languageByCode(queries, code);
  if (own !== undefined) return own;
  const known = findLanguage(code);
  const row: NewLanguage =
    known === undefined
      ? {
          code,
          name: `${code} (generated)`,
          direction: "ltr",
          plural_number: 2,
          plural_formula: "n != 1",
          population: 0,
          aliases: "[]",
        }
      : languageRow(known);
  const existing = await languageByCode(queries, row.code);
  return existing ?? queries.insertInto("language").values(row).returningAll().executeTakeFirstOrThrow();
}
