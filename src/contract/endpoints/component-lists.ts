import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { boolean, identifier, paging, slug, objectName } from "../fields.ts";
import { Component } from "../resources/component.ts";
import { AutomaticAssignment, ComponentList } from "../resources/component-list.ts";
import { pageOf } from "../resources/page.ts";

const list = lazy(() =>
  z.object({
    name: objectName.max(100),
    slug: slug.max(100),
    /** Whether it is offered on the dashboard. */
    show_dashboard: boolean.optional(),
    auto_assign: z.array(AutomaticAssignment()).max(100).optional(),
  }),
);

export const componentLists = {
  list: endpoint({
    id: "component-lists.list",
    method: "GET",
    path: "/api/component-lists/",
    summary: "Lists of components.",
    since: "4.0",
    query: paging,
    responses: { 200: pageOf(ComponentList) },
    access: "viewer",
  }),
  create: endpoint({
    id: "component-lists.create",
    method: "POST",
    path: "/api/component-lists/",
    summary: "Creates a list of components.",
    since: "4.0",
    body: list,
    responses: { 201: ComponentList },
    access: ["componentlist.edit"],
  }),
  get: endpoint({
    id: "component-lists.get",
    method: "GET",
    path: "/api/component-lists/{slug}/",
    summary: "One list of components.",
    since: "4.0",
    responses: { 200: ComponentList },
    access: "viewer",
  }),
  replace: endpoint({
    id: "component-lists.replace",
    method: "PUT",
    path: "/api/component-lists/{slug}/",
    summary: "Changes a list; what may be left out stays as it is.",
    since: "4.0",
    body: list,
    responses: { 200: ComponentList },
    access: ["componentlist.edit"],
  }),
  update: endpoint({
    id: "component-lists.update",
    method: "PATCH",
    path: "/api/component-lists/{slug}/",
    summary: "Changes what is sent of a list.",
    since: "4.0",
    body: () => list().partial(),
    responses: { 200: ComponentList },
    access: ["componentlist.edit"],
  }),
  delete: endpoint({
    id: "component-lists.delete",
    method: "DELETE",
    path: "/api/component-lists/{slug}/",
    summary: "Removes a list; its components stay.",
    since: "4.0",
    responses: { 204: nothing },
    access: ["componentlist.edit"],
  }),
  components: endpoint({
    id: "component-lists.components",
    method: "GET",
    path: "/api/component-lists/{slug}/components/",
    summary: "Components of a list that the caller sees.",
    since: "5.0.1",
    query: paging,
    responses: { 200: pageOf(Component) },
    access: "viewer",
  }),
  add: endpoint({
    id: "component-lists.components.add",
    method: "POST",
    path: "/api/component-lists/{slug}/components/",
    summary: "Puts a component into a list.",
    since: "4.0",
    body: () => z.object({ component_id: identifier }),
    responses: { 200: ComponentList },
    access: ["componentlist.edit"],
  }),
  remove: endpoint({
    id: "component-lists.components.remove",
    method: "DELETE",
    path: "/api/component-lists/{slug}/components/{component_slug}/",
    slash: "optional",
    summary: "Takes components with that slug out of a list.",
    since: "4.0",
    responses: { 204: nothing },
    access: ["componentlist.edit"],
  }),
};
