import type { Selectable } from "kysely";
import type { newComponent } from "../../contract/endpoints/component-settings.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { formatFor } from "../../formats/registry.ts";
import type { ProjectTable, LanguageRecord } from "../../store/tables.ts";
import { loadClone } from "../clone/component-clone.ts";
import type { Clone } from "../clone/clone.ts";
import {
  findFiles,
  intermediateOf,
  isMonolingual,
  languageWithFile,
  type TranslationFile,
} from "../files/component-files.ts";
import { assignToLists } from "../component-lists/automatic-assignment.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import { waitForTask } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { fileFault } from "../files/file-strings.ts";
import { areSmall, fileToRead, sizeOf } from "../files/held-strings.ts";
import { calculate } from "../threads/calculate.ts";
import {
  completeRepository,
  componentLink,
  homeFor,
  removeHome,
  type ComponentUpload,
  type Home,
  type HomeRequest,
} from "./component-home.ts";
import { assertFree, categoryPath } from "./component-place.ts";
import { startScan } from "./component-scan.ts";
import {
  componentById,
  defaultComponentSettings,
  settingsIn,
  type ComponentRecord,
  type ComponentSettings,
} from "./component-settings.ts";
import { languageNamed } from "./language.ts";
import { assertSettings } from "./settings-faults.ts";
import type { Value } from "../../http-api/endpoint.ts";

export type { ComponentUpload } from "./component-home.ts";

type Sent = Omit<Value<typeof newComponent>, "category" | "from_component">;
export type ComponentFields = { readonly [Name in keyof Sent]?: Sent[Name] | undefined };

export interface ComponentCreation {
  readonly project: Selectable<ProjectTable>;
  readonly category?: number | undefined;
  readonly fields: ComponentFields;
  readonly upload?: ComponentUpload | undefined;
  /** Its settings and its repository are copied; what `fields` say comes before them. */
  readonly like?: Original | undefined;
  /** Undefined: the administration. */
  readonly caller?: Caller | undefined;
  /** Milliseconds that the component's files may take before it is returned as it is then. */
  readonly patience?: number;
}

interface Original {
  readonly component: ComponentRecord;
  readonly projectSlug: string;
}

/**
 * Creates a component: its clone (or a share in another one), its translations and strings.
 * @throws 400 on the fields that are wrong; nothing is left behind then
 */
export async function createComponent(service: Service, creation: ComponentCreation): Promise<ComponentRecord> {
  assertSent(creation);
  const { fields, project } = creation;
  const name = fields.name ?? "";
  const slug = fields.slug ?? "";
  const path = [...(await categoryPath(service, project.id, creation.category)), slug].join("/");
  const place = { project: project.id, category: creation.category ?? null, name, path };
  await assertFree(service.database, place);
  const sourceLanguage = await sourceLanguageOf(service, creation);
  const settings = await completeSettings(service, creation, sourceLanguage);
  const request: HomeRequest = {
    project,
    caller: creation.caller,
    share: fields.disable_autoshare !== true,
    upload: creation.upload,
  };
  const home = await homeFor(service, request, settings);
  let created: number | undefined;
  try {
    const described = { project_id: project.id, source_language_id: sourceLanguage.id, settings };
    await assertReadable(service, home, path, described);
    const { component, task } = await inTransaction(service.database, async (queries) => {
      // Somebody may have been quicker while the repository was fetched.
      await assertFree(queries, place);
      const row = await queries
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
          restricted: settings.restricted ? 1 : 0,
          locked: 0,
          auto_locked: 0,
          template_revision: "",
          task_id: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await assignToLists(queries, row.id);
      const user = creation.caller?.user?.id;
      return { component: row.id, task: await startScan(service, queries, { component: row.id, first: true, user }) };
    });
    created = component;
    // Few files are read before the request is answered; of many `task_url` tells how far it is.
    await waitForTask(service, task, creation.patience);
  } catch (error) {
    if (home.owner === undefined && created === undefined) await removeHome(service, home.clone);
    throw error;
  }
  return componentById(service, created);
}

/** @throws 400 for every field that has to be there and is not */
function assertSent({ fields, upload, like }: ComponentCreation): void {
  const local = upload !== undefined || fields.vcs === "local";
  const missing = [
    ...(isMissing(fields.name) ? ["name"] : []),
    ...(isMissing(fields.slug) ? ["slug"] : []),
    ...(isMissing(fields.repo) && !local && like === undefined ? ["repo"] : []),
    ...(isMissing(fields.filemask) && upload?.kind !== "document" && like === undefined ? ["filemask"] : []),
    ...(isMissing(fields.file_format) && like === undefined ? ["file_format"] : []),
  ];
  if (missing.length === 0) return;
  throw new Refusal(
    400,
    missing.map((field) => ({ field, code: "required", detail: "This field is required." })),
  );
}

