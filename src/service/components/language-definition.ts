import { findLanguage } from "../../catalog/languages.ts";
import { pluralFault, tidyFormula } from "../../catalog/plural-rule.ts";
import { defined } from "../../core/defined.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { LanguageRecord } from "../../store/tables.ts";
import { invalid, refused } from "../../http-api/refusal.ts";
import type { Service } from "../service.ts";

/** What a language's editor says; members that are missing stay as they are. */
export interface LanguageChange {
  readonly name?: string | undefined;
  /** Empty: from the script that the language is written in. */
  readonly direction?: "" | "ltr" | "rtl" | undefined;
  readonly plural?: { readonly number: number; readonly formula: string } | undefined;
  readonly population?: number | undefined;
  readonly aliases?: readonly string[] | undefined;
}

export interface NewLanguage extends LanguageChange {
  readonly code: string;
  readonly name: string;
  readonly plural: { readonly number: number; readonly formula: string };
}

/** Languages of the catalogue that somebody removed: the next start does not bring them back. */
const REMOVED = "removed_languages";

export async function removedLanguages(queries: Queries): Promise<readonly string[]> {
  const row = await queries.selectFrom("setting").select("value").where("name", "=", REMOVED).executeTakeFirst();
  const codes: readonly string[] = JSON.parse(row?.value ?? "[]");
  return codes;
}

async function noteRemoved(queries: Queries, codes: readonly string[]): Promise<void> {
  const value = JSON.stringify(codes);
  await queries
    .insertInto("setting")
    .values({ name: REMOVED, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** @throws 400 where the code is taken, the plural rule is none, or an alias belongs to another language */
export async function addLanguageDefinition(service: Service, language: NewLanguage): Promise<LanguageRecord> {
  const columns = columnsOf(language, language.code);
  return inTransaction(service.database, async (queries) => {
    const taken = await queries
      .selectFrom("language")
      .select("id")
      .where("code", "=", language.code)
      .executeTakeFirst();
    if (taken !== undefined) throw invalid("code", "Language with this language code already exists.", "unique");
    await assertAliases(queries, columns.aliases);
    const removed = await removedLanguages(queries);
    if (removed.includes(language.code)) {
      await noteRemoved(
        queries,
        removed.filter((code) => code !== language.code),
      );
    }
    return queries
      .insertInto("language")
      .values({
        direction: directionOf("", language.code),
        population: 0,
        aliases: "[]",
        ...columns,
        code: language.code,
        name: language.name,
        plural_number: language.plural.number,
        plural_formula: tidyFormula(language.plural.formula),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Files and strings that are there keep their plural forms until they are read again. @throws 400 */
export async function changeLanguage(
  service: Service,
  language: LanguageRecord,
  change: LanguageChange,
): Promise<LanguageRecord> {
  const columns = columnsOf(change, language.code);
  return inTransaction(service.database, async (queries) => {
    await assertAliases(queries, columns.aliases, language.id);
    return queries
      .updateTable("language")
      .set({ ...columns, id: language.id })
      .where("id", "=", language.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Removes a language for good. The real service takes all translations of it along, whoever they belong to; their files would
 * bring it back. Here it has to be out of use.
 * @throws 409 while something is in that language
 */
export async function removeLanguage(service: Service, language: LanguageRecord): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    const uses = await usesOf(queries, language.id);
    if (uses !== undefined) {
      const detail = `The language is in use by ${uses}: remove them first.`;
      throw refused(409, "in_use", detail);
    }
    await queries.deleteFrom("language").where("id", "=", language.id).execute();
    await noteRemoved(queries, [...new Set([...(await removedLanguages(queries)), language.code])]);
  });
}

async function usesOf(queries: Queries, language: number): Promise<string | undefined> {
  const places = [
    ["translation", "language_id", "translations"],
    ["component", "source_language_id", "components"],
    ["project", "source_language_id", "projects"],
  ] as const;
  for (const [table, column, words] of places) {
    const used = await queries.selectFrom(table).select("id").where(column, "=", language).executeTakeFirst();
    if (used !== undefined) return words;
  }
  return undefined;
}

function columnsOf(change: LanguageChange, code: string) {
  const { name, direction, plural, population, aliases } = change;
  if (plural !== undefined) assertPlural(plural);
  return {
    ...defined({ name }),
    ...(direction !== undefined && { direction: directionOf(direction, code) }),
    ...(plural !== undefined && { plural_number: plural.number, plural_formula: tidyFormula(plural.formula) }),
    ...defined({ population }),
    ...(aliases !== undefined && { aliases: JSON.stringify([...new Set(aliases.map(normalAlias))].sort()) }),
  };
}

function assertPlural(plural: { readonly number: number; readonly formula: string }): void {
  const fault = pluralFault({ number: plural.number, formula: tidyFormula(plural.formula) });
  if (fault !== undefined) throw invalid(`plural.${fault.part}`, fault.reason);
}

function directionOf(direction: "" | "ltr" | "rtl", code: string): "ltr" | "rtl" {
  return direction === "" ? (findLanguage(code)?.direction ?? "ltr") : direction;
}

/** Aliases are compared without regard to case, and to which of `-` and `_` stands between their parts. */
export function normalAlias(code: string): string {
  return code.toLowerCase().replaceAll("-", "_");
}

/** One code means one language. @param json the aliases as they are stored */
async function assertAliases(queries: Queries, json: string | undefined, language = 0): Promise<void> {
  if (json === undefined || json === "[]") return;
  const wanted = aliasesIn(json);
  const others = await queries.selectFrom("language").select(["code", "aliases"]).where("id", "!=", language).execute();
  for (const { code, aliases } of others) {
    const taken = wanted.find((alias) => alias === normalAlias(code) || aliasesIn(aliases).includes(alias));
    if (taken !== undefined) throw invalid("aliases", `“${taken}” is the language “${code}” already.`, "unique");
  }
}

/** The codes in a stored list. */
export function aliasesIn(json: string): readonly string[] {
  const list: readonly string[] = JSON.parse(json);
  return list;
}
