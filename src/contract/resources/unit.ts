import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, flag, link, text } from "../fields.ts";
import { Label } from "./label.ts";

/** The specification says string; the real servers send a 64-bit integer, which JavaScript rounds: it names nothing exactly. */
const hash = z.union([z.string(), z.number().transform(String)]).optional();
const texts = z.union([z.array(z.string()), z.string().transform((value) => [value])]);

export const Unit = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      /** Address of the translation. */
      translation: z.string(),
      source: texts,
      target: texts,
      previous_source: text,
      id_hash: hash,
      content_hash: hash,
      location: text,
      /** Key of a monolingual string; msgctxt of a PO entry. */
      context: z.string(),
      note: text,
      flags: text,
      /** Of a source string; sent as ids. */
      labels: z.array(Label()).nullish(),
      /** 0 untranslated, 10 needs editing, 20 translated, 30 approved, 100 read-only. */
      state: z.int(),
      fuzzy: flag,
      translated: flag,
      approved: flag,
      has_suggestion: flag,
      has_comment: flag,
      has_failing_check: flag,
      /** Ids of the checks that fail, `python_format`, without those that were dismissed; real servers do not tell. */
      failing_checks: z.array(z.string()).optional(),
      /** Waiting to be written to the file. */
      pending: flag,
      position: count,
      num_words: count,
      priority: count,
      explanation: text,
      extra_flags: text,
      web_url: link,
      url: link,
      source_unit: link,
      screenshots_url: link,
      language_code: text,
      automatically_translated: flag,
      /** The string this one is translated from where that is not the source string. */
      translation_parent: link,
      /** What translators see as the source, in that language. */
      effective_source: texts.optional(),
      effective_previous_source: texts.optional(),
      effective_source_language: text,
      timestamp: text,
      last_updated: text,
    })
    .meta({ id: "Unit" }),
);
export type Unit = Value<typeof Unit>;

/** Addresses of strings in other components that got the same text; the real servers do not tell. */
export const propagated = lazy(() => z.array(z.string()).optional());

/** Answer of PATCH and PUT. */
export const UnitEdit = lazy(() =>
  z
    .looseObject({
      target: texts,
      state: z.int(),
      explanation: text,
      extra_flags: text,
      /** Ids. */
      labels: z.array(z.int()).nullish(),
      propagated: propagated(),
    })
    .meta({ id: "UnitEdit" }),
);
export type UnitEdit = Value<typeof UnitEdit>;

/** A new unit. The specification puts it under `unit`, real servers send it bare; the embedded service sends both. */
export const AddedUnit = lazy(() => Unit().extend({ unit: Unit().optional() }).meta({ id: "AddedUnit" }));
export type AddedUnit = Value<typeof AddedUnit>;
