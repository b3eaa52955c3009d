import * as z from "zod";
import { bytes, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { paging, reference, objectName } from "../fields.ts";
import { pageOf } from "../resources/page.ts";
import { OperationResult } from "../resources/repository.ts";
import { Screenshot } from "../resources/screenshot.ts";

/** Images that browsers show and that can carry no script. */
const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

const name = objectName.max(200);
const repositoryFilename = z.string().max(200).trim().optional();

export const screenshots = {
  list: endpoint({
    id: "screenshots.list",
    method: "GET",
    path: "/api/screenshots/",
    summary: "Screenshots the caller sees.",
    query: paging,
    responses: { 200: pageOf(Screenshot) },
    access: "viewer",
  }),
  ofComponent: endpoint({
    id: "screenshots.component",
    method: "GET",
    path: "/api/components/{project}/{component}/screenshots/",
    summary: "Screenshots of a component.",
    query: paging,
    responses: { 200: pageOf(Screenshot) },
    access: "viewer",
  }),
  create: endpoint({
    id: "screenshots.create",
    method: "POST",
    path: "/api/screenshots/",
    summary: "Adds a screenshot to a translation.",
    body: () =>
      z.object({
        name,
        project_slug: reference.min(1, "This field may not be blank."),
        component_slug: reference.min(1, "This field may not be blank."),
        language_code: reference.min(1, "This field may not be blank."),
        repository_filename: repositoryFilename,
      }),
    files: ["image"],
    responses: { 201: Screenshot },
    access: ["screenshot.add"],
  }),
  get: endpoint({
    id: "screenshots.get",
    method: "GET",
    path: "/api/screenshots/{id}/",
    summary: "One screenshot.",
    responses: { 200: Screenshot },
    access: "viewer",
  }),
  edit: endpoint({
    id: "screenshots.edit",
    method: "PATCH",
    path: "/api/screenshots/{id}/",
    summary: "Changes what a screenshot is called.",
    body: () => z.object({ name: name.optional(), repository_filename: repositoryFilename }),
    responses: { 200: Screenshot },
    access: ["screenshot.edit"],
  }),
  replace: endpoint({
    id: "screenshots.edit.put",
    method: "PUT",
    path: "/api/screenshots/{id}/",
    summary: "The same as PATCH; `name` is required.",
    body: () => z.object({ name, repository_filename: repositoryFilename }),
    responses: { 200: Screenshot },
    access: ["screenshot.edit"],
  }),
  delete: endpoint({
    id: "screenshots.delete",
    method: "DELETE",
    path: "/api/screenshots/{id}/",
    summary: "Removes a screenshot and its image.",
    responses: { 204: nothing },
    access: ["screenshot.delete"],
  }),
  file: endpoint({
    id: "screenshots.file",
    method: "GET",
    path: "/api/screenshots/{id}/file/",
    summary: "The image.",
    responses: { 200: bytes },
    media: imageTypes,
    access: "viewer",
  }),
  upload: endpoint({
    id: "screenshots.upload",
    method: "POST",
    path: "/api/screenshots/{id}/file/",
    summary: "Replaces the image.",
    files: ["image"],
    responses: { 200: OperationResult },
    access: ["screenshot.edit"],
  }),
  replaceFile: endpoint({
    id: "screenshots.upload.put",
    method: "PUT",
    path: "/api/screenshots/{id}/file/",
    summary: "The same as POST.",
    files: ["image"],
    responses: { 200: OperationResult },
    access: ["screenshot.edit"],
  }),
  addUnit: endpoint({
    id: "screenshots.units.add",
    method: "POST",
    path: "/api/screenshots/{id}/units/",
    summary: "Says that the screenshot shows a string.",
    body: () => z.object({ unit_id: z.union([reference.min(1, "This field may not be blank."), z.int()]) }),
    responses: { 200: Screenshot },
    access: ["screenshot.edit"],
  }),
  removeUnit: endpoint({
    id: "screenshots.units.remove",
    method: "DELETE",
    path: "/api/screenshots/{id}/units/{unit}/",
    slash: "optional",
    summary: "Says that the screenshot no longer shows a string.",
    responses: { 204: nothing },
    access: ["screenshot.edit"],
  }),
};
