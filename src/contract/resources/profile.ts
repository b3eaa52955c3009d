import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { boolean, count, flag, integer, link, numberOf, reference, text, webAddress } from "../fields.ts";

/** Languages of the service's own pages. */
export const interfaceLanguages = [
  "ar",
  "az",
  "ba",
  "be",
  "be-latn",
  "bg",
  "br",
  "ca",
  "cs",
  "cy",
  "da",
  "de",
  "en",
  "el",
  "en-gb",
  "es",
  "fi",
  "fr",
  "ga",
  "gl",
  "he",
  "hu",
  "hr",
  "id",
  "is",
  "it",
  "ja",
  "kab",
  "kk",
  "ko",
  "lo",
  "nb",
  "nl",
  "pl",
  "pt",
  "pt-br",
  "ro",
  "ru",
  "sk",
  "sl",
  "sq",
  "sr",
  "sr-latn",
  "sv",
  "ta",
  "th",
  "tr",
  "uk",
  "vi",
  "zh-hans",
  "zh-hant",
] as const;

/** An address on the web, or nothing. */
const website = z.union([z.literal(""), webAddress], { error: "Enter a valid URL." });
/** A name on another site, or nothing. */
const handle = z
  .string()
  .max(50)
  .regex(/^[-a-zA-Z0-9_]*$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.');
const optionalEmail = z.union([z.literal(""), z.email().max(190)], { error: "Enter a valid email address." });

/** What people say about themselves and how they like to work (specification 1, "User"), as a request may set it. */
export const profileFields = lazy(() =>
  z.object({
    language: z.enum(interfaceLanguages).optional(),
    /** Codes of languages, or their addresses. */
    languages: z.array(reference).nullish(),
    secondary_languages: z.array(reference).nullish(),
    theme: z.enum(["auto", "light", "dark"]).optional(),
    hide_completed: boolean.optional(),
    secondary_in_zen: boolean.optional(),
    hide_source_secondary: boolean.optional(),
    wide_tables: boolean.optional(),
    editor_link: z.string().max(200).optional(),
    /** 0 full editor, 1 zen. */
    translate_mode: numberOf(0, 1).optional(),
    /** 0 top to bottom, 1 side by side. */
    zen_mode: numberOf(0, 1).optional(),
    special_chars: z.string().max(30).optional(),
    nearby_strings: integer
      .refine((value) => value >= 1 && value <= 50, "A number from 1 to 50 is required.")
      .optional(),
    auto_watch: boolean.optional(),
    contribute_personal_tm: boolean.optional(),
    /** 1 watched projects, 4 component lists, 5 one component list, 6 all component lists, 7 suggested translations. */
    dashboard_view: numberOf(1, 4, 5, 6, 7).optional(),
    /** Slug of a component list. */
    dashboard_component_list: z.string().max(100).nullish(),
    /** Slugs of projects, or their addresses. */
    watched: z.array(reference).nullish(),
    website: website.optional(),
    contact: website.optional(),
    liberapay: handle.optional(),
    fediverse: website.optional(),
    codesite: website.optional(),
    github: handle.optional(),
    twitter: handle.optional(),
    linkedin: z
      .string()
      .max(50)
      .regex(/^[-\p{L}\p{N}_]*$/u, "Enter a name without spaces.")
      .optional(),
    location: z.string().max(100).optional(),
    company: z.string().max(100).optional(),
    public_email: optionalEmail.optional(),
    commit_email: optionalEmail.optional(),
    /** Who the author of commits is: 0 as the site has it (the name), 1 the name, 2 nobody. */
    commit_name: numberOf(0, 1, 2).optional(),
  }),
);

export const Profile = lazy(() =>
  z
    .looseObject({
      language: text,
      languages: z.array(z.string()),
      secondary_languages: z.array(z.string()),
      translated: count,
      suggested: count,
      uploaded: count,
      commented: count,
      theme: text,
      hide_completed: flag,
      secondary_in_zen: flag,
      hide_source_secondary: flag,
      wide_tables: flag,
      auto_watch: flag,
      contribute_personal_tm: flag,
      editor_link: text,
      translate_mode: count,
      zen_mode: count,
      nearby_strings: count,
      dashboard_view: count,
      commit_name: count,
      special_chars: text,
      dashboard_component_list: link,
      watched: z.array(z.string()),
      website: text,
      contact: text,
      location: text,
      company: text,
      public_email: text,
      commit_email: text,
      last_2fa: text,
      github: text,
      codesite: text,
      fediverse: text,
      twitter: text,
      linkedin: text,
      liberapay: text,
    })
    .meta({ id: "Profile" }),
);
export type Profile = Value<typeof Profile>;
