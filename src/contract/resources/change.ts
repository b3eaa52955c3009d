import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link } from "../fields.ts";

export const Change = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      unit: link,
      translation: link,
      component: link,
      user: link,
      author: link,
      timestamp: z.string(),
      action: z.int(),
      action_name: z.string().optional(),
      target: z.string().nullish(),
      old: z.string().nullish(),
      details: z.record(z.string(), z.unknown()).nullish(),
      url: link,
    })
    .meta({ id: "Change" }),
);
export type Change = Value<typeof Change>;
