import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, link } from "../fields.ts";

export const Plural = lazy(() =>
  z
    .looseObject({
      id: count,
      source: count,
      number: z.int(),
      formula: z.string(),
      type: count,
    })
    .meta({ id: "Plural" }),
);
export type Plural = Value<typeof Plural>;

/** Older servers send `nplurals` and `pluralequation` instead of `plural`. */
export const Language = lazy(() =>
  z
    .looseObject({
      id: count,
      code: z.string(),
      name: z.string(),
      direction: z.string().optional(),
      plural: Plural().optional(),
      aliases: z.array(z.string()).optional(),
      population: count,
      url: link,
      web_url: link,
      statistics_url: link,
    })
    .meta({ id: "Language" }),
);
export type Language = Value<typeof Language>;
