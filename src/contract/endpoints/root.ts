import { link } from "../fields.ts";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import * as z from "zod";
import { endpoint } from "../endpoint.ts";

/** Addresses of the collections. */
const Root = lazy(() =>
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
type Root = Value<typeof Root>;

export const root = endpoint({
  id: "root",
  method: "GET",
  path: "/api/",
  summary: "Addresses of the collections.",
  responses: { 200: Root },
  access: "viewer",
});
