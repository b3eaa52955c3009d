import type { z } from "zod";
import type { Selectable } from "kysely";
import type { componentSettings } from "../contract/endpoints/components.ts";
import { formatFor } from "../formats/registry.ts";
import { withoutCredentials } from "../git/run.ts";
import type { Queries } from "../store/database.ts";
import type { ProjectTable } from "../store/tables.ts";
import { action } from "./actions.ts";
import { extractArchive } from "./archive.ts";
import { record } from "./change-log.ts";
import { GitRefusal, remoteBranch } from "./clone.ts";
import { cloneOf, loadClone, markClone, noteState, readState } from "./component-clone.ts";
import { findFiles, isMonolingual, languageFilter } from "./component-files.ts";
import {
  componentRecord,
  defaultComponentSettings,
  type ComponentRecord,
  type ComponentSettings,
} from "./component-settings.ts";
import { languageByCode, type LanguageRecord } from "./language.ts";
import { siteAuthor } from "./pending.ts";
import { invalid, notFound, required } from "./refusal.ts";
import { assertBranch, assertPath, assertRepository, publicRepository } from "./repository-path.ts";
import { scanComponent } from "./scan.ts";
import { timestamp, type Service } from "./service.ts";

export type ComponentFields = Partial<Omit<z.output<typeof componentSettings>, "category">>;

/** A component that starts from files instead of a repository. */
export type ComponentUpload =
  | { readonly kind: "document"; readonly name: string; readonly content: Uint8Array }
  | { readonly kind: "archive"; readonly content: Uint8Array };

export interface ComponentCreation {
  readonly project: Selectable<ProjectTable>;
  readonly category?: number | undefined;
  readonly fields: z.input<typeof componentSettings> | ComponentFields;
  readonly upload?: ComponentUpload | undefined;
  readonly user: number | undefined;
}

const LINK = "weblate://";

/**
 * Creates a component: its clone (or a share in another one), its translations and strings.
 * @throws 400 on the field that is wrong; nothing is left behind then
 */
