import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

/** Colours of labels and glossaries (facts §1.3). */
export const colors = [
  "navy",
  "blue",
  "aqua",
  "teal",
  "olive",
  "green",
  "lime",
  "yellow",
  "orange",
  "red",
  "maroon",
  "fuchsia",
  "purple",
  "black",
  "gray",
  "silver",
] as const;

export const Label = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      name: z.string(),
      description: z.string().optional(),
      color: z.string(),
    })
    .meta({ id: "Label" }),
);
export type Label = Value<typeof Label>;
