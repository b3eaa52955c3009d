import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { SearchResult } from "../resources/search.ts";

export const search = {
  search: endpoint({
    id: "search",
    method: "GET",
    path: "/api/search/",
    summary: "The first few projects, components, users and languages whose name has the text; not paged.",
    since: "4.18",
    query: () => z.object({ q: z.string().max(500).optional() }),
    responses: { 200: () => z.array(SearchResult()) },
    access: "viewer",
  }),
};
