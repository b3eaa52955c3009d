import { z } from "zod";
import { link } from "../fields.ts";

export const Change = z.looseObject({
  id: z.number(),
  unit: link,
  translation: link,
  component: link,
  user: link,
  author: link,
  timestamp: z.string(),
  action: z.number(),
  action_name: z.string().optional(),
  target: z.string().nullish(),
  old: z.string().nullish(),
  details: z.record(z.string(), z.unknown()).nullish(),
  url: link,
});
export type Change = z.output<typeof Change>;
