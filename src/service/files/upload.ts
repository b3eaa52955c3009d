import { inOpenTransaction } from "../../store/database.ts";
import { unitStates } from "../../catalog/unit.ts";
import { withCharset } from "../../formats/po/charset.ts";
import type { UploadResult } from "../../contract/resources/translation.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import type { ComponentClone } from "../clone/clone.ts";
import { noteState, readState } from "../clone/component-clone.ts";
import { translationMessage } from "../clone/message-values.ts";
import { authorOf, commitPending, siteAuthor } from "../clone/pending.ts";
import { withClone } from "../clone/reconciliation.ts";
import { pushAfterCommit } from "../clone/repository-operations.ts";
import { invalid } from "../../http-api/refusal.ts";
import { countContribution } from "../identity/contribution.ts";
import { may } from "../identity/permissions.ts";
import { userForAuthor } from "../identity/users.ts";
import { timestamp, type Service } from "../service.ts";
import { calculateFrom } from "../threads/calculate.ts";
import { Scratch } from "./archive.ts";
import { assertMayUpload } from "./upload-access.ts";
import { addTexts, assertMayApprove, importTexts, suggestTexts } from "./upload-texts.ts";
import { inRoomFor, readUpload } from "./file-reading.ts";
import { assertDeclared } from "./uploaded-file.ts";
import { inUpload } from "./scan-options.ts";
import { readInMemory, type SentBytes } from "./sent-bytes.ts";
import { scanClone } from "./scan.ts";
import type { Upload, UploadCounts, UploadMethod, UploadRequest, UploadTarget } from "./upload-request.ts";

type Import = (service: Service, upload: Upload) => Promise<UploadCounts>;

const imports: Readonly<Record<UploadMethod, Import>> = {
  translate: (service, upload) => importTexts(service, upload, unitStates.translated),
  approve: (service, upload) => importTexts(service, upload, unitStates.approved),
  fuzzy: (service, upload) => importTexts(service, upload, unitStates.needsEditing),
  suggest: suggestTexts,
  add: addTexts,
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
  await assertMayUpload(service, target, request);
  const { caller } = target;
  const user = caller.user?.id;
  await using scratch = new Scratch(service);
  const author = await authorFor(service, target, request);
  const upload: Upload = { ...target, request, user, author, place: () => scratch.place() };
  const counts = await inRoomFor(request, () => imports[request.method](service, upload));
  await inOpenTransaction(service.database, async (queries) => {
    await countContribution(queries, upload.author, "uploaded");
    await record(service, queries, [
      { ...about(upload), action: action.fileUploaded, details: { method: request.method, ...counts } },
    ]);
  });
  return { ...counts, result: counts.accepted > 0, count: counts.total };
}

/** Who may not name an author is the author, without a word (facts §2). */
async function authorFor(
  service: Service,
  { caller, ...place }: UploadTarget,
  { authorName = "", authorEmail = "" }: UploadRequest,
): Promise<number | undefined> {
  if (authorEmail === "" || !may(caller, place, "upload.authorship")) return caller.user?.id;
  return userForAuthor(service, { name: authorName, email: authorEmail });
}

/** The uploaded bytes become the stored file, at once. */
async function replaceFile(service: Service, upload: Upload): Promise<UploadCounts> {
  const file = await readUpload(upload, "readStoredKind");
  assertDeclared(upload, file);
  await assertMayApprove(service.database, upload, file);
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
    return { not_found: 0, skipped: 0, accepted: units, total: file.total };
  });
}

const CHARSET_LEFT_OPEN = "charset=CHARSET names no charset: write charset=UTF-8 in the template's header.";

/** The uploaded template becomes the stored one, and every language's file is brought up to it, in one commit. */
async function replaceTemplate(service: Service, upload: Upload): Promise<UploadCounts> {
  const file = await readUpload(upload, "readStoredKind");
  const { total } = file;
  const { translation, component, request } = upload;
  return withFile(service, upload, async (target) => {
    const others = await service.database
      .selectFrom("translation")
      .select("filename")
      .where("component_id", "=", component.id)
      .where("is_source", "=", 0)
      .execute();
    const template = request.content;
    // As msgmerge has it, which warns of it in an upload: real services take no update with a warning.
    if (others.length > 0 && (await leavesCharsetOpen(template))) throw invalid("file", CHARSET_LEFT_OPEN);
    const updated: { readonly filename: string; readonly content: Uint8Array }[] = [];
    // One after the other: other clones want the threads as well.
    for (const { filename } of others) {
      const own = await target.clone.read(filename);
      const read = await calculateFrom([own, template], "updatedFile", { file: own, template });
      if ("fault" in read) throw invalid("file", read.fault);
      updated.push({ filename, content: read.content });
    }
    // Without a template there is none to be replaced: the strings go into the languages' files alone.
    const own = translation.filename === "" ? [] : [translation.filename];
    for (const filename of own) await target.clone.write(filename, request.content);
    for (const { filename, content } of updated) await target.clone.write(filename, content);
    await commitUpload(service, target, upload, [...own, ...others.map(({ filename }) => filename)]);
    await scanUpload(service, target, upload, action.updatedBySourceUpload);
    return { not_found: 0, skipped: 0, accepted: total, total };
  });
}

async function leavesCharsetOpen(template: SentBytes): Promise<boolean> {
  const content = await readInMemory(template);
  return withCharset(content) !== content;
}

/** Holds the clone with nothing waiting in it: what translators saved is committed before the file is replaced. */
async function withFile(
  service: Service,
  { component, user }: Upload,
  work: (target: ComponentClone) => Promise<UploadCounts>,
): Promise<UploadCounts> {
  return withClone(service, component.clone_id, component.path, async (target) => {
    await commitPending(service, target, { user });
    const counts = await work(target);
    await pushAfterCommit(service, target, { user });
    return counts;
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
  await inOpenTransaction(service.database, async (queries) => {
    await noteState(queries, target, state);
    await record(service, queries, [{ ...about(upload), action: code }]);
  });
}

function about({ project, component, translation, user, author }: Upload) {
  return { project: project.id, component: component.id, translation: translation.id, user, author };
}
