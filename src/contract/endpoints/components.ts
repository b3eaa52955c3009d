import * as z from "zod";
import { bytes, nothing } from "../../http-api/endpoint.ts";
import { endpoint, statisticsFormats } from "../endpoint.ts";
import { boolean, identifier, listOf, paging, reference } from "../fields.ts";
import { Change } from "../resources/change.ts";
import { Component, ComponentLinks, LinkedComponent } from "../resources/component.ts";
import { pageOf } from "../resources/page.ts";
import { Lock, OperationResult, RepositoryStatus, RepositoryRequest } from "../resources/repository.ts";
import { LanguageStatistics } from "../resources/statistics.ts";
import { ScheduledTask } from "../resources/task.ts";
import { AddedTranslation, Translation } from "../resources/translation.ts";
import { changeFilter } from "./changes.ts";
import { componentSettings, wholeComponent } from "./component-settings.ts";

export const components = {
  list: endpoint({
    id: "components.list",
    method: "GET",
    path: "/api/components/",
    summary: "Components the caller sees.",
    query: paging,
    responses: { 200: pageOf(Component) },
    access: "viewer",
  }),
  get: endpoint({
    id: "components.get",
    method: "GET",
    path: "/api/components/{project}/{component}/",
    summary: "One component.",
    responses: { 200: Component },
    access: "viewer",
  }),
  update: endpoint({
    id: "components.update",
    method: "PATCH",
    path: "/api/components/{project}/{component}/",
    summary: "Changes settings of a component; another slug or category is another address.",
    body: () => componentSettings().partial(),
    responses: { 200: Component },
    refusals: [423],
    access: ["component.edit"],
  }),
  replace: endpoint({
    id: "components.put",
    method: "PUT",
    path: "/api/components/{project}/{component}/",
    summary: "The same as PATCH with the fields that every component has to have; what is left out stays as it is.",
    body: wholeComponent,
    responses: { 200: Component },
    refusals: [423],
    access: ["component.edit"],
  }),
  delete: endpoint({
    id: "components.delete",
    method: "DELETE",
    path: "/api/components/{project}/{component}/",
    summary: "Removes a component with its strings and history; its clone goes with the last component that uses it.",
    query: () =>
      z.object({
        /** Whether the translation memory forgets as well what the component brought. */
        delete_memory: boolean.optional(),
      }),
    responses: { 204: nothing },
    access: ["component.edit"],
  }),
  changes: endpoint({
    id: "components.changes",
    method: "GET",
    path: "/api/components/{project}/{component}/changes/",
    summary: "Changes in a component, newest first.",
    query: changeFilter,
    responses: { 200: pageOf(Change) },
    access: "viewer",
  }),
  lock: endpoint({
    id: "components.lock",
    method: "GET",
    path: "/api/components/{project}/{component}/lock/",
    summary: "Whether the component is locked for updates.",
    responses: { 200: Lock },
    access: "viewer",
  }),
  setLock: endpoint({
    id: "components.lock.set",
    method: "POST",
    path: "/api/components/{project}/{component}/lock/",
    summary: "Locks or unlocks the component.",
    body: () => z.object({ lock: boolean }),
    responses: { 200: Lock },
    access: ["component.lock"],
  }),
  repository: endpoint({
    id: "components.repository",
    method: "GET",
    path: "/api/components/{project}/{component}/repository/",
    summary: "Status of the clone.",
    responses: { 200: RepositoryStatus },
    access: ["vcs.access", "vcs.commit", "vcs.push", "vcs.reset", "vcs.update", "vcs.view"],
  }),
  operate: endpoint({
    id: "components.operate",
    method: "POST",
    path: "/api/components/{project}/{component}/repository/",
    summary: "Does an operation on the clone: each has its own permission.",
    body: RepositoryRequest,
    responses: { 200: OperationResult, 202: ScheduledTask },
    refusals: [423],
    access: ["vcs.commit", "vcs.push", "vcs.update", "vcs.reset"],
  }),
  monolingualBase: endpoint({
    id: "components.monolingual_base",
    method: "GET",
    path: "/api/components/{project}/{component}/monolingual_base/",
    summary: "The base file of a monolingual component.",
    responses: { 200: bytes },
    access: ["translation.download"],
  }),
  newTemplate: endpoint({
    id: "components.new_template",
    method: "GET",
    path: "/api/components/{project}/{component}/new_template/",
    summary: "The template for new translations.",
    responses: { 200: bytes },
    access: ["translation.download"],
  }),
  file: endpoint({
    id: "components.file",
    method: "GET",
    path: "/api/components/{project}/{component}/file/",
    summary: "Zip archive of the component's files; pending strings are committed first.",
    query: () => z.object({ format: z.string().optional() }),
    responses: { 200: bytes },
    access: ["translation.download"],
  }),
  links: endpoint({
    id: "components.links",
    method: "GET",
    path: "/api/components/{project}/{component}/links/",
    summary: "Projects that a component is shown in besides its own: all for its managers, else those the caller sees.",
    since: "4.5",
    query: paging,
    responses: { 200: ComponentLinks },
    access: "viewer",
  }),
  link: endpoint({
    id: "components.links.create",
    method: "POST",
    path: "/api/components/{project}/{component}/links/",
    summary: "Shows the component in another project, which the caller has to be allowed to edit as well.",
    since: "4.5",
    body: () => z.object({ project_slug: reference.optional(), category_id: identifier.nullish() }),
    responses: { 201: LinkedComponent },
    access: ["component.edit"],
  }),
  unlink: endpoint({
    id: "components.links.delete",
    method: "DELETE",
    path: "/api/components/{project}/{component}/links/{project_slug}/",
    summary: "Takes the component out of another project.",
    since: "4.5",
    responses: { 204: nothing },
    access: ["component.edit"],
  }),
  translations: endpoint({
    id: "components.translations",
    method: "GET",
    path: "/api/components/{project}/{component}/translations/",
    summary: "Translations of a component.",
    query: paging,
    responses: { 200: pageOf(Translation) },
    access: "viewer",
  }),
  addTranslation: endpoint({
    id: "components.translations.create",
    method: "POST",
    path: "/api/components/{project}/{component}/translations/",
    summary: "Adds a language: creates its file and commits it.",
    body: () =>
      z.object({
        language_code: reference.optional(),
        from_component: listOf(z.union([reference, z.number()])).optional(),
      }),
    responses: { 201: AddedTranslation },
    access: ["translation.add"],
  }),
  statistics: endpoint({
    id: "components.statistics",
    method: "GET",
    path: "/api/components/{project}/{component}/statistics/",
    summary: "Counters of each translation of a component.",
    since: "2.10",
    query: paging,
    responses: { 200: pageOf(LanguageStatistics) },
    formats: statisticsFormats,
    access: "viewer",
  }),
};
