import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

export const SearchResult = lazy(() =>
  z.object({
    name: z.string(),
    /** Path of the page for people. */
    url: z.string(),
    category: z.enum(["Project", "Component", "User", "Language", "Category"]),
  }),
);
export type SearchResult = Value<typeof SearchResult>;
