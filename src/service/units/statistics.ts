import type { ExpressionBuilder, SelectQueryBuilder } from "kysely";
import type { Tables } from "../../store/tables.ts";
import { contentActions } from "../changes/actions.ts";
import type { Counters } from "../representation/translation.ts";
import type { Service } from "../service.ts";
import { emptyCounters } from "./counters.ts";

// Statistics are read from the counters of translations and from their changes; no strings are looked at.

/** Counters of one or several translations. */
export interface Sums extends Counters {
  /** Changes of content in the six hours up to each translation's last one (facts §4). */
  readonly recent_changes: number;
}

const summed = [
  "total",
  "total_words",
  "total_chars",
  "translated",
  "translated_words",
  "translated_chars",
  "fuzzy",
  "fuzzy_words",
  "fuzzy_chars",
  "approved",
  "approved_words",
  "approved_chars",
  "readonly",
  "readonly_words",
  "readonly_chars",
  "failing",
  "suggestions",
  "comments",
] as const;

/** Translations to be summed: a query that only chooses them. */
export type ChosenTranslations = SelectQueryBuilder<Tables, "translation", object>;

export async function sumOf(translations: ChosenTranslations): Promise<Sums> {
  const sums = await translations.select(sumColumns).executeTakeFirst();
  return { ...complete(sums), recent_changes: await recentIn(translations) };
}

/** Language id → sums over the translations in that language. */
export async function sumsByLanguage(translations: ChosenTranslations): Promise<Map<number, Sums>> {
  const rows = await translations
    .select("translation.language_id")
    .select(sumColumns)
    .groupBy("translation.language_id")
    .execute();
  const recent = await recentByLanguage(translations);
  return new Map(
    rows.map(({ language_id: language, ...sums }) => [
      language,
      { ...complete(sums), recent_changes: recent.get(language) ?? 0 },
    ]),
  );
}

function sumColumns({ fn }: ExpressionBuilder<Tables, "translation">) {
  return [
    ...summed.map((name) => fn.sum<number | null>(`translation.${name}`).as(name)),
    fn.max("translation.last_change").as("last_change"),
  ] as const;
}

type Nullable<T> = { readonly [Name in keyof T]: T[Name] | null };

/** The sum of nothing is null in SQL. */
function complete(sums: Partial<Nullable<Counters>> | undefined): Counters {
  const filled = { ...emptyCounters(), last_change: sums?.last_change ?? null };
  for (const name of summed) filled[name] = sums?.[name] ?? 0;
  return filled;
}

function recentOf(translations: ChosenTranslations) {
  return translations
    .innerJoin("change", "change.translation_id", "translation.id")
    .whereRef("change.timestamp", ">", "translation.recent_since")
    .where("change.action", "in", [...contentActions]);
}

async function recentIn(translations: ChosenTranslations): Promise<number> {
  const row = await recentOf(translations)
    .select(({ fn }) => fn.countAll<number>().as("changes"))
    .executeTakeFirst();
  return row?.changes ?? 0;
}

async function recentByLanguage(translations: ChosenTranslations): Promise<Map<number, number>> {
  const rows = await recentOf(translations)
    .select(["translation.language_id", ({ fn }) => fn.countAll<number>().as("changes")])
    .groupBy("translation.language_id")
    .execute();
  return new Map(rows.map((row) => [row.language_id, row.changes]));
}

/** Recent changes of each translation: id → number. */
export async function recentChanges(
  service: Service,
  translations: readonly { readonly id: number }[],
): Promise<Map<number, number>> {
  const ids = translations.map(({ id }) => id);
  const rows = await recentOf(service.database.selectFrom("translation").where("translation.id", "in", [0, ...ids]))
    .select(["translation.id", ({ fn }) => fn.countAll<number>().as("changes")])
    .groupBy("translation.id")
    .execute();
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}
