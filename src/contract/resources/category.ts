import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, link } from "../fields.ts";

export const Category = lazy(() =>
  z
    .looseObject({
      id: count,
      name: z.string(),
      slug: z.string(),
      /** Address of the project. */
      project: z.string(),
      /** Address of the parent category. */
      category: z.string().nullish(),
      configuration: z.record(z.string(), z.unknown()).optional(),
      url: z.string(),
      web_url: link,
      statistics_url: link,
      announcements_url: link,
    })
    .meta({ id: "Category" }),
);
export type Category = Value<typeof Category>;
