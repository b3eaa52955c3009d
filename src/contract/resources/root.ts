import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link } from "../fields.ts";

/** Addresses of the collections. */
export const Root = lazy(() =>
  z
    .looseObject({
      projects: z.string(),
      components: z.string(),
      translations: z.string(),
      languages: z.string(),
      // Older servers have fewer.
      users: link,
      groups: link,
      roles: link,
      memory: link,
      "component-lists": link,
      changes: link,
      units: link,
      suggestions: link,
      screenshots: link,
      addons: link,
      categories: link,
      reports: link,
    })
    .meta({ id: "Root" }),
);
export type Root = Value<typeof Root>;
