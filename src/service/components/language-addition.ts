import { inTransaction } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import type { ComponentClone } from "../clone/clone.ts";
import { noteState, readState, refreshState } from "../clone/component-clone.ts";
import { isMonolingual } from "../files/component-files.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { codeInFiles } from "./language-code-style.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { fileMask } from "../files/file-mask.ts";
import { languageByCode } from "./language.ts";
import { translationMessage } from "../clone/message-values.ts";
import { commitPending, siteAuthor } from "../clone/pending.ts";
import { withClone } from "../clone/reconciliation.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, locked, notFound } from "../http/refusal.ts";
import { assertPath } from "../clone/repository-path.ts";
import { scanClone } from "../files/scan.ts";
import { timestamp, type Service } from "../service.ts";
import { calculateFrom } from "../threads/calculate.ts";
import type { TranslationRecord, ProjectRecord, LanguageRecord } from "../../store/tables.ts";

export interface LanguageAddition {
  readonly project: ProjectRecord;
  readonly component: ComponentRecord;
  readonly caller: Caller;
  readonly code: string;
}

/** Adds a language: its file is created and committed at once (probe §8). @throws 400, 403 */
export async function addLanguage(
  service: Service,
  { project, component, caller, code }: LanguageAddition,
): Promise<TranslationRecord> {
  const user = caller.user?.id;
  const language = await languageByCode(service.database, code);
  await assertMayAdd(service, caller, { project, component }, language);
  if (language === undefined) throw refused(code);
  if (language.id === component.source_language_id) {
    throw invalid("language_code", "The given language is used as a source language.");
  }
  return createLanguage(service, component, language, user);
}

/** Creates and commits the file of a language, whoever wants it. @throws 400 where it is there already */
export async function createLanguage(
  service: Service,
  component: ComponentRecord,
  language: LanguageRecord,
  user: number | undefined,
): Promise<TranslationRecord> {
  const { code } = language;
  return withClone(service, component.clone_id, component.path, async (target) => {
    if ((await translationIn(service, component, language)) !== undefined) throw refused(code);
    const path = pathFor(component, language);
    if ((await target.clone.tryRead(path)) !== undefined) throw refused(code);
    await commitPending(service, target, { user });
    await target.clone.write(path, await fileFor(component, target, language));
    const more = await service.addons.languageFileMade(service, target, component, path);
    const { add_message: template } = component.settings;
    await commitFile(service, target, { component, language, path, more, template });
    await scanClone(service, target, { user, first: true });
    const translation = await translationIn(service, component, language);
    if (translation === undefined) throw refused(code);
    const state = await readState(target);
    await inTransaction(service.database, async (queries) => {
      await noteState(queries, target, state);
      await service.addons.languageAdded(service, queries, component);
      await record(service, queries, [
        {
          action: action.languageAdded,
          project: component.project_id,
          component: component.id,
          translation: translation.id,
          user,
        },
      ]);
    });
    return (await translationIn(service, component, language)) ?? translation;
  });
}

/** @throws 403 where nobody may, or where the component leaves it to those who manage it (facts §1.3, `new_lang`) */
async function assertMayAdd(
  service: Service,
  caller: Caller,
  { project, component }: Pick<LanguageAddition, "project" | "component">,
  language: LanguageRecord | undefined,
): Promise<void> {
  const reason = "Can not create translation";
  const place = { project, component, language };
  if (component.locked === 1 || !may(caller, place, "translation.add")) throw denied(reason);
  const { new_lang: rule } = component.settings;
  if (!isMonolingual(component.settings) && component.settings.new_base === "") {
    throw denied("The template for new translations is invalid.");
  }
  if (rule === "add" || may(caller, { project, component }, "component.edit")) return;
  if (rule !== "existing" || language === undefined) throw denied(reason);
  const elsewhere = await service.database
    .selectFrom("translation")
    .select("id")
    .where("project_id", "=", project.id)
    .where("language_id", "=", language.id)
    .executeTakeFirst();
  if (elsewhere === undefined) throw denied(reason);
}

function refused(code: string) {
  return invalid("language_code", `Could not add '${code}'!`);
}

async function translationIn(
  service: Service,
  component: ComponentRecord,
  language: Pick<LanguageRecord, "id">,
): Promise<TranslationRecord | undefined> {
  return service.database
    .selectFrom("translation")
    .selectAll()
    .where("component_id", "=", component.id)
    .where("language_id", "=", language.id)
    .executeTakeFirst();
}

function pathFor({ settings }: ComponentRecord, { code }: LanguageRecord): string {
  const path = fileMask(settings.filemask).pathFor(
    codeInFiles(code, settings.language_code_style, settings.file_format),
  );
  assertPath("language_code", path);
  return path;
}

/** An empty file of the format; with a template for new translations all its strings, untranslated. */
async function fileFor(
  { settings }: ComponentRecord,
  { clone }: ComponentClone,
  { code, plural_number: number, plural_formula: formula }: LanguageRecord,
): Promise<Uint8Array> {
  const base = settings.new_base === "" ? settings.template : settings.new_base;
  const like = base === "" ? undefined : await clone.tryRead(base);
  const file = await calculateFrom([like], "newFile", { settings, base, like, language: { code, number, formula } });
  if ("fault" in file) throw invalid("language_code", `Could not parse ${base}: ${file.fault}`);
  return file.content;
}

interface FileCommit {
  readonly component: ComponentRecord;
  readonly language: Pick<LanguageRecord, "id" | "code">;
  readonly path: string;
  /** What else belongs to it. */
  readonly more?: readonly string[];
  readonly template: string;
}

async function commitFile(
  service: Service,
  target: ComponentClone,
  { component, language, path, more = [], template }: FileCommit,
): Promise<void> {
  const about = { language_id: language.id, language_code: language.code, filename: path, total: 0, translated: 0 };
  await target.clone.commit({
    message: await translationMessage(service, component, about, template),
    author: siteAuthor(service),
    committer: siteAuthor(service),
    paths: [path, ...more],
    authored: timestamp(service),
  });
}

/** Removes a language: its file goes in a commit of its own. @throws 403 for the source language, 404 */
export async function removeLanguage(
  service: Service,
  component: ComponentRecord,
  translation: TranslationRecord,
  user: number | undefined,
): Promise<void> {
  if (translation.is_source === 1) throw denied("The source language can not be removed.");
  if (component.locked === 1) throw locked();
  await withClone(service, component.clone_id, component.path, async (target) => {
    // Of two who remove it one has waited for the other.
    const found = await translationIn(service, component, { id: translation.language_id });
    if (found?.id !== translation.id) throw notFound();
    await target.clone.delete(translation.filename);
    const language = { id: translation.language_id, code: translation.language_code };
    const { filename: path } = translation;
    await commitFile(service, target, { component, language, path, template: component.settings.delete_message });
    await scanClone(service, target, { user });
    await refreshState(service, target);
  });
}
