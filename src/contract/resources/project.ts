import { z } from "zod";
import { count, flag, link, text } from "../fields.ts";
import { Language } from "./language.ts";

export const Project = z.looseObject({
  id: count,
  name: z.string(),
  slug: z.string(),
  web: text,
  source_language: Language.nullish(),
  instructions: text,
  translation_review: flag,
  source_review: flag,
  set_language_team: flag,
  enable_hooks: flag,
  language_aliases: text,
  web_url: link,
  url: z.string(),
  components_list_url: z.string(),
  repository_url: z.string(),
  statistics_url: link,
  categories_url: link,
  changes_list_url: link,
  languages_url: link,
  labels_url: link,
});
export type Project = z.output<typeof Project>;
