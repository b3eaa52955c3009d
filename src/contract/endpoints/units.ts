import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { integer, paging, prose, textForm, textForms } from "../fields.ts";
import { Comment } from "../resources/comment.ts";
import { pageOf } from "../resources/page.ts";
import { Screenshot } from "../resources/screenshot.ts";
import { Suggestion, SuggestionVote } from "../resources/suggestion.ts";
import { Unit, UnitEdit } from "../resources/unit.ts";

const edit = lazy(() =>
  z.object({
    /** Together with `target`. 30 needs the review workflow. */
    state: integer.optional(),
    target: textForms.optional(),
    explanation: prose.optional(),
    extra_flags: prose.optional(),
    labels: z.array(integer).optional(),
  }),
);

export const units = {
  list: endpoint({
    id: "units.list",
    method: "GET",
    path: "/api/units/",
    summary: "Strings of all translations the caller sees.",
    query: () => paging().extend({ q: z.string().optional() }),
    responses: { 200: pageOf(Unit) },
    access: "viewer",
  }),
  get: endpoint({
    id: "units.get",
    method: "GET",
    path: "/api/units/{id}/",
    summary: "One string.",
    responses: { 200: Unit },
    access: "viewer",
  }),
  edit: endpoint({
    id: "units.edit",
    method: "PATCH",
    path: "/api/units/{id}/",
    summary: "Translates a string; explanation, flags and labels on source strings only.",
    since: "4.3",
    body: edit,
    responses: { 200: UnitEdit },
    refusals: [423],
    access: ["unit.edit"],
  }),
  replace: endpoint({
    id: "units.edit.put",
    method: "PUT",
    path: "/api/units/{id}/",
    summary: "The same as PATCH; `target` and `state` are required.",
    since: "4.3",
    body: () => edit().extend({ state: integer, target: textForms }),
    responses: { 200: UnitEdit },
    refusals: [423],
    access: ["unit.edit"],
  }),
  delete: endpoint({
    id: "units.delete",
    method: "DELETE",
    path: "/api/units/{id}/",
    summary: "Removes a string from its file; a source string from the files of all languages. Committed at once.",
    since: "4.3",
    responses: { 204: nothing },
    refusals: [400, 423],
    access: ["unit.delete"],
  }),
  editSource: endpoint({
    id: "units.source",
    method: "POST",
    path: "/api/units/{id}/source/",
    summary: "Changes the text or the key of a source string; its translations, comments and history stay.",
    description:
      "`content_hash` is that of the string as the caller saw it: a string that changed since is refused. A key can be " +
      "changed in monolingual components, where it is renamed in the files of all languages.",
    body: () =>
      z.object({
        content_hash: z.union([z.string().regex(/^-?\d{1,20}$/), z.number()], {
          error: "A valid integer is required.",
        }),
        source: textForms.optional(),
        context: textForm.optional(),
        explanation: prose.optional(),
      }),
    responses: { 200: Unit },
    refusals: [423],
    access: ["unit.template"],
  }),
  translations: endpoint({
    id: "units.translations",
    method: "GET",
    path: "/api/units/{id}/translations/",
    summary: "All target strings of a source string, not paged.",
    since: "5.11",
    responses: { 200: () => z.array(Unit()) },
    // Only a source string has others.
    refusals: [400],
    access: "viewer",
  }),
  comments: endpoint({
    id: "units.comments",
    method: "GET",
    path: "/api/units/{id}/comments/",
    summary: "Comments on a string, and on its source string, oldest first.",
    since: "5.15",
    query: paging,
    responses: { 200: pageOf(Comment) },
    access: "viewer",
  }),
  addComment: endpoint({
    id: "units.comments.create",
    method: "POST",
    path: "/api/units/{id}/comments/",
    summary: "Comments on a string.",
    description:
      "`scope`: `translation` for this string, `global` for its source string in all languages, `report` for a mistake in " +
      "the source string where sources are reviewed. `user_email` and `timestamp` can be set by project administrators.",
    since: "5.12",
    body: () =>
      z.object({
        scope: z.enum(["global", "translation", "report"]),
        comment: z.string().max(1000).trim().min(1, "This field may not be blank."),
        user_email: z.email("Enter a valid email address.").max(190).optional(),
        timestamp: z.string().max(50).optional(),
      }),
    responses: { 201: Comment },
    access: ["comment.add"],
  }),
  suggestions: endpoint({
    id: "units.suggestions",
    method: "GET",
    path: "/api/units/{id}/suggestions/",
    summary: "Suggestions for a string, oldest first.",
    query: paging,
    responses: { 200: pageOf(Suggestion) },
    access: "viewer",
  }),
  suggest: endpoint({
    id: "units.suggestions.create",
    method: "POST",
    path: "/api/units/{id}/suggestions/",
    summary: "Suggests a translation. The text of an earlier suggestion is a vote for that one (200).",
    since: "2026.8",
    body: () => z.object({ target: textForms }),
    responses: { 201: Suggestion, 200: SuggestionVote },
    refusals: [423],
    access: ["suggestion.add"],
  }),
  screenshots: endpoint({
    id: "units.screenshots",
    method: "GET",
    path: "/api/units/{id}/screenshots/",
    summary: "Screenshots that show a string.",
    query: paging,
    responses: { 200: pageOf(Screenshot) },
    access: "viewer",
  }),
  addScreenshot: endpoint({
    id: "units.screenshots.add",
    method: "POST",
    path: "/api/units/{id}/screenshots/",
    summary: "Says that a screenshot shows the string.",
    body: () => z.object({ screenshot_id: integer }),
    responses: { 200: Screenshot },
    access: ["screenshot.edit"],
  }),
  removeScreenshot: endpoint({
    id: "units.screenshots.remove",
    method: "DELETE",
    path: "/api/units/{id}/screenshots/{screenshot}/",
    summary: "Says that a screenshot no longer shows the string.",
    responses: { 204: nothing },
    access: ["screenshot.edit"],
  }),
};
