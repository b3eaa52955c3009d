import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count } from "../fields.ts";

/** Regular expressions: a new component whose project's slug and whose own slug match both comes into the list. */
export const AutomaticAssignment = lazy(() =>
  z
    .object({ project_match: z.string().max(200), component_match: z.string().max(200) })
    .meta({ id: "AutomaticAssignment" }),
);
export type AutomaticAssignment = Value<typeof AutomaticAssignment>;

export const ComponentList = lazy(() =>
  z
    .looseObject({
      id: count,
      name: z.string(),
      slug: z.string(),
      show_dashboard: z.boolean(),
      /** Addresses of the components that the caller sees. */
      components: z.array(z.string()),
      auto_assign: z.array(AutomaticAssignment()),
      url: z.string(),
    })
    .meta({ id: "ComponentList" }),
);
export type ComponentList = Value<typeof ComponentList>;
