import * as z from "zod";
import { lazy, bytes, nothing } from "../../http-api/endpoint.ts";
import { endpoint, statisticsFormats } from "../endpoint.ts";
import { boolean, integer, listOf, paging, personName, textForm } from "../fields.ts";
import { Change } from "../resources/change.ts";
import { pageOf } from "../resources/page.ts";
import { OperationResult, RepositoryStatus, RepositoryRequest } from "../resources/repository.ts";
import { LanguageStatistics } from "../resources/statistics.ts";
import { ScheduledTask } from "../resources/task.ts";
import { Translation, UploadResult } from "../resources/translation.ts";
import { AddedUnit, Unit } from "../resources/unit.ts";
import { changeFilter } from "./changes.ts";

const upload = lazy(() =>
  z.object({
    method: z.enum(["translate", "approve", "suggest", "fuzzy", "replace", "source", "add"]).optional(),
    conflicts: z.enum(["", "ignore", "replace-translated", "replace-approved"]).optional(),
    fuzzy: z.enum(["", "process", "approve"]).optional(),
    author_name: personName.max(200).optional(),
    author_email: z
      .string()
      .max(190)
      .regex(/^(?:[^\s@<>]+@[^\s@<>]+)?$/, "Enter a valid email address.")
      .optional(),
    /** Takes a file that says it is in another language. */
    ignore_language: boolean.optional(),
  }),
);

export const translations = {
  list: endpoint({
    id: "translations.list",
    method: "GET",
    path: "/api/translations/",
    summary: "Translations the caller sees; no filters.",
    query: paging,
    responses: { 200: pageOf(Translation) },
    access: "viewer",
  }),
  get: endpoint({
    id: "translations.get",
    method: "GET",
    path: "/api/translations/{project}/{component}/{language}/",
    summary: "One translation.",
    responses: { 200: Translation },
    access: "viewer",
  }),
  delete: endpoint({
    id: "translations.delete",
    method: "DELETE",
    path: "/api/translations/{project}/{component}/{language}/",
    summary: "Removes a language: its file is deleted and the deletion committed.",
    responses: { 204: nothing },
    access: ["translation.delete"],
  }),
  changes: endpoint({
    id: "translations.changes",
    method: "GET",
    path: "/api/translations/{project}/{component}/{language}/changes/",
    summary: "Changes in a translation, newest first.",
    query: changeFilter,
    responses: { 200: pageOf(Change) },
    access: "viewer",
  }),
  units: endpoint({
    id: "translations.units",
    method: "GET",
    path: "/api/translations/{project}/{component}/{language}/units/",
    summary: "Strings of a translation, in file order.",
    query: () => paging().extend({ q: z.string().optional() }),
    responses: { 200: pageOf(Unit) },
    access: "viewer",
  }),
  addUnit: endpoint({
    id: "translations.units.create",
    method: "POST",
    path: "/api/translations/{project}/{component}/{language}/units/",
    summary:
      "Adds a string: `key` and `value` in a monolingual component, `context`, `source` and `target` in a bilingual one.",
    body: () =>
      z.object({
        key: textForm.optional(),
        value: listOf(textForm).optional(),
        context: textForm.optional(),
        source: listOf(textForm).optional(),
        target: listOf(textForm).optional(),
        state: integer.optional(),
      }),
    responses: { 200: AddedUnit },
    access: ["unit.add"],
  }),
  file: endpoint({
    id: "translations.file",
    method: "GET",
    path: "/api/translations/{project}/{component}/{language}/file/",
    summary:
      "The stored file; pending strings are committed first where that can be. Answers 304 to If-Modified-Since without committing.",
    query: () => z.object({ format: z.string().optional(), q: z.string().optional() }),
    headers: { "If-Modified-Since": "304 without a body where the file did not change since." },
    responses: { 200: bytes, 304: nothing },
    access: ["translation.download"],
  }),
  upload: endpoint({
    id: "translations.upload",
    method: "POST",
    path: "/api/translations/{project}/{component}/{language}/file/",
    summary: "Imports a file. Multipart with `file`, or the raw bytes with a Content-Disposition file name.",
    body: upload,
    files: ["file"],
    responses: { 200: UploadResult },
    access: ["upload.perform"],
  }),
  replaceFile: endpoint({
    id: "translations.upload.put",
    method: "PUT",
    path: "/api/translations/{project}/{component}/{language}/file/",
    summary: "The same as POST.",
    body: upload,
    files: ["file"],
    responses: { 200: UploadResult },
    access: ["upload.perform"],
  }),
  repository: endpoint({
    id: "translations.repository",
    method: "GET",
    path: "/api/translations/{project}/{component}/{language}/repository/",
    summary: "Status of the component's clone; `needs_commit` is that of this translation.",
    responses: { 200: RepositoryStatus },
    access: ["vcs.access", "vcs.commit", "vcs.push", "vcs.reset", "vcs.update", "vcs.view"],
  }),
  operate: endpoint({
    id: "translations.operate",
    method: "POST",
    path: "/api/translations/{project}/{component}/{language}/repository/",
    summary: "Does an operation on the component's clone.",
    body: RepositoryRequest,
    responses: { 200: OperationResult, 202: ScheduledTask },
    refusals: [423],
    access: ["vcs.commit", "vcs.push", "vcs.update", "vcs.reset"],
  }),
  statistics: endpoint({
    id: "translations.statistics",
    method: "GET",
    path: "/api/translations/{project}/{component}/{language}/statistics/",
    summary: "Counters of a translation.",
    responses: { 200: LanguageStatistics },
    formats: statisticsFormats,
    access: "viewer",
  }),
};
