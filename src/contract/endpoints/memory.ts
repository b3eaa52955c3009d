import * as z from "zod";
import { nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { boolean, paging } from "../fields.ts";
import { Memory, MemoryLookup } from "../resources/memory.ts";
import { pageOf } from "../resources/page.ts";

const MOST_STRINGS = 100;
const LONGEST_STRING = 2000;

export const memory = {
  list: endpoint({
    id: "memory.list",
    method: "GET",
    path: "/api/memory/",
    summary: "Translations that are remembered, of the projects whose memory the caller may edit and their own.",
    since: "4.14",
    query: () =>
      paging().extend({
        /** Part of the source text, upper and lower case alike. */
        source: z.string().optional(),
        /** Codes of languages. */
        source_language: z.string().optional(),
        target_language: z.string().optional(),
        /** Slug. */
        project: z.string().optional(),
      }),
    responses: { 200: pageOf(Memory) },
    access: ["memory.edit", "memory.manage"],
  }),
  lookup: endpoint({
    id: "memory.lookup",
    method: "POST",
    path: "/api/memory/lookup/",
    summary: "The best remembered translation of each text, or null.",
    since: "4.14",
    query: () =>
      z.object({
        source_language: z.string(),
        target_language: z.string(),
        /** Slug: what this project translated counts, besides what is shared and what the caller translated. */
        project: z.string().optional(),
        /** Only the very texts. */
        exact: boolean.optional(),
      }),
    body: () => z.object({ strings: z.array(z.string().max(LONGEST_STRING)).max(MOST_STRINGS) }),
    responses: { 200: MemoryLookup },
    access: "signed-in",
  }),
  get: endpoint({
    id: "memory.get",
    method: "GET",
    path: "/api/memory/{memory_object_id}/",
    summary: "One remembered translation.",
    responses: { 200: Memory },
    access: ["memory.edit", "memory.manage"],
  }),
  delete: endpoint({
    id: "memory.delete",
    method: "DELETE",
    path: "/api/memory/{memory_object_id}/",
    summary: "Forgets a translation. What is shared by all projects takes the right to manage the whole memory.",
    since: "4.14",
    responses: { 204: nothing },
    access: ["memory.delete", "memory.manage"],
  }),
};
