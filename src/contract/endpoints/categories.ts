import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { paging, slug } from "../fields.ts";
import { Category } from "../resources/category.ts";
import { pageOf } from "../resources/page.ts";

export const categories = {
  list: endpoint({
    id: "categories.list",
    method: "GET",
    path: "/api/categories/",
    summary: "Categories of the projects the caller sees.",
    query: paging,
    responses: { 200: pageOf(Category) },
    access: "viewer",
  }),
  create: endpoint({
    id: "categories.create",
    method: "POST",
    path: "/api/categories/",
    summary: "Creates a category in a project or in another category.",
    body: z.object({
      name: z.string().trim().min(1).max(100),
      slug: slug.max(100),
      /** Address of the project. */
      project: z.string(),
      /** Address of the parent category. */
      category: z.string().nullish(),
    }),
    responses: { 201: Category },
    access: ["project.edit"],
  }),
  get: endpoint({
    id: "categories.get",
    method: "GET",
    path: "/api/categories/{id}/",
    summary: "One category.",
    responses: { 200: Category },
    access: "viewer",
  }),
};