export async function createComponent(service: Service, creation: ComponentCreation): Promise<ComponentRecord> {
  const { fields, project } = creation;
  const name = fields.name ?? "";
  const slug = fields.slug ?? "";
  const path = [...(await categoryPath(service, creation)), slug].join("/");
  await assertFree(service, project.id, name, path);
  const sourceLanguage = await sourceLanguageOf(service, creation);
  const settings = await completeSettings(service, creation, sourceLanguage);
  const home = await homeOf(service, creation, settings);
  try {
    const row = await service.database
      .insertInto("component")
      .values({
        project_id: project.id,
        category_id: creation.category ?? null,
        clone_id: home.clone,
        linked_component_id: home.owner ?? null,
        name,
        slug,
        path,
        source_language_id: sourceLanguage.id,
        settings: JSON.stringify(settings),
        locked: 0,
        auto_locked: 0,
        template_revision: "",
        task_id: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const component = componentRecord(row);
    try {
      await service.locks.hold(home.clone, path, () => firstScan(service, component, creation.user));
    } catch (error) {
      await service.database.deleteFrom("component").where("id", "=", component.id).execute();
      throw error;
    }
    return component;
  } catch (error) {
    if (home.owner === undefined) await removeClone(service, home.clone);
    throw error;
  }
}

async function firstScan(service: Service, component: ComponentRecord, user: number | undefined): Promise<void> {
  const target = await loadClone(service, component.clone_id);
  const files = await target.clone.files();
  const { settings } = component;
  assertPresent(settings, files);
  const found = await findFiles(service.database, component, files);
  if (!found.translations.some(({ path }) => path !== "")) {
    throw invalid("filemask", "The file mask did not match any files.");
  }
  const faults = await scanComponent(service, target.clone, component, files, { first: true, user });
  const [fault] = faults;
  if (fault !== undefined && found.translations.length === faults.length) {
    throw invalid(isMonolingual(settings) ? "template" : "filemask", `Could not parse ${fault}`);
  }
  const state = await readState(target);
  await service.database.transaction().execute(async (queries) => {
    await noteState(queries, target, state);
    await markClone(queries, target.record.id, false);
    await record(service, queries, [
      { action: action.componentCreated, project: component.project_id, component: component.id, user },
    ]);
  });
}

/** @throws 400 where the base file or the template for new translations is not in the repository */
export function assertPresent(settings: ComponentSettings, files: ReadonlyMap<string, string>): void {
  if (isMonolingual(settings) && !files.has(settings.template)) {
    throw invalid("template", `The monolingual base “${settings.template}” is not in the repository.`);
  }
  if (settings.new_base !== "" && !files.has(settings.new_base)) {
    throw invalid("new_base", `The template for new translations “${settings.new_base}” is not in the repository.`);
  }
}

async function categoryPath(service: Service, { category, project }: ComponentCreation): Promise<string[]> {
  if (category === undefined) return [];
  const row = await service.database
    .selectFrom("category")
    .select("path")
    .where("id", "=", category)
    .where("project_id", "=", project.id)
    .executeTakeFirst();
  if (row === undefined) throw invalid("category", "Invalid hyperlink - Object does not exist.", "does_not_exist");
  return [row.path];
}

async function assertFree(service: Service, project: number, name: string, path: string): Promise<void> {
  if (name === "") throw required("name");
  if (path === "" || path.endsWith("/")) throw required("slug");
  const { database } = service;
  const component = await database
    .selectFrom("component")
    .select("id")
    .where("project_id", "=", project)
    .where("path", "=", path)
    .executeTakeFirst();
  const category = await database
    .selectFrom("category")
    .select("id")
    .where("project_id", "=", project)
    .where("path", "=", path)
    .executeTakeFirst();
  if (component !== undefined || category !== undefined) {
    throw invalid("slug", "Component or category with the same URL slug already exists at this level.", "unique");
  }
}

async function sourceLanguageOf(service: Service, { fields, project }: ComponentCreation): Promise<LanguageRecord> {
  const wanted = fields.source_language;
  if (wanted === undefined) {
    return service.database
      .selectFrom("language")
      .selectAll()
      .where("id", "=", project.source_language_id)
      .executeTakeFirstOrThrow();
  }
  const code = typeof wanted === "string" ? wanted : wanted.code;
  const language = await languageByCode(service.database, code);
  if (language === undefined) {
    throw invalid("source_language", `Language with code "${code}" does not exist.`, "does_not_exist");
  }
  return language;
}

/** Settings as they are stored: what was sent, completed by defaults and checked. */
async function completeSettings(
  service: Service,
  { fields, upload }: ComponentCreation,
  language: LanguageRecord,
): Promise<ComponentSettings> {
  const settings: ComponentSettings = { ...defaultComponentSettings, ...settingsIn(fields) };
  const format = formatFor(settings.file_format);
  if (settings.file_format === "") throw required("file_format");
  if (format === undefined)
    throw invalid("file_format", `"${settings.file_format}" is not a valid choice.`, "invalid_choice");
  if (upload !== undefined) {
    settings.vcs = "local";
    settings.repo = "local:";
  }
  if (upload?.kind === "document") completeForDocument(settings, upload.name, language, fields.slug ?? "");
  if (settings.vcs === "local") {
    settings.repo = "local:";
    settings.branch = "main";
    settings.push = "";
  } else {
    if (settings.repo === "") throw required("repo");
    if (!settings.repo.startsWith(LINK)) {
      assertRepository("repo", settings.repo);
      if (settings.push !== "") assertRepository("push", settings.push);
      settings.branch = settings.branch === "" ? await defaultBranch(settings.repo) : settings.branch;
      assertBranch("branch", settings.branch);
      if (settings.push_branch !== "") assertBranch("push_branch", settings.push_branch);
    }
  }
  assertFiles(settings, format.kind);
  if (fields.manage_units === undefined) settings.manage_units = isMonolingual(settings);
  return settings;
}

/** The members of a request that are settings. */
export function settingsIn(fields: object): Partial<ComponentSettings> {
  const known = new Set(Object.keys(defaultComponentSettings));
  const entries = Object.entries(fields).filter(([name, value]) => known.has(name) && value !== undefined);
  return Object.fromEntries(entries);
}

/** Paths stay inside of the repository, and there is a base file exactly where the format needs one. */
export function assertFiles(settings: ComponentSettings, kind: "bilingual" | "monolingual"): void {
  if (settings.filemask === "") throw required("filemask");
  if (!settings.filemask.includes("*"))
    throw invalid("filemask", "The file mask must contain “*” in place of the language code.");
  for (const attr of ["filemask", "template", "new_base", "intermediate", "screenshot_filemask"] as const) {
    if (settings[attr] !== "") assertPath(attr, settings[attr]);
  }
  languageFilter(settings.language_regex);
  if (kind === "monolingual" && settings.template === "") {
    throw invalid("template", "You can not use a monolingual translation without a base file.");
  }
  if (kind === "bilingual" && settings.template !== "") {
    throw invalid("template", "You can not use a base file for bilingual translations.");
  }
}

/** One uploaded document is the source file of the component. */
function completeForDocument(settings: ComponentSettings, name: string, language: LanguageRecord, slug: string): void {
  const format = formatFor(settings.file_format);
  const extension = format?.extensions[0] ?? "txt";
  if (settings.filemask === "") settings.filemask = `${slug}/*.${extension}`;
  const file = settings.filemask.replaceAll("*", () => language.code);
  if (format?.kind === "monolingual") settings.template = settings.template === "" ? file : settings.template;
  else if (settings.new_base === "") settings.new_base = name.endsWith(".pot") ? `${file}t` : file;
}

async function defaultBranch(repo: string): Promise<string> {
  try {
    return await remoteBranch(repo);
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error;
    const words = withoutCredentials(error.message);
    throw invalid("repo", `Could not reach the repository “${publicRepository(repo)}”: ${words}`);
  }
}

interface Home {
  readonly clone: number;
  /** The component that the clone belongs to, where it is shared. */
  readonly owner?: number;
}

/** The clone the component lives in: another component's, where it asks for it or uses the same repository and branch. */
async function homeOf(service: Service, creation: ComponentCreation, settings: ComponentSettings): Promise<Home> {
  if (settings.repo.startsWith(LINK)) return linkedHome(service, creation, settings);
  if (settings.vcs !== "local" && creation.fields.disable_autoshare !== true) {
    const same = await service.database
      .selectFrom("clone")
      .innerJoin("component", "component.clone_id", "clone.id")
      .select(["clone.id as clone", "component.id as owner"])
      .where("clone.project_id", "=", creation.project.id)
      .where("clone.repo", "=", settings.repo)
      .where("clone.branch", "=", settings.branch)
      .where("component.linked_component_id", "is", null)
      .executeTakeFirst();
    if (same !== undefined) return same;
  }
  return newHome(service, creation, settings);
}

async function linkedHome(
  service: Service,
  { project }: ComponentCreation,
  settings: ComponentSettings,
): Promise<Home> {
  const [, projectSlug = "", path = ""] = /^([^/]+)\/(.+?)\/?$/.exec(settings.repo.slice(LINK.length)) ?? ["", "", ""];
  const owner = await service.database
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id", "component.clone_id", "component.linked_component_id", "component.project_id"])
    .where("project.slug", "=", projectSlug)
    .where("component.path", "=", path)
    .executeTakeFirst();
  if (owner === undefined || owner.project_id !== project.id) {
    throw invalid(
      "repo",
      `There is no component “${settings.repo.slice(LINK.length)}” in this project to share a clone with.`,
    );
  }
  settings.repo = "";
  settings.push = "";
  settings.branch = "";
  return { clone: owner.clone_id, owner: owner.linked_component_id ?? owner.id };
}

async function newHome(service: Service, creation: ComponentCreation, settings: ComponentSettings): Promise<Home> {
  const local = settings.vcs === "local";
  const { id } = await service.database
    .insertInto("clone")
    .values({
      project_id: creation.project.id,
      repo: local ? "" : settings.repo,
      branch: settings.branch,
      head: "",
      remote_commit: null,
      ahead: 0,
      behind: 0,
      merge_failure: null,
      // Until the first scan is through; a start after a crash removes it.
      dirty: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const clone = cloneOf(service, id);
  try {
    await clone.remove();
    await clone.create(local ? "" : settings.repo, settings.branch);
    if (local) await storeUpload(service, id, creation, settings);
  } catch (error) {
    await removeClone(service, id);
    throw error instanceof GitRefusal ? invalid("repo", `Could not clone the repository: ${error.message}`) : error;
  }
  return { clone: id };
}

async function storeUpload(
  service: Service,
  id: number,
  { upload }: ComponentCreation,
  settings: ComponentSettings,
): Promise<void> {
  const clone = cloneOf(service, id);
  const files = new Map<string, Uint8Array>();
  if (upload?.kind === "document") {
    files.set(settings.template === "" ? settings.new_base : settings.template, upload.content);
  } else if (upload?.kind === "archive") {
    for (const [path, content] of extractArchive(service, upload.content)) files.set(path, content);
  }
  if (files.size === 0) throw invalid("repo", "A local repository needs files: send `docfile` or `zipfile`.");
  for (const [path, content] of files) await clone.write(path, content);
  await clone.commit({
    message: "Start of the repository\n",
    author: siteAuthor(service),
    committer: siteAuthor(service),
    paths: [...files.keys()],
    authored: timestamp(service),
  });
}

async function removeClone(service: Service, id: number): Promise<void> {
  await cloneOf(service, id).remove();
  await service.database.deleteFrom("clone").where("id", "=", id).execute();
}

/** Removes a component with all it has; its clone goes with the last component in it. Components that share it stay. */
export async function removeComponent(
  service: Service,
  component: ComponentRecord,
  user: number | undefined,
): Promise<void> {
  await service.locks.hold(component.clone_id, component.path, async () => {
    const shared = await service.database
      .selectFrom("component")
      .selectAll()
      .where("clone_id", "=", component.clone_id)
      .where("id", "!=", component.id)
      .orderBy("id")
      .execute();
    await service.database.transaction().execute(async (queries) => {
      const [heir] = shared;
      if (component.linked_component_id === null && heir !== undefined) {
        await passOn(queries, component, componentRecord(heir));
      }
      await queries.deleteFrom("component").where("id", "=", component.id).execute();
      const about = { action: action.componentRemoved, project: component.project_id, user, target: component.path };
      await record(service, queries, [about]);
    });
    if (shared.length === 0) await removeClone(service, component.clone_id);
  });
}

/** The clone's next owner takes repository, branch and push address over. */
async function passOn(queries: Queries, component: ComponentRecord, heir: ComponentRecord): Promise<void> {
  const { repo, branch, push, push_branch: pushBranch, vcs } = component.settings;
  await queries
    .updateTable("component")
    .set({ linked_component_id: heir.id })
    .where("linked_component_id", "=", component.id)
    .execute();
  await queries
    .updateTable("component")
    .set({
      linked_component_id: null,
      settings: JSON.stringify({ ...heir.settings, repo, branch, push, push_branch: pushBranch, vcs }),
    })
    .where("id", "=", heir.id)
    .execute();
}

/** Removes a project: its clones, and by the database's own rules all that hangs on it. */
export async function removeProject(service: Service, project: Selectable<ProjectTable>): Promise<void> {
  const clones = await service.database.selectFrom("clone").select("id").where("project_id", "=", project.id).execute();
  const removed = await service.database.transaction().execute(async (queries) => {
    await queries.deleteFrom("component").where("project_id", "=", project.id).execute();
    return queries.deleteFrom("project").where("id", "=", project.id).executeTakeFirst();
  });
  if (removed.numDeletedRows === 0n) throw notFound();
  for (const { id } of clones) await cloneOf(service, id).remove();
}
