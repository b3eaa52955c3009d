import * as z from "zod";
import { lazy, nothing, type Schema } from "../../http-api/endpoint.ts";
import { endpoint, type Endpoint } from "../endpoint.ts";
import { identifier, numberOf, paging, reference, objectName } from "../fields.ts";
import { Group } from "../resources/group.ts";
import { pageOf } from "../resources/page.ts";

const settings = lazy(() =>
  z.object({
    name: objectName.max(150),
    /** 0 as listed, 1 all, 2 by component list, 3 all public, 4 all protected. */
    project_selection: numberOf(0, 1, 2, 3, 4).optional(),
    /** 0 as listed, 1 all. */
    language_selection: numberOf(0, 1).optional(),
    /** Address of the project whose group it is. */
    defining_project: reference.nullish(),
  }),
);

/** What is done to the lists of a group: the same for each kind of thing in them. */
const association = <const Id extends string, const Path extends string, Body extends z.ZodObject>(
  id: Id,
  path: Path,
  summary: string,
  body: Schema<Body>,
) =>
  endpoint({
    id: `groups.${id}.add` as const,
    method: "POST",
    path: `/api/groups/{id}/${path}/` as const,
    summary,
    since: "4.0",
    body,
    responses: { 200: Group },
    access: ["group.edit", "project.permissions"],
  } satisfies Endpoint);

const removal = <const Id extends string, const Path extends string>(id: Id, path: Path, summary: string) =>
  endpoint({
    id: `groups.${id}.remove` as const,
    method: "DELETE",
    path: `/api/groups/{id}/${path}/` as const,
    slash: "optional",
    summary,
    since: "4.0",
    responses: { 204: nothing },
    access: ["group.edit", "project.permissions"],
  } satisfies Endpoint);

export const groups = {
  list: endpoint({
    id: "groups.list",
    method: "GET",
    path: "/api/groups/",
    summary: "Groups; without the right to manage them those the caller is in or administers.",
    since: "4.0",
    query: paging,
    responses: { 200: pageOf(Group) },
    access: "viewer",
  }),
  create: endpoint({
    id: "groups.create",
    method: "POST",
    path: "/api/groups/",
    summary: "Adds a group; `project.permissions` suffices for one of that project.",
    since: "4.0",
    body: settings,
    responses: { 201: Group },
    access: ["group.edit", "project.permissions"],
  }),
  get: endpoint({
    id: "groups.get",
    method: "GET",
    path: "/api/groups/{id}/",
    summary: "One group.",
    since: "4.0",
    responses: { 200: Group },
    access: "viewer",
  }),
  replace: endpoint({
    id: "groups.replace",
    method: "PUT",
    path: "/api/groups/{id}/",
    summary: "Changes a group.",
    since: "4.0",
    body: settings,
    responses: { 200: Group },
    access: ["group.edit", "project.permissions"],
  }),
  update: endpoint({
    id: "groups.update",
    method: "PATCH",
    path: "/api/groups/{id}/",
    summary: "Changes some fields of a group.",
    since: "4.0",
    body: () => settings().partial(),
    responses: { 200: Group },
    access: ["group.edit", "project.permissions"],
  }),
  delete: endpoint({
    id: "groups.delete",
    method: "DELETE",
    path: "/api/groups/{id}/",
    summary: "Removes a group; its members stay users.",
    since: "4.0",
    responses: { 204: nothing },
    access: ["group.edit", "project.permissions"],
  }),
  addRole: association("roles", "roles", "Gives a group a role.", () => z.object({ role_id: identifier })),
  removeRole: removal("roles", "roles/{role_id}", "Takes a role from a group."),
  addComponent: association(
    "components",
    "components",
    "Grants a component. A group that names components has these, and not their whole projects.",
    () => z.object({ component_id: identifier }),
  ),
  removeComponent: removal("components", "components/{component_id}", "Takes a component from a group."),
  addProject: association("projects", "projects", "Grants a project.", () => z.object({ project_id: identifier })),
  removeProject: removal("projects", "projects/{project_id}", "Takes a project from a group."),
  addLanguage: association(
    "languages",
    "languages",
    "Adds a language to those the group may translate into (`language_selection` 0).",
    () => z.object({ language_code: z.string().min(1).max(50) }),
  ),
  removeLanguage: removal("languages", "languages/{language_code}", "Takes a language from a group."),
  addComponentList: association(
    "componentlists",
    "componentlists",
    "Grants the components of a list (`project_selection` 2).",
    () => z.object({ component_list_id: identifier }),
  ),
  removeComponentList: removal(
    "componentlists",
    "componentlists/{component_list_id}",
    "Takes a component list from a group.",
  ),
  addAdmin: association("admins", "admins", "Lets a user change the members of a group.", () =>
    z.object({ user_id: identifier }),
  ),
  removeAdmin: removal("admins", "admins/{user_id}", "Ends a user's right to change the members of a group."),
};
