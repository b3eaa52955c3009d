import * as z from "zod";

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

export const Label = z
  .looseObject({
    id: z.int(),
    name: z.string(),
    description: z.string().optional(),
    color: z.string(),
  })
  .meta({ id: "Label" });
export type Label = z.output<typeof Label>;
