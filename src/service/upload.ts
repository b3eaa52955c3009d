import { equalTexts, isEmpty } from "../catalog/difference.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import type { Selectable } from "kysely";
import type { UploadResult } from "../contract/resources/translation.ts";
import { FormatError, type Format } from "../formats/format.ts";
import { updateFromTemplate } from "../formats/po/update.ts";
import { detectFormat } from "../formats/registry.ts";
import type { ProjectTable } from "../store/tables.ts";
import { action } from "./actions.ts";
import { record } from "./change-log.ts";
import { noteState, readState, type ComponentClone } from "./component-clone.ts";
import { formatOf, isMonolingual } from "./component-files.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { authorOf, commitOthersWork, commitPending, siteAuthor, translationMessage } from "./pending.ts";
import { may, type Caller } from "./permissions.ts";
import { withClone } from "./reconciliation.ts";
import { denied, invalid, locked, type Refusal } from "./refusal.ts";
import { inUpload, scanClone } from "./scan.ts";
import { timestamp, type Service } from "./service.ts";
import { addUnits, editUnits, type NewUnit, type TranslationRecord, type UnitEdit } from "./unit-edit.ts";
import { texts, type UnitContent, type UnitRecord } from "./unit-row.ts";
import { userForAuthor } from "./users.ts";

export type UploadMethod = "translate" | "approve" | "suggest" | "fuzzy" | "replace" | "source" | "add";

export interface UploadRequest {
  readonly method: UploadMethod;
  readonly conflicts: "" | "ignore" | "replace-translated" | "replace-approved";
  readonly fuzzy: "" | "process" | "approve";
  readonly authorName?: string | undefined;
  readonly authorEmail?: string | undefined;
  readonly content: Uint8Array;
}

export interface UploadTarget {
  readonly project: Selectable<ProjectTable>;
  readonly component: ComponentRecord;
  readonly translation: TranslationRecord;
  readonly caller: Caller;
}

interface Upload extends UploadTarget {
  readonly request: UploadRequest;
  readonly format: Format;
  readonly user: number | undefined;
  readonly author: number | undefined;
}

type Counts = Pick<UploadResult, "not_found" | "skipped" | "accepted" | "total">;
type Import = (service: Service, upload: Upload) => Promise<Counts>;

const imports: Readonly<Record<UploadMethod, Import>> = {
  translate: (service, upload) => importTexts(service, upload, unitStates.translated),
  approve: (service, upload) => importTexts(service, upload, unitStates.approved),
  fuzzy: (service, upload) => importTexts(service, upload, unitStates.needsEditing),
  suggest: async () => {
    throw unavailable("Suggestions are turned off.");
  },
  add: addMissing,
  replace: replaceFile,
  source: replaceTemplate,
};

/**
 * Imports a file into a translation (facts §2, probe §3).
 * @throws 403 without the right or while locked, 400 for a method that is not available here or a file that does not parse;
 * nothing has changed then
 */
export async function importFile(
  service: Service,
  target: UploadTarget,
  request: UploadRequest,
): Promise<UploadResult> {
  assertAllowed(target, request);
  const { caller, project } = target;
  const user = caller.user?.id;
  const author =
    request.authorEmail !== undefined && request.authorEmail !== "" && may(caller, project, "upload.authorship")
      ? await userForAuthor(service, { name: request.authorName ?? "", email: request.authorEmail })
      : user;
  const upload = { ...target, request, format: formatOf(target.component.settings), user, author };
  const counts = await imports[request.method](service, upload);
  await service.database
    .transaction()
    .execute((queries) =>
      record(service, queries, [
        { ...about(upload), action: action.fileUploaded, details: { method: request.method, ...counts } },
      ]),
    );
  return { ...counts, result: counts.accepted > 0, count: counts.total };
}

function unavailable(reason: string): Refusal {
  return invalid("method", `This method is not available here. ${reason}`);
}

function assertAllowed({ project, component, translation, caller }: UploadTarget, request: UploadRequest): void {
  if (!may(caller, project, "upload.perform")) throw denied("Insufficient privileges for uploading translations.");
  if (component.locked === 1) throw locked();
  const monolingual = isMonolingual(component.settings);
  const isSource = translation.is_source === 1;
  const sourceRights = may(caller, project, "source.edit") && (!monolingual || may(caller, project, "unit.template"));
  if (isSource && request.method !== "source" && !sourceRights) {
    throw denied("Insufficient privileges for editing source strings.");
  }
  const reason = reasonAgainst({ project, component, translation, caller }, request.method);
  if (reason !== undefined) throw unavailable(reason);
  if (request.conflicts === "replace-approved") {
    if (project.translation_review !== 1) throw invalid("conflicts", "Translation reviews are turned off.");
    if (!may(caller, project, "unit.review"))
      throw invalid("conflicts", "Insufficient privileges for approving translations.");
  }
  if (request.conflicts === "replace-translated" && !may(caller, project, "upload.overwrite")) {
    throw invalid("conflicts", "Insufficient privileges for overwriting translations.");
  }
}

