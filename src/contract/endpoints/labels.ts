import * as z from "zod";
import { nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { paging, objectName } from "../fields.ts";
import { colors, Label } from "../resources/label.ts";
import { pageOf } from "../resources/page.ts";

export const labels = {
  list: endpoint({
    id: "labels.list",
    method: "GET",
    path: "/api/projects/{project}/labels/",
    summary: "Labels of a project.",
    query: paging,
    responses: { 200: pageOf(Label) },
    access: "viewer",
  }),
  create: endpoint({
    id: "labels.create",
    method: "POST",
    path: "/api/projects/{project}/labels/",
    summary: "Adds a label that source strings can have.",
    body: () =>
      z.object({
        name: objectName.max(190),
        description: z.string().max(250).trim().optional(),
        color: z.enum(colors),
      }),
    responses: { 201: Label },
    access: ["project.edit"],
  }),
  delete: endpoint({
    id: "labels.delete",
    method: "DELETE",
    path: "/api/projects/{project}/labels/{label}/",
    summary: "Removes a label, also from the strings that have it.",
    responses: { 204: nothing },
    access: ["project.edit"],
  }),
};
