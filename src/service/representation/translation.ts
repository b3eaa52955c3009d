import { percent } from "../../catalog/statistics.ts";
import type { Component } from "../../contract/resources/component.ts";
import type { Language } from "../../contract/resources/language.ts";
import type { LanguageStatistics, Statistics } from "../../contract/resources/statistics.ts";
import type { Translation } from "../../contract/resources/translation.ts";
import { defined } from "../../core/defined.ts";
import type { TranslationRecord, LanguageRecord } from "../../store/tables.ts";
import { address, page } from "./address.ts";

/** A translation and the objects its representation shows. */
export interface TranslationParts {
  readonly translation: TranslationRecord;
  readonly language: LanguageRecord;
  readonly projectSlug: string;
  readonly componentPath: string;
  readonly templateRevision: string;
  /** Whether strings are reviewed: then nothing less than approved is complete. */
  readonly reviewed: boolean;
  readonly lastAuthor: string | null;
}

export function representTranslation(
  parts: TranslationParts,
  { component, language }: { readonly component: Component | undefined; readonly language: Language },
  origin: string,
): Translation {
  const { translation, projectSlug, componentPath } = parts;
  const place = [origin, projectSlug, componentPath, language.code] as const;
  const url = address.translation(...place);
  return {
    id: translation.id,
    ...defined({ component }),
    language,
    language_code: translation.language_code,
    filename: translation.filename,
    revision: revisionOf(parts),
    is_template: translation.is_template === 1,
    is_source: translation.is_source === 1,
    total: translation.total,
    total_words: translation.total_words,
    translated: translation.translated,
    translated_words: translation.translated_words,
    translated_percent: share(translation.translated, translation.total, !parts.reviewed),
    fuzzy: translation.fuzzy,
    fuzzy_words: translation.fuzzy_words,
    fuzzy_percent: percent(translation.fuzzy, translation.total),
    failing_checks: translation.failing,
    failing_checks_words: translation.failing_words,
    failing_checks_percent: percent(translation.failing, translation.total),
    have_suggestion: translation.suggestions,
    have_comment: translation.comments,
    last_change: translation.last_change,
    last_author: parts.lastAuthor,
    share_url: `${origin}/engage/${projectSlug}/-/${encodeURIComponent(language.code)}/`,
    translate_url: page.translate(...place),
    web_url: page.translation(...place),
    url,
    repository_url: `${url}repository/`,
    file_url: `${url}file/`,
    statistics_url: `${url}statistics/`,
    changes_list_url: `${url}changes/`,
    units_list_url: `${url}units/`,
    announcements_url: `${url}announcements/`,
  };
}

/** Blob id of the file, with a template `<file>,<template>` (probe §1). */
function revisionOf({ translation, templateRevision }: TranslationParts): string {
  if (translation.revision === "" || templateRevision === "") return translation.revision;
  return `${translation.revision},${templateRevision}`;
}

/** @param complete whether it is what a finished translation has all of: of nothing, that is all (facts §4) */
function share(part: number, total: number, complete: boolean): number {
  return total === 0 && complete ? 100 : percent(part, total);
}

/** Counters as the database keeps them per translation; sums over translations have the same names. */
export type Counters = Pick<
  TranslationRecord,
  | "total"
  | "total_words"
  | "total_chars"
  | "translated"
  | "translated_words"
  | "translated_chars"
  | "fuzzy"
  | "fuzzy_words"
  | "fuzzy_chars"
  | "approved"
  | "approved_words"
  | "approved_chars"
  | "readonly"
  | "readonly_words"
  | "readonly_chars"
  | "failing"
  | "suggestions"
  | "comments"
  | "last_change"
>;

export interface StatisticsNames {
  readonly name: string;
  readonly code?: string;
  readonly url: string;
  readonly translateUrl?: string;
  /** Changes of content in the six hours up to the last one. */
  readonly recentChanges: number;
  /** Whether strings are reviewed: then nothing less than approved is complete. */
  readonly reviewed: boolean;
}

export function representStatistics(counters: Counters, names: StatisticsNames): Statistics {
  const done = (part: number, total: number): number => share(part, total, !names.reviewed);
  const passed = (part: number, total: number): number => share(part, total, names.reviewed);
  return {
    total: counters.total,
    total_words: counters.total_words,
    total_chars: counters.total_chars,
    last_change: counters.last_change,
    recent_changes: names.recentChanges,
    translated: counters.translated,
    translated_words: counters.translated_words,
    translated_chars: counters.translated_chars,
    translated_percent: done(counters.translated, counters.total),
    translated_words_percent: done(counters.translated_words, counters.total_words),
    translated_chars_percent: done(counters.translated_chars, counters.total_chars),
    fuzzy: counters.fuzzy,
    fuzzy_words: counters.fuzzy_words,
    fuzzy_chars: counters.fuzzy_chars,
    fuzzy_percent: percent(counters.fuzzy, counters.total),
    fuzzy_words_percent: percent(counters.fuzzy_words, counters.total_words),
    fuzzy_chars_percent: percent(counters.fuzzy_chars, counters.total_chars),
    failing: counters.failing,
    failing_percent: percent(counters.failing, counters.total),
    approved: counters.approved,
    approved_words: counters.approved_words,
    approved_chars: counters.approved_chars,
    approved_percent: passed(counters.approved, counters.total),
    approved_words_percent: passed(counters.approved_words, counters.total_words),
    approved_chars_percent: passed(counters.approved_chars, counters.total_chars),
    readonly: counters.readonly,
    readonly_words: counters.readonly_words,
    readonly_chars: counters.readonly_chars,
    readonly_percent: percent(counters.readonly, counters.total),
    readonly_words_percent: percent(counters.readonly_words, counters.total_words),
    readonly_chars_percent: percent(counters.readonly_chars, counters.total_chars),
    suggestions: counters.suggestions,
    comments: counters.comments,
    name: names.name,
    ...defined({ code: names.code }),
    url: names.url,
    ...(names.translateUrl !== undefined && { translate_url: names.translateUrl, url_translate: names.translateUrl }),
  };
}

/** A row of a component's statistics: the whole object, and the specification's short form in it. */
export function representTranslationStatistics(
  parts: TranslationParts,
  recentChanges: number,
  origin: string,
): LanguageStatistics {
  const { language, projectSlug, componentPath, translation } = parts;
  const place = [origin, projectSlug, componentPath, language.code] as const;
  const statistics = representStatistics(translation, {
    name: language.name,
    code: language.code,
    url: page.translation(...place),
    translateUrl: page.translate(...place),
    recentChanges,
    reviewed: parts.reviewed,
  });
  return { ...statistics, language: language.name, words_percent: statistics.translated_words_percent };
}
