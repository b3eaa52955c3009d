import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

const links = z.array(z.string());

export const Group = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      name: z.string(),
      /** 0 as listed, 1 all, 2 by component list, 3 all public, 4 all protected. */
      project_selection: z.int(),
      /** 0 as listed, 1 all. */
      language_selection: z.int(),
      /** Project whose team this is. */
      defining_project: z.string().nullable(),
      roles: links,
      projects: links,
      components: links,
      componentlists: links,
      languages: links,
      admins: links,
      url: z.string(),
    })
    .meta({ id: "Group" }),
);
export type Group = Value<typeof Group>;

export const Role = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      name: z.string(),
      permissions: z.array(z.string()),
      url: z.string(),
    })
    .meta({ id: "Role" }),
);
export type Role = Value<typeof Role>;
