import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, flag, link, text } from "../fields.ts";
import { Language } from "./language.ts";

export const Project = lazy(() =>
  z
    .looseObject({
      id: count,
      name: z.string(),
      slug: z.string(),
      web: text,
      source_language: Language().nullish(),
      instructions: text,
      translation_review: flag,
      source_review: flag,
      set_language_team: flag,
      enable_hooks: flag,
      language_aliases: text,
      /** 0 public, 1 protected, 100 private, 200 custom. */
      access_control: count,
      /** Whether translations come from, and go into, the memory that all projects share. */
      use_shared_tm: flag,
      contribute_shared_tm: flag,
      web_url: link,
      url: z.string(),
      components_list_url: z.string(),
      repository_url: z.string(),
      statistics_url: link,
      categories_url: link,
      changes_list_url: link,
      languages_url: link,
      labels_url: link,
      lock_url: link,
      announcements_url: link,
    })
    .meta({ id: "Project" }),
);
export type Project = Value<typeof Project>;
