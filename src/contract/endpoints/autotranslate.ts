import * as z from "zod";
import { lazy } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { boolean, integer, listOf, prose, reference } from "../fields.ts";

export const autotranslateFields = lazy(() =>
  z.object({
    mode: z.enum(["suggest", "translate", "fuzzy", "approved"]),
    /** Which strings; default those that are not translated. */
    q: prose.min(1).optional(),
    auto_source: z.enum(["others", "mt"]),
    /** For `others`: id or path of one component, of the project or of one that shares its translations. */
    component: z.union([reference, z.int()]).optional(),
    /** For `mt`: `weblate-translation-memory`, and what the project's machinery settings have, `deepl` for example. */
    engines: listOf(reference).optional(),
    /** For `mt`: least quality, 1–100; of machines it is one number for each. */
    threshold: integer
      .refine((value) => value >= 1, "Ensure this value is greater than or equal to 1.")
      .refine((value) => value <= 100, "Ensure this value is less than or equal to 100.")
      .optional(),
    /** Answers 202 with a task instead of waiting. */
    background: boolean.optional(),
  }),
);

/** Newer servers say `details`, other answers of the service `detail`: both. */
const AutotranslateResult = lazy(() =>
  z
    .looseObject({ details: z.string(), detail: z.string().optional(), task_url: z.string().optional() })
    .meta({ id: "AutotranslateResult" }),
);

export const autotranslation = {
  start: endpoint({
    id: "translations.autotranslate",
    method: "POST",
    path: "/api/translations/{project}/{component}/{language}/autotranslate/",
    summary:
      "Translates strings by what other components or the translation memory have for the same source texts, or by machines.",
    body: autotranslateFields,
    responses: { 200: AutotranslateResult, 202: AutotranslateResult },
    refusals: [423],
    access: ["translation.auto"],
  }),
};
