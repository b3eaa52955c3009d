import { z } from "zod";
import { count, link, text } from "../fields.ts";

/** Counting rules: facts §4. */
export const Statistics = z.looseObject({
  total: z.number(),
  total_words: count,
  total_chars: count,
  translated: z.number(),
  translated_words: count,
  translated_chars: count,
  translated_percent: z.number(),
  translated_words_percent: count,
  translated_chars_percent: count,
  fuzzy: count,
  fuzzy_words: count,
  fuzzy_chars: count,
  fuzzy_percent: count,
  fuzzy_words_percent: count,
  fuzzy_chars_percent: count,
  failing: count,
  failing_percent: count,
  approved: count,
  approved_words: count,
  approved_chars: count,
  approved_percent: count,
  approved_words_percent: count,
  approved_chars_percent: count,
  readonly: count,
  readonly_words: count,
  readonly_chars: count,
  readonly_percent: count,
  readonly_words_percent: count,
  readonly_chars_percent: count,
  suggestions: count,
  comments: count,
  recent_changes: count,
  last_change: text,
  name: text,
  code: text,
  url: link,
  url_translate: link,
  translate_url: link,
});
export type Statistics = z.output<typeof Statistics>;

/** A row of a component's statistics; the specification's short form (`language`, `words_percent`) is part of it. */
export const LanguageStatistics = Statistics.extend({ language: text, words_percent: count });
export type LanguageStatistics = z.output<typeof LanguageStatistics>;
