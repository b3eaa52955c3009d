import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { listOf, paging, reference, objectName } from "../fields.ts";
import { Role } from "../resources/group.ts";
import { pageOf } from "../resources/page.ts";

const settings = lazy(() =>
  z.object({
    name: objectName.max(200),
    /** Codenames. */
    permissions: listOf(reference),
  }),
);

export const roles = {
  list: endpoint({
    id: "roles.list",
    method: "GET",
    path: "/api/roles/",
    summary: "Roles; without the right to see all of them those of the caller's groups.",
    query: paging,
    responses: { 200: pageOf(Role) },
    access: "viewer",
  }),
  create: endpoint({
    id: "roles.create",
    method: "POST",
    path: "/api/roles/",
    summary: "Adds a role.",
    body: settings,
    responses: { 201: Role },
    access: ["role.edit"],
  }),
  get: endpoint({
    id: "roles.get",
    method: "GET",
    path: "/api/roles/{id}/",
    summary: "One role.",
    responses: { 200: Role },
    access: "viewer",
  }),
  replace: endpoint({
    id: "roles.replace",
    method: "PUT",
    path: "/api/roles/{id}/",
    summary: "Changes a role; its permissions are those sent.",
    body: settings,
    responses: { 200: Role },
    access: ["role.edit"],
  }),
  update: endpoint({
    id: "roles.update",
    method: "PATCH",
    path: "/api/roles/{id}/",
    summary: "Changes a role; permissions are added to those it has.",
    body: () => settings().partial(),
    responses: { 200: Role },
    access: ["role.edit"],
  }),
  delete: endpoint({
    id: "roles.delete",
    method: "DELETE",
    path: "/api/roles/{id}/",
    summary: "Removes a role from the service and from all groups.",
    responses: { 204: nothing },
    access: ["role.edit"],
  }),
};
