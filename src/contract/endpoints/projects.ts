import { z } from "zod";
import { bytes, endpoint, nothing } from "../endpoint.ts";
import { boolean, integer, listOf, paging, slug } from "../fields.ts";
import { Change } from "../resources/change.ts";
import { Component } from "../resources/component.ts";
import { pageOf } from "../resources/page.ts";
import { Project } from "../resources/project.ts";
import { OperationResult, RepositorySummary, repositoryOperations } from "../resources/repository.ts";
import { Statistics } from "../resources/statistics.ts";
import { changeFilter } from "./changes.ts";
import { componentSettings } from "./components.ts";

const settings = z.object({
  name: z.string().trim().min(1).max(60),
  slug: slug.max(60),
  web: z.string().max(200).optional(),
  /** Language code. */
  source_language: z.string().max(50).optional(),
  instructions: z.string().optional(),
  language_aliases: z.string().optional(),
  translation_review: boolean.optional(),
  source_review: boolean.optional(),
  set_language_team: boolean.optional(),
  enable_hooks: boolean.optional(),
  /** 0 public, 1 protected, 100 private, 200 custom. */
  access_control: integer
    .refine((value) => [0, 1, 100, 200].includes(value), "Not a valid choice: 0, 1, 100 or 200.")
    .optional(),
});

export const projects = {
  list: endpoint({
    id: "projects.list",
    method: "GET",
    path: "/api/projects/",
    summary: "Projects the caller sees.",
    query: paging,
    responses: { 200: pageOf(Project) },
    access: "viewer",
  }),
  create: endpoint({
    id: "projects.create",
    method: "POST",
    path: "/api/projects/",
    summary: "Creates a project.",
    body: settings,
    responses: { 201: Project },
    access: ["project.add"],
  }),
  get: endpoint({
    id: "projects.get",
    method: "GET",
    path: "/api/projects/{project}/",
    summary: "One project.",
    responses: { 200: Project },
    access: "viewer",
  }),
  update: endpoint({
    id: "projects.update",
    method: "PATCH",
    path: "/api/projects/{project}/",
    summary: "Changes settings of a project.",
    body: settings.partial(),
    responses: { 200: Project },
    access: ["project.edit"],
  }),
  delete: endpoint({
    id: "projects.delete",
    method: "DELETE",
    path: "/api/projects/{project}/",
    summary: "Removes a project with its components, clones and history.",
    responses: { 204: nothing },
    access: ["project.edit"],
  }),
  changes: endpoint({
    id: "projects.changes",
    method: "GET",
    path: "/api/projects/{project}/changes/",
    summary: "Changes in a project, newest first.",
    query: changeFilter,
    responses: { 200: pageOf(Change) },
    access: "viewer",
  }),
  repository: endpoint({
    id: "projects.repository",
    method: "GET",
    path: "/api/projects/{project}/repository/",
    summary: "Summary over all repositories of a project.",
    responses: { 200: RepositorySummary },
    access: ["vcs.access", "vcs.commit", "vcs.push", "vcs.reset", "vcs.update", "vcs.view"],
  }),
  operate: endpoint({
    id: "projects.operate",
    method: "POST",
    path: "/api/projects/{project}/repository/",
    summary: "Does an operation on every repository of a project.",
    body: z.object({ operation: z.enum(repositoryOperations) }),
    responses: { 200: OperationResult },
    access: ["vcs.commit", "vcs.push", "vcs.update", "vcs.reset"],
  }),
  components: endpoint({
    id: "projects.components",
    method: "GET",
    path: "/api/projects/{project}/components/",
    summary: "Components of a project.",
    query: paging,
    responses: { 200: pageOf(Component) },
    access: "viewer",
  }),
  createComponent: endpoint({
    id: "projects.components.create",
    method: "POST",
    path: "/api/projects/{project}/components/",
    summary:
      "Creates a component from a repository, from one uploaded file (`docfile`) or from a zip archive (`zipfile`).",
    body: componentSettings,
    files: ["docfile", "zipfile"],
    responses: { 201: Component },
    access: ["project.edit"],
  }),
  statistics: endpoint({
    id: "projects.statistics",
    method: "GET",
    path: "/api/projects/{project}/statistics/",
    summary: "Counters of a project.",
    responses: { 200: Statistics },
    access: "viewer",
  }),
  languages: endpoint({
    id: "projects.languages",
    method: "GET",
    path: "/api/projects/{project}/languages/",
    summary: "Counters per language of a project, not paged.",
    responses: { 200: z.array(Statistics) },
    access: "viewer",
  }),
  file: endpoint({
    id: "projects.file",
    method: "GET",
    path: "/api/projects/{project}/file/",
    summary: "Zip archive of all translation files; pending strings are committed first.",
    query: z.object({ format: z.string().optional(), language_code: listOf(z.string()).optional() }),
    responses: { 200: bytes },
    access: ["translation.download"],
  }),
};
