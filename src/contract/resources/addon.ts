import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link } from "../fields.ts";

/** An add-on of a component, or of a project with all its components. Secrets of a configuration are never shown. */
export const Addon = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      name: z.string(),
      component: link.nullable(),
      project: link.nullable(),
      configuration: z.record(z.string(), z.unknown()),
      url: link,
    })
    .meta({ id: "Addon" }),
);
export type Addon = Value<typeof Addon>;
