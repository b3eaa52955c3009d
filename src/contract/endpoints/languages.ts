import * as z from "zod";
import { LARGEST_INTEGER, lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint, statisticsFormats } from "../endpoint.ts";
import { integer, listOf, paging, reference, objectName } from "../fields.ts";
import { Language } from "../resources/language.ts";
import { pageOf } from "../resources/page.ts";
import { Statistics } from "../resources/statistics.ts";

const code = z
  .string()
  .min(1)
  .max(50)
  .regex(
    /^[A-Za-z0-9]+(?:[-_@][A-Za-z0-9]+)*$/,
    "Enter a code of letters and digits; hyphens, underscores and @ separate its parts.",
  );

const plural = lazy(() =>
  z.object({
    /** Number of forms. */
    number: integer.refine((value) => value >= 1 && value <= 10, "Ensure this value is between 1 and 10."),
    /** Gettext's `plural=`: an expression of `n` whose value is the form. */
    formula: reference.trim().min(1),
  }),
);

const language = lazy(() =>
  z.object({
    code,
    name: objectName.max(100),
    /** Empty: from the script that the language is written in. */
    direction: z.enum(["", "ltr", "rtl"]).optional(),
    plural: plural(),
    /** People who speak it. */
    population: integer
      .refine((value) => value >= 0, "Ensure this value is greater than or equal to 0.")
      .refine(
        (value) => value <= LARGEST_INTEGER,
        `Ensure this value is less than or equal to ${String(LARGEST_INTEGER)}.`,
      )
      .optional(),
    /** Other codes that files may have it under. */
    aliases: listOf(code).optional(),
  }),
);

export const languages = {
  list: endpoint({
    id: "languages.list",
    method: "GET",
    path: "/api/languages/",
    summary: "All languages the service knows.",
    query: paging,
    responses: { 200: pageOf(Language) },
    access: "viewer",
  }),
  create: endpoint({
    id: "languages.create",
    method: "POST",
    path: "/api/languages/",
    summary: "Adds a language.",
    body: language,
    responses: { 201: Language },
    access: ["language.add"],
  }),
  get: endpoint({
    id: "languages.get",
    method: "GET",
    path: "/api/languages/{language}/",
    summary: "One language.",
    responses: { 200: Language },
    access: "viewer",
  }),
  replace: endpoint({
    id: "languages.replace",
    method: "PUT",
    path: "/api/languages/{language}/",
    summary: "Changes the definition of a language; its code stays.",
    body: () => language().partial({ code: true }),
    responses: { 200: Language },
    access: ["language.edit"],
  }),
  update: endpoint({
    id: "languages.update",
    method: "PATCH",
    path: "/api/languages/{language}/",
    summary: "Changes what is sent of a language's definition; its code stays.",
    body: () => language().partial(),
    responses: { 200: Language },
    access: ["language.edit"],
  }),
  delete: endpoint({
    id: "languages.delete",
    method: "DELETE",
    path: "/api/languages/{language}/",
    summary: "Removes a language that nothing is in: 409 while a translation, component or project has it.",
    responses: { 204: nothing },
    refusals: [409],
    access: ["language.edit"],
  }),
  statistics: endpoint({
    id: "languages.statistics",
    method: "GET",
    path: "/api/languages/{language}/statistics/",
    summary: "Counters of a language over all projects the caller sees.",
    responses: { 200: Statistics },
    formats: statisticsFormats,
    access: "viewer",
  }),
};
