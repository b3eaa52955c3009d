import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { configuration, paging } from "../fields.ts";
import { Addon } from "../resources/addon.ts";
import { pageOf } from "../resources/page.ts";
import { ScheduledTask } from "../resources/task.ts";

const newAddon = lazy(() =>
  z.object({
    name: z.string().min(1).max(100),
    /** What it may hold is the add-on's own to say. */
    configuration: configuration.optional(),
  }),
);

const change = lazy(() =>
  z.object({
    /** Cannot be changed: another add-on is another object. */
    name: z.string().max(100).optional(),
    configuration: configuration.optional(),
  }),
);

export const addons = {
  list: endpoint({
    id: "addons.list",
    method: "GET",
    path: "/api/addons/",
    summary: "Add-ons of the components and projects that the caller may configure.",
    since: "4.4.1",
    query: paging,
    responses: { 200: pageOf(Addon) },
    access: "viewer",
  }),
  get: endpoint({
    id: "addons.get",
    method: "GET",
    path: "/api/addons/{id}/",
    summary: "One add-on.",
    since: "4.4.1",
    responses: { 200: Addon },
    access: "viewer",
  }),
  update: endpoint({
    id: "addons.update",
    method: "PATCH",
    path: "/api/addons/{id}/",
    summary: "Configures an add-on.",
    since: "4.4.1",
    body: change,
    responses: { 200: Addon },
    access: ["component.edit", "project.edit", "management.addons"],
  }),
  replace: endpoint({
    id: "addons.replace",
    method: "PUT",
    path: "/api/addons/{id}/",
    summary: "The same as PATCH.",
    since: "4.4.1",
    body: change,
    responses: { 200: Addon },
    access: ["component.edit", "project.edit", "management.addons"],
  }),
  delete: endpoint({
    id: "addons.delete",
    method: "DELETE",
    path: "/api/addons/{id}/",
    summary: "Uninstalls an add-on.",
    since: "4.4.1",
    responses: { 204: nothing },
    access: ["component.edit", "project.edit", "management.addons"],
  }),
  trigger: endpoint({
    id: "addons.trigger",
    method: "POST",
    path: "/api/addons/{id}/trigger/",
    summary: "Has an add-on do its work now, as a task.",
    responses: { 202: ScheduledTask },
    access: ["component.edit", "project.edit", "management.addons"],
  }),
};

export const componentAddons = {
  create: endpoint({
    id: "components.addons.create",
    method: "POST",
    path: "/api/components/{project}/{component}/addons/",
    summary: "Installs an add-on in a component.",
    since: "4.4.1",
    body: newAddon,
    responses: { 201: Addon },
    access: ["component.edit"],
  }),
};

export const projectAddons = {
  create: endpoint({
    id: "projects.addons.create",
    method: "POST",
    path: "/api/projects/{project}/addons/",
    summary: "Installs an add-on in a project, for all of its components.",
    body: newAddon,
    responses: { 201: Addon },
    access: ["project.edit"],
  }),
};
