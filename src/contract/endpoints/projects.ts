import * as z from "zod";
import { lazy, bytes } from "../../http-api/endpoint.ts";
import { endpoint, statisticsFormats } from "../endpoint.ts";
import { boolean, listOf, numberOf, paging, prose, slug, objectName, webAddress } from "../fields.ts";
import { Category } from "../resources/category.ts";
import { Change } from "../resources/change.ts";
import { Component } from "../resources/component.ts";
import { pageOf } from "../resources/page.ts";
import { Project } from "../resources/project.ts";
import { Lock, ProjectOperationResult, RepositorySummary, RepositoryRequest } from "../resources/repository.ts";
import { Statistics } from "../resources/statistics.ts";
import { ScheduledTask } from "../resources/task.ts";
import { changeFilter } from "./changes.ts";
import { newComponent } from "./component-settings.ts";

const settings = lazy(() =>
  z.object({
    name: objectName.max(60),
    slug: slug.max(60),
    /** Address of the project's web site. */
    web: webAddress,
    /** Language code, or a Language object of which `code` counts. */
    source_language: z.union([z.string().max(50), z.looseObject({ code: z.string().max(50) })]).optional(),
    instructions: prose.optional(),
    /** What codes in file names mean: `zh:zh_Hans,pt:pt_BR`. */
    language_aliases: z.string().max(200).optional(),
    translation_review: boolean.optional(),
    source_review: boolean.optional(),
    set_language_team: boolean.optional(),
    enable_hooks: boolean.optional(),
    /** Whether translations come from, and go into, the memory that all projects share. */
    use_shared_tm: boolean.optional(),
    contribute_shared_tm: boolean.optional(),
    /** 0 public, 1 protected, 100 private, 200 custom. */
    access_control: numberOf(0, 1, 100, 200).optional(),
  }),
);

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
    since: "3.9",
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
  replace: endpoint({
    id: "projects.replace",
    method: "PUT",
    path: "/api/projects/{project}/",
    summary: "Changes the settings of a project; what may be left out stays as it is.",
    description: "A changed `access_control` needs `project.permissions` too. A changed `slug` changes every address.",
    body: settings,
    responses: { 200: Project },
    access: ["project.edit"],
  }),
  update: endpoint({
    id: "projects.update",
    method: "PATCH",
    path: "/api/projects/{project}/",
    summary: "Changes settings of a project.",
    description: "A changed `access_control` needs `project.permissions` too. A changed `slug` changes every address.",
    body: () => settings().partial(),
    responses: { 200: Project },
    access: ["project.edit"],
  }),
  delete: endpoint({
    id: "projects.delete",
    method: "DELETE",
    path: "/api/projects/{project}/",
    summary: "Removes a project with its components, clones and history.",
    responses: { 202: ScheduledTask },
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
    summary: "Does an operation on every repository of a project in which the caller may do it.",
    body: RepositoryRequest,
    responses: { 200: ProjectOperationResult, 202: ScheduledTask },
    refusals: [423],
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
      "Creates a component from a repository, another component, one uploaded file (`docfile`) or a zip archive (`zipfile`).",
    body: newComponent,
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
    formats: statisticsFormats,
    access: "viewer",
  }),
  languages: endpoint({
    id: "projects.languages",
    method: "GET",
    path: "/api/projects/{project}/languages/",
    summary: "Counters per language of a project, not paged.",
    responses: { 200: () => z.array(Statistics()) },
    formats: statisticsFormats,
    access: "viewer",
  }),
  file: endpoint({
    id: "projects.file",
    method: "GET",
    path: "/api/projects/{project}/file/",
    summary: "Zip archive of all translation files; pending strings are committed first.",
    query: () => z.object({ format: z.string().optional(), language_code: listOf(z.string()).optional() }),
    responses: { 200: bytes },
    media: ["application/zip"],
    access: ["translation.download"],
  }),
  languageFile: endpoint({
    id: "projects.languages.file",
    method: "GET",
    path: "/api/projects/{project}/languages/{language}/file/",
    summary: "Zip archive of a language's files in a project, without templates; pending strings are committed first.",
    query: () =>
      z.object({
        format: z.string().optional(),
        /** Only components with this text in their slug. */
        filter: z.string().optional(),
      }),
    responses: { 200: bytes },
    media: ["application/zip"],
    access: ["translation.download"],
  }),
  categories: endpoint({
    id: "projects.categories",
    method: "GET",
    path: "/api/projects/{project}/categories/",
    summary: "Categories of a project.",
    query: paging,
    responses: { 200: pageOf(Category) },
    access: "viewer",
  }),
  lock: endpoint({
    id: "projects.lock",
    method: "GET",
    path: "/api/projects/{project}/lock/",
    summary: "Whether all components of a project are locked.",
    responses: { 200: Lock },
    access: "viewer",
  }),
  setLock: endpoint({
    id: "projects.lock.set",
    method: "POST",
    path: "/api/projects/{project}/lock/",
    summary: "Locks or unlocks all components of a project.",
    body: () => z.object({ lock: boolean }),
    responses: { 200: Lock },
    refusals: [423],
    access: ["project.edit"],
  }),
};
