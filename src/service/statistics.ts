import { emptyCounters } from "./counters.ts";
import { sql } from "kysely";
import { contentActions } from "./actions.ts";
import type { Counters } from "./representation/translation.ts";
import type { Service } from "./service.ts";
import type { TranslationRecord } from "./unit-edit.ts";

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

/** Sums the counters of translations; no strings are looked at. */
export function sumCounters(translations: readonly TranslationRecord[]): Counters {
  const sums = {
    ...emptyCounters(),
    last_change: translations
      .map((translation) => translation.last_change)
      .filter((time) => time !== null)
      .reduce<string | null>((latest, time) => (latest === null || time > latest ? time : latest), null),
  };
  for (const translation of translations) for (const name of summed) sums[name] += translation[name];
  return sums;
}

const SIX_HOURS = 6 * 3600 * 1000;

/** Changes of content in the six hours up to each translation's last change (facts §4): translation id → number. */
export async function recentChanges(
  service: Service,
  translations: readonly TranslationRecord[],
): Promise<Map<number, number>> {
  const times = translations.map((translation) => translation.last_change).filter((time) => time !== null);
  if (times.length === 0) return new Map();
  const earliest = new Date(Math.min(...times.map((time) => Date.parse(time))) - SIX_HOURS).toISOString();
  const rows = await service.database
    .selectFrom("change")
    .innerJoin("translation", "translation.id", "change.translation_id")
    .select(["translation.id", sql<number>`count(*)`.as("changes")])
    .where("translation.id", "in", [0, ...translations.map(({ id }) => id)])
    .where("change.timestamp", ">=", earliest)
    .where("change.action", "in", [...contentActions])
    .groupBy("translation.id")
    .execute();
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}
