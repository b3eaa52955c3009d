import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, link, percent, text } from "../fields.ts";

/** Counting rules: facts §4. */
export const Statistics = lazy(() =>
  z
    .looseObject({
      total: z.int(),
      total_words: count,
      total_chars: count,
      translated: z.int(),
      translated_words: count,
      translated_chars: count,
      translated_percent: z.number(),
      translated_words_percent: percent,
      translated_chars_percent: percent,
      fuzzy: count,
      fuzzy_words: count,
      fuzzy_chars: count,
      fuzzy_percent: percent,
      fuzzy_words_percent: percent,
      fuzzy_chars_percent: percent,
      failing: count,
      failing_percent: percent,
      approved: count,
      approved_words: count,
      approved_chars: count,
      approved_percent: percent,
      approved_words_percent: percent,
      approved_chars_percent: percent,
      readonly: count,
      readonly_words: count,
      readonly_chars: count,
      readonly_percent: percent,
      readonly_words_percent: percent,
      readonly_chars_percent: percent,
      suggestions: count,
      comments: count,
      recent_changes: count,
      last_change: text,
      name: text,
      code: text,
      url: link,
      url_translate: link,
      translate_url: link,
    })
    .meta({ id: "Statistics" }),
);
export type Statistics = Value<typeof Statistics>;

/** Statistics of a translation, also as a row of its component's; the specification's short form (`language`, `words_percent`) is part of it. */
export const LanguageStatistics = lazy(() =>
  Statistics().extend({ language: text, words_percent: percent }).meta({
    id: "LanguageStatistics",
  }),
);
export type LanguageStatistics = Value<typeof LanguageStatistics>;
