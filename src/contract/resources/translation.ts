import * as z from "zod";
import { isRecord } from "../../core/json.ts";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, flag, link, percent, text } from "../fields.ts";
import { Component } from "./component.ts";
import { Language } from "./language.ts";

export const Translation = lazy(() =>
  z
    .looseObject({
      id: count,
      /** Left out in the list of one component. */
      component: Component().optional(),
      language: Language(),
      /** Code in the repository; may differ from `language.code`. */
      language_code: z.string(),
      filename: z.string(),
      /** Git blob id of the file, with a template `<file>,<template>` (probe §1). */
      revision: z.string(),
      is_template: flag,
      is_source: flag,
      total: z.int(),
      total_words: count,
      translated: z.int(),
      translated_words: count,
      translated_percent: z.number(),
      fuzzy: count,
      fuzzy_words: count,
      fuzzy_percent: percent,
      failing_checks: count,
      failing_checks_words: count,
      failing_checks_percent: percent,
      have_suggestion: count,
      have_comment: count,
      last_change: text,
      last_author: text,
      share_url: link,
      translate_url: link,
      web_url: link,
      url: z.string(),
      repository_url: link,
      file_url: z.string(),
      statistics_url: link,
      changes_list_url: link,
      units_list_url: link,
      announcements_url: link,
    })
    .meta({ id: "Translation" }),
);
export type Translation = Value<typeof Translation>;

/** What a run reads of the languages of a component: fifty thousand at once, which have thrice as many members. */
export const ListedTranslation = lazy(() => {
  const all = Translation();
  return all
    .pick({
      url: true,
      web_url: true,
      translate_url: true,
      file_url: true,
      changes_list_url: true,
      language_code: true,
      filename: true,
      revision: true,
      is_source: true,
      is_template: true,
      last_change: true,
      total: true,
      total_words: true,
      translated: true,
      translated_words: true,
      translated_percent: true,
      fuzzy: true,
      failing_checks: true,
    })
    .extend({ language: all.shape.language.pick({ code: true, name: true }).strip() })
    .strip();
});
export type ListedTranslation = Value<typeof ListedTranslation>;

/** The same of all components: each language repeats its component, which is read once. */
export const ListedWithComponent = lazy(() =>
  ListedTranslation().extend({ component: z.custom<WithUrl>(hasUrl, "expected a component with its url").optional() }),
);

interface WithUrl {
  readonly url: string;
}

function hasUrl(value: unknown): value is WithUrl {
  return isRecord(value) && typeof value["url"] === "string";
}

/** Adding a language: newer servers answer `data`, the specification says `result`; the embedded service sends both. */
export const AddedTranslation = lazy(() =>
  z.looseObject({ data: Translation().optional(), result: Translation().optional() }).meta({ id: "AddedTranslation" }),
);
export type AddedTranslation = Value<typeof AddedTranslation>;

/** Answer of an upload; `result` is `accepted > 0`, `count` equals `total` (probe §3). */
export const UploadResult = lazy(() =>
  z
    .looseObject({
      not_found: z.int().default(0),
      skipped: z.int().default(0),
      accepted: z.int().default(0),
      total: z.int().default(0),
      result: z.boolean().optional(),
      count: count,
    })
    .meta({ id: "UploadResult" }),
);
export type UploadResult = Value<typeof UploadResult>;