/** Why a method does not work on this translation for this caller, or undefined. */
function reasonAgainst(
  { project, component, translation, caller }: UploadTarget,
  method: UploadMethod,
): string | undefined {
  const monolingual = isMonolingual(component.settings);
  const isSource = translation.is_source === 1;
  switch (method) {
    case "source":
      if (!isSource) return "Source upload is only supported on the source language.";
      if (monolingual) {
        return "Source upload is only supported for bilingual translations, you might want to use replace upload instead.";
      }
      if (component.settings.file_format !== "po") return "Source upload is not supported by the file format.";
      return translation.filename === "" ? "There is no template for new translations." : undefined;
    case "replace": {
      if (translation.filename === "") return "There is no file to replace; use source upload.";
      const mayReplace =
        may(caller, project, "component.edit") ||
        (may(caller, project, "unit.add") && may(caller, project, "unit.delete") && may(caller, project, "unit.edit"));
      return mayReplace ? undefined : "Insufficient privileges for replacing the file.";
    }
    case "add":
      if (monolingual && !isSource) return "Add the string to the source language instead.";
      if (!monolingual && isSource) return "The translation is read-only.";
      if (!component.settings.manage_units) return "Adding strings is disabled in the component configuration.";
      return may(caller, project, "unit.add") ? undefined : "Insufficient privileges for adding strings.";
    case "approve":
      if (project.translation_review !== 1) return "Translation reviews are turned off.";
      if (!may(caller, project, "unit.review")) return "Insufficient privileges for approving translations.";
      break;
    case "suggest":
      return "Suggestions are turned off.";
    default:
  }
  if (isSource && (!monolingual || !component.settings.edit_template)) return "The translation is read-only.";
  return may(caller, project, "unit.edit") ? undefined : "Insufficient privileges for editing strings.";
}

/** Units of the uploaded file. One of another format than the component's is recognised by its content. */
function readUpload({ request, format, translation }: Upload): Catalogue {
  const path = translation.filename === "" ? "upload" : translation.filename;
  try {
    return format.read(request.content, { path });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const other = request.method === "replace" || request.method === "source" ? undefined : readAs(request.content);
    if (other !== undefined) return other;
    const line = error.place?.line;
    throw invalid("file", line === undefined ? error.message : `${error.message} (line ${String(line)})`);
  }
}

function readAs(content: Uint8Array): Catalogue | undefined {
  try {
    return detectFormat("upload.json", content)?.read(content);
  } catch {
    return undefined;
  }
}

async function importTexts(service: Service, upload: Upload, state: number): Promise<Counts> {
  const catalogue = readUpload(upload);
  const { translation, component } = upload;
  const monolingual = isMonolingual(component.settings);
  const uploadedKeys = new Set(catalogue.units.map(({ key }) => key));
  const waiting = await service.database
    .selectFrom("unit")
    .selectAll()
    .where("translation_id", "=", translation.id)
    .where("pending", ">", 0)
    .execute();
  const affected = waiting.filter(({ key }) => uploadedKeys.has(key));
  await commitOthersWork(service, component, affected, upload.author);
  return service.database.transaction().execute(async (queries) => {
    const rows = await queries.selectFrom("unit").selectAll().where("translation_id", "=", translation.id).execute();
    const units = new Map(rows.map((row) => [row.key, row]));
    const counts = { not_found: 0, skipped: 0, accepted: 0, total: catalogue.units.length };
    const edits: UnitEdit[] = [];
    for (const uploaded of catalogue.units) {
      const wanted = wantedState(uploaded, upload.request.fuzzy, state);
      if (wanted === undefined) continue;
      const unit = units.get(uploaded.key);
      if (unit === undefined) {
        // What the base does not know is dropped without a word by the real service too (probe §3).
        if (!monolingual) counts.not_found += 1;
      } else if (accepts(unit, uploaded, wanted, upload.request.conflicts)) {
        edits.push({ unit, target: uploaded.target, state: wanted, action: action.translationUploaded });
      } else {
        counts.skipped += 1;
      }
    }
    counts.accepted = edits.length;
    if (edits.length > 0) await editUnits(service, queries, upload, edits);
    return counts;
  });
}

/** State an uploaded string gets; undefined: it is left out. */
function wantedState(uploaded: Unit, fuzzy: UploadRequest["fuzzy"], state: number): number | undefined {
  if (isEmpty(uploaded.target)) return undefined;
  if (uploaded.state !== unitStates.needsEditing) return state;
  if (fuzzy === "") return undefined;
  return fuzzy === "process" ? unitStates.needsEditing : state;
}

