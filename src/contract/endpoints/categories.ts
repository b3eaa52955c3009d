import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint, statisticsFormats } from "../endpoint.ts";
import { configuration, paging, reference, slug, objectName } from "../fields.ts";
import { Category } from "../resources/category.ts";
import { pageOf } from "../resources/page.ts";
import { Statistics } from "../resources/statistics.ts";

const category = lazy(() =>
  z.object({
    name: objectName.max(100),
    slug: slug.max(100),
    /** Address of the project; it stays the same. */
    project: reference,
    /** Address of the parent category; null for none. */
    category: reference.nullish(),
    /** Kept as it is sent. */
    configuration: configuration.optional(),
  }),
);

const moving = "The addresses of all categories and components in it change with its slug and its place.";

export const categories = {
  list: endpoint({
    id: "categories.list",
    method: "GET",
    path: "/api/categories/",
    summary: "Categories of the projects the caller sees.",
    since: "5.0",
    query: paging,
    responses: { 200: pageOf(Category) },
    access: "viewer",
  }),
  create: endpoint({
    id: "categories.create",
    method: "POST",
    path: "/api/categories/",
    summary: "Creates a category in a project or in another category, at most three deep.",
    since: "5.0",
    body: category,
    responses: { 201: Category },
    access: ["project.edit"],
  }),
  get: endpoint({
    id: "categories.get",
    method: "GET",
    path: "/api/categories/{id}/",
    summary: "One category.",
    since: "5.0",
    responses: { 200: Category },
    access: "viewer",
  }),
  replace: endpoint({
    id: "categories.replace",
    method: "PUT",
    path: "/api/categories/{id}/",
    summary: "Renames or moves a category: without `category` it is at the top of its project.",
    description: moving,
    since: "5.0",
    body: category,
    responses: { 200: Category },
    access: ["project.edit"],
  }),
  update: endpoint({
    id: "categories.update",
    method: "PATCH",
    path: "/api/categories/{id}/",
    summary: "Changes what is sent of a category.",
    description: moving,
    since: "5.0",
    body: () => category().partial(),
    responses: { 200: Category },
    access: ["project.edit"],
  }),
  delete: endpoint({
    id: "categories.delete",
    method: "DELETE",
    path: "/api/categories/{id}/",
    summary: "Removes a category with the categories and components in it.",
    since: "5.0",
    responses: { 204: nothing },
    refusals: [423],
    access: ["project.edit"],
  }),
  statistics: endpoint({
    id: "categories.statistics",
    method: "GET",
    path: "/api/categories/{id}/statistics/",
    summary: "Counters of a category with all that is below it.",
    since: "5.0",
    responses: { 200: Statistics },
    formats: statisticsFormats,
    access: "viewer",
  }),
};
