import * as z from "zod";
import { nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { boolean, integer, paging } from "../fields.ts";
import { pageOf } from "../resources/page.ts";
import { Suggestion, SuggestionAction, SuggestionVote } from "../resources/suggestion.ts";

export const suggestions = {
  list: endpoint({
    id: "suggestions.list",
    method: "GET",
    path: "/api/suggestions/",
    summary: "Suggestions for all strings the caller sees.",
    query: paging,
    responses: { 200: pageOf(Suggestion) },
    access: "viewer",
  }),
  get: endpoint({
    id: "suggestions.get",
    method: "GET",
    path: "/api/suggestions/{id}/",
    summary: "One suggestion.",
    responses: { 200: Suggestion },
    access: "viewer",
  }),
  delete: endpoint({
    id: "suggestions.delete",
    method: "DELETE",
    path: "/api/suggestions/{id}/",
    summary: "Rejects a suggestion, or takes one's own back.",
    body: () =>
      z.object({
        /** Kept in the change log. */
        rejection_reason: z.string().max(1000).optional(),
        is_spam: boolean.optional(),
      }),
    responses: { 204: nothing },
    access: ["suggestion.delete"],
  }),
  accept: endpoint({
    id: "suggestions.accept",
    method: "POST",
    path: "/api/suggestions/{id}/accept/",
    summary: "Makes a suggestion the translation; with `approve` an approved one.",
    body: () => z.object({ approve: boolean.optional() }),
    responses: { 200: SuggestionAction },
    refusals: [423],
    access: ["suggestion.accept"],
  }),
  vote: endpoint({
    id: "suggestions.vote",
    method: "POST",
    path: "/api/suggestions/{id}/vote/",
    summary: "Votes for or against a suggestion; enough votes accept it where the component says so.",
    body: () => z.object({ value: integer.refine((value) => value === 1 || value === -1, "Choose 1 or -1.") }),
    responses: { 200: SuggestionVote },
    refusals: [423],
    access: ["suggestion.vote"],
  }),
};
