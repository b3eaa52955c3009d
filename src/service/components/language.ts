import { setImmediate } from "node:timers/promises";
import { aliases } from "../../catalog/language-names.ts";
import { populationOf } from "../../catalog/language-populations.ts";
import { allLanguages, findLanguage, type LanguageDefinition } from "../../catalog/languages.ts";
import { batches, insertAll } from "../../store/bulk.ts";
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

/** So many codes are looked up before others are answered. */
const LOOKED_UP_AT_ONCE = 50;

/**
 * The languages that codes in files' names mean: what the project says that one means, the language's own code or one of its
 * aliases, and else what the code says in any usual spelling (`pt-BR`, `zh_CN`). Those that nobody knows are added. All are asked for
 * together: an archive may have twenty thousand.
 * @param projectAliases code in files → code of the language (`language_aliases` of the project)
 * @returns by the codes in files
 */
export async function languagesOfFiles(
  queries: Queries,
  codes: ReadonlySet<string>,
  projectAliases: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, LanguageRecord>> {
  const meant = new Map([...codes].map((code) => [code, projectAliases.get(code) ?? code]));
  const known = new Map(await languagesByCode(queries, [...meant.values()]));
  const isUnknown = (code: string): boolean => !known.has(code);
  if ([...meant.values()].some(isUnknown)) {
    const byAlias = await languagesByAlias(queries);
    for (const code of [...meant.values()].filter(isUnknown)) {
      const language = byAlias.get(normalAlias(code));
      if (language !== undefined) known.set(code, language);
    }
  }
  const rows = new Map<string, NewLanguage>();
  for (const [index, code] of [...meant.values()].filter(isUnknown).entries()) {
    if (index % LOOKED_UP_AT_ONCE === 0) await setImmediate();
    const language = findLanguage(code);
    rows.set(code, language === undefined ? unknownLanguage(code) : languageRow(language));
  }
  const wanted = [...rows.values()].map(({ code }) => code);
  const present = await languagesByCode(queries, wanted);
  const added = new Map([...rows.values()].filter(({ code }) => !present.has(code)).map((row) => [row.code, row]));
  if (added.size > 0) {
    await insertAll(queries, [...added.values()], (batch) =>
      queries
        .insertInto("language")
        .values(batch)
        .onConflict((conflict) => conflict.column("code").doNothing()),
    );
  }
  const all = added.size === 0 ? present : await languagesByCode(queries, wanted);
  for (const [code, row] of rows) {
    const language = all.get(row.code);
    if (language !== undefined) known.set(code, language);
  }
  return new Map([...meant].flatMap(([code, own]) => [[code, known.get(own)] as const]).filter(isFound));
}

function isFound(entry: readonly [string, LanguageRecord | undefined]): entry is [string, LanguageRecord] {
  return entry[1] !== undefined;
}

async function languagesByCode(
  queries: Queries,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LanguageRecord>> {
  const found = new Map<string, LanguageRecord>();
  for (const some of batches([...new Set(codes)])) {
    const rows = await queries.selectFrom("language").selectAll().where("code", "in", some).execute();
    for (const row of rows) found.set(row.code, row);
  }
  return found;
}

/** Those that nobody knew have none. */
async function languagesByAlias(queries: Queries): Promise<ReadonlyMap<string, LanguageRecord>> {
  const rows = await queries.selectFrom("language").selectAll().where("aliases", "!=", "[]").orderBy("id").execute();
  // Of two the first counts.
  return new Map(rows.toReversed().flatMap((row) => aliasesIn(row.aliases).map((alias) => [alias, row] as const)));
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