function accepts(unit: UnitRecord, uploaded: Unit, state: number, conflicts: UploadRequest["conflicts"]): boolean {
  const target = texts(unit.target);
  if (unit.state === unitStates.readOnly || target.length !== uploaded.target.length) return false;
  if (unit.state === state && equalTexts(target, uploaded.target)) return false;
  if (unit.state === unitStates.approved) return conflicts === "replace-approved";
  if (unit.state === unitStates.translated) return conflicts.startsWith("replace-");
  return true;
}

async function addMissing(service: Service, upload: Upload): Promise<Counts> {
  const catalogue = readUpload(upload);
  const monolingual = isMonolingual(upload.component.settings);
  return service.database.transaction().execute(async (queries) => {
    const rows = await queries
      .selectFrom("unit")
      .select("key")
      .where("translation_id", "=", upload.translation.id)
      .execute();
    const known = new Set(rows.map(({ key }) => key));
    const missing = catalogue.units.filter(({ key }) => !known.has(key));
    const units: NewUnit[] = missing.map((unit) => ({
      content: addedContent(unit, monolingual),
      action: monolingual ? action.sourceAddedInUpload : action.addedInUpload,
    }));
    if (units.length > 0) await addUnits(service, queries, upload, units);
    const total = catalogue.units.length;
    return { not_found: 0, skipped: total - units.length, accepted: units.length, total };
  });
}

function addedContent(unit: Unit, monolingual: boolean): UnitContent {
  return monolingual ? { ...unit, source: unit.target } : unit;
}

/** The uploaded bytes become the stored file, at once. */
async function replaceFile(service: Service, upload: Upload): Promise<Counts> {
  const total = readUpload(upload).units.length;
  const { translation } = upload;
  return withFile(service, upload, async (target) => {
    await target.clone.write(translation.filename, upload.request.content);
    await commitUpload(service, target, upload, [translation.filename]);
    await scanUpload(service, target, upload, action.replacedByUpload);
    const { units } = await service.database
      .selectFrom("unit")
      .select(({ fn }) => fn.countAll<number>().as("units"))
      .where("translation_id", "=", translation.id)
      .executeTakeFirstOrThrow();
    return { not_found: 0, skipped: 0, accepted: units, total };
  });
}

/** The uploaded template becomes the stored one, and every language's file is brought up to it, in one commit. */
async function replaceTemplate(service: Service, upload: Upload): Promise<Counts> {
  const total = readUpload(upload).units.length;
  const { translation, component, request } = upload;
  return withFile(service, upload, async (target) => {
    const others = await service.database
      .selectFrom("translation")
      .select("filename")
      .where("component_id", "=", component.id)
      .where("is_source", "=", 0)
      .execute();
    const updated = await Promise.all(
      others.map(async ({ filename }) => ({
        filename,
        content: updateFromTemplate(await target.clone.read(filename), request.content),
      })),
    ).catch((error: unknown) => {
      throw error instanceof FormatError ? invalid("file", error.message) : error;
    });
    await target.clone.write(translation.filename, request.content);
    for (const { filename, content } of updated) await target.clone.write(filename, content);
    await commitUpload(service, target, upload, [translation.filename, ...others.map(({ filename }) => filename)]);
    await scanUpload(service, target, upload, action.updatedBySourceUpload);
    return { not_found: 0, skipped: 0, accepted: total, total };
  });
}

/** Holds the clone with nothing waiting in it: what translators saved is committed before the file is replaced. */
async function withFile(
  service: Service,
  { component, user }: Upload,
  work: (target: ComponentClone) => Promise<Counts>,
): Promise<Counts> {
  return withClone(service, component.clone_id, component.path, async (target) => {
    await commitPending(service, target, { user });
    return work(target);
  });
}

async function commitUpload(
  service: Service,
  target: ComponentClone,
  { component, translation, author }: Upload,
  paths: readonly string[],
): Promise<void> {
  await target.clone.commit({
    message: await translationMessage(service, component, translation, component.settings.commit_message),
    author: await authorOf(service, author),
    committer: siteAuthor(service),
    paths,
    authored: timestamp(service),
  });
}

async function scanUpload(service: Service, target: ComponentClone, upload: Upload, code: number): Promise<void> {
  await scanClone(service, target, { user: upload.user, actions: inUpload });
  const state = await readState(target);
  await service.database.transaction().execute(async (queries) => {
    await noteState(queries, target, state);
    await record(service, queries, [{ ...about(upload), action: code }]);
  });
}

function about({ project, component, translation, user, author }: Upload) {
  return { project: project.id, component: component.id, translation: translation.id, user, author };
}
