import * as z from "zod";
import { count, link } from "../fields.ts";

export const Plural = z
  .looseObject({
    id: count,
    source: count,
    number: z.int(),
    formula: z.string(),
    type: count,
  })
  .meta({ id: "Plural" });
export type Plural = z.output<typeof Plural>;

/** Older servers send `nplurals` and `pluralequation` instead of `plural`. */
export const Language = z
  .looseObject({
    id: count,
    code: z.string(),
    name: z.string(),
    direction: z.string().optional(),
    plural: Plural.optional(),
    aliases: z.array(z.string()).optional(),
    population: count,
    url: link,
    web_url: link,
    statistics_url: link,
  })
  .meta({ id: "Language" });
export type Language = z.output<typeof Language>;