function isMissing(value: string | undefined): boolean {
  return value === undefined || value === "";
}

async function sourceLanguageOf(
  service: Service,
  { fields, project, like }: ComponentCreation,
): Promise<LanguageRecord> {
  const wanted = fields.source_language;
  if (wanted === undefined) {
    return service.database
      .selectFrom("language")
      .selectAll()
      .where("id", "=", like?.component.source_language_id ?? project.source_language_id)
      .executeTakeFirstOrThrow();
  }
  return languageNamed(service.database, "source_language", wanted);
}

/** Settings as they are stored: what was sent, completed by the component to copy or by defaults, and checked. */
async function completeSettings(
  service: Service,
  { fields, upload, like }: ComponentCreation,
  language: LanguageRecord,
): Promise<ComponentSettings> {
  const settings: ComponentSettings = {
    ...defaultComponentSettings,
    ...(like === undefined ? {} : copied(like)),
    ...settingsIn(fields),
  };
  if (upload !== undefined) settings.vcs = "local";
  if (upload?.kind === "document") completeForDocument(settings, upload.name, language, fields.slug ?? "");
  if (fields.manage_units === undefined && like === undefined) settings.manage_units = isMonolingual(settings);
  assertSettings(settings);
  await completeRepository(service, settings);
  return settings;
}

/** A local repository has its files nowhere else: the copy shares it. So does the copy of a component that shares one. */
function copied({ component: { settings, path, linked_component_id: owner }, projectSlug }: Original) {
  if (owner === null && settings.vcs !== "local") return settings;
  return { ...settings, vcs: "git", repo: componentLink(projectSlug, path) };
}

/** One uploaded document is the source file of the component. */
function completeForDocument(settings: ComponentSettings, name: string, language: LanguageRecord, slug: string): void {
  const format = formatFor(settings.file_format, settings.template);
  const extension = format?.extensions[0] ?? "txt";
  if (settings.filemask === "") settings.filemask = `${slug}/*.${extension}`;
  const file = settings.filemask.replaceAll("*", () => language.code);
  if (format?.kind === "monolingual") settings.template = settings.template === "" ? file : settings.template;
  else if (settings.new_base === "") settings.new_base = name.endsWith(".pot") ? `${file}t` : file;
}

type Described = Pick<ComponentRecord, "project_id" | "source_language_id" | "settings">;

/** @throws 400 where the repository does not hold what the settings say, or the source file does not parse */
async function assertReadable(service: Service, home: Home, name: string, component: Described): Promise<void> {
  const read = async (): Promise<void> => {
    const target = await loadClone(service, home.clone);
    const files = await target.clone.files();
    const { settings } = component;
    assertPresent(settings, files);
    await assertNoLanguage(service.database, component);
    const found = await findFiles(service.database, component, files);
    const first = found.translations.find(({ path }) => path !== "");
    if (first === undefined) throw invalid("filemask", "The file mask did not match any files.");
    await assertParses(target.clone, settings, first);
  };
  // The first of several components of a repository may be read for minutes: the next ones are looked at beside that.
  if (home.owner !== undefined) await read();
  else await service.locks.hold(home.clone, name, read);
}

async function assertParses(
  clone: Clone,
  settings: ComponentSettings,
  { path, language }: TranslationFile,
): Promise<void> {
  const file = await fileToRead(clone, path, language.code);
  const fault = areSmall([file])
    ? fileFault({ settings, file })
    : await calculate("fileFault", { settings, file }, undefined, sizeOf([file]));
  if (fault === undefined) return;
  throw invalid(isMonolingual(settings) ? "template" : "filemask", `Could not parse ${path}: ${fault}`);
}

/** @throws 400 where what developers write is the file of a language, which would be gone */
export async function assertNoLanguage(queries: Queries, component: Described): Promise<void> {
  const path = intermediateOf(component.settings);
  const language = path === "" ? undefined : await languageWithFile(queries, component, path);
  if (language === undefined) return;
  const detail = `The file “${path}” is that of ${language.name}; if it is not, leave it out by “language_regex”.`;
  throw invalid("intermediate", detail);
}

/** @throws 400 where a file that the settings name is not in the repository */
export function assertPresent(settings: ComponentSettings, files: ReadonlyMap<string, string>): void {
  if (isMonolingual(settings) && !files.has(settings.template)) {
    throw invalid("template", `The monolingual base “${settings.template}” is not in the repository.`);
  }
  if (settings.new_base !== "" && !files.has(settings.new_base)) {
    throw invalid("new_base", `The template for new translations “${settings.new_base}” is not in the repository.`);
  }
  if (settings.intermediate !== "" && !files.has(settings.intermediate)) {
    const detail = `The intermediate language file “${settings.intermediate}” is not in the repository.`;
    throw invalid("intermediate", detail);
  }
}
