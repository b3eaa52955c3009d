import * as z from "zod";

export const SearchResult = z.object({
  name: z.string(),
  /** Path of the page for people. */
  url: z.string(),
  category: z.enum(["Project", "Component", "User", "Language", "Category"]),
});
export type SearchResult = z.infer<typeof SearchResult>;
