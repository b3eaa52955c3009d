import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count } from "../fields.ts";

/** A text and its translation; the forms of a plural are separated by two U+001E. */
export const Memory = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      source: z.string(),
      target: z.string(),
      /** Ids of languages. */
      source_language: z.int(),
      target_language: z.int(),
      /** `project/component`, or the name of a file. */
      origin: z.string(),
      /** Id of the project; null for what is shared or somebody's own. */
      project: z.int().nullable(),
      from_file: z.boolean(),
      shared: z.boolean(),
    })
    .meta({ id: "Memory" }),
);
export type Memory = Value<typeof Memory>;

export const MemoryLookup = lazy(() =>
  z
    .looseObject({
      /** One for each text that was asked for, in their order. */
      results: z.array(
        z.looseObject({
          query: z.string(),
          match: z
            .looseObject({
              id: z.int(),
              source: z.string(),
              target: z.string(),
              origin: z.string(),
              exact: z.boolean(),
              /** 0–100; 100 is the very text. */
              quality: z.int(),
            })
            .nullable(),
        }),
      ),
      count,
    })
    .meta({ id: "MemoryLookup" }),
);
