import { percent } from "../../catalog/statistics.ts";
import { page } from "../representation/address.ts";
import type { TranslationParts } from "../representation/translation.ts";

/** A row of `/exports/stats/` (specification 2, "Exports and feeds"). */
export function exportedStatistics(parts: TranslationParts, origin: string) {
  const { translation, language, projectSlug, componentPath, lastAuthor } = parts;
  const place = [origin, projectSlug, componentPath, language.code] as const;
  const { total } = translation;
  return {
    code: language.code,
    name: language.name,
    total,
    total_words: translation.total_words,
    translated: translation.translated,
    translated_percent: total === 0 ? 100 : percent(translation.translated, total),
    translated_words: translation.translated_words,
    fuzzy: translation.fuzzy,
    fuzzy_percent: percent(translation.fuzzy, total),
    failing: translation.failing,
    failing_percent: percent(translation.failing, total),
    last_change: translation.last_change,
    last_author: lastAuthor,
    url: page.translation(...place),
    url_translate: page.translate(...place),
  };
}
