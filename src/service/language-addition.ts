import { findLanguage, pluralForms } from "../catalog/languages.ts";
import type { Catalogue } from "../catalog/unit.ts";
import { action } from "./actions.ts";
import { record } from "./change-log.ts";
import { noteState, readState, refreshState, type ComponentClone } from "./component-clone.ts";
import { formatOf, isMonolingual } from "./component-files.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { fileMask } from "./file-mask.ts";
import { languageByCode, type LanguageRecord } from "./language.ts";
import { commitPending, siteAuthor, translationMessage } from "./pending.ts";
import { withClone } from "./reconciliation.ts";
import { denied, invalid, locked } from "./refusal.ts";
import { assertPath } from "./repository-path.ts";
import { scanClone } from "./scan.ts";
import { timestamp, type Service } from "./service.ts";
import type { TranslationRecord } from "./unit-edit.ts";

/** Adds a language: its file is created and committed at once (probe §8). @throws 400, 403 */
export async function addLanguage(
  service: Service,
  component: ComponentRecord,
  code: string,
  user: number | undefined,
): Promise<TranslationRecord> {
  if (component.locked === 1 || component.settings.new_lang !== "add") throw denied("Can not create translation");
  const language = await languageByCode(service.database, code);
  if (language === undefined) throw refused(code);
  if (language.id === component.source_language_id) {
    throw invalid("language_code", "The given language is used as a source language.");
  }
  return withClone(service, component.clone_id, component.path, async (target) => {
    if ((await translationIn(service, component, language)) !== undefined) throw refused(code);
    const path = pathFor(component, language);
    if ((await target.clone.tryRead(path)) !== undefined) throw refused(code);
    await commitPending(service, target, { user });
    await target.clone.write(path, await newFile(component, target, language));
    await commitFile(service, target, { component, language, path, template: component.settings.add_message });
    await scanClone(service, target, { user, first: true });
    const translation = await translationIn(service, component, language);
    if (translation === undefined) throw refused(code);
    const state = await readState(target);
    await service.database.transaction().execute(async (queries) => {
      await noteState(queries, target, state);
      await record(service, queries, [
        {
          action: action.translationAdded,
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

function refused(code: string) {
  return invalid("language_code", `Could not add '${code}'!`);
}

async function translationIn(
  service: Service,
  component: ComponentRecord,
  language: LanguageRecord,
): Promise<TranslationRecord | undefined> {
  return service.database
    .selectFrom("translation")
    .selectAll()
    .where("component_id", "=", component.id)
    .where("language_id", "=", language.id)
    .executeTakeFirst();
}

function pathFor({ settings }: ComponentRecord, { code }: LanguageRecord): string {
  const path = fileMask(settings.filemask).pathFor(codeInFiles(code, settings.language_code_style));
  assertPath("language_code", path);
  return path;
}

/** The code in file names by the component's style (facts §1.3); "" is the service's own, POSIX-like form. */
export function codeInFiles(code: string, style: string): string {
  const dashed = code.replaceAll("_", "-").replace("@", "-");
  switch (style) {
    case "bcp":
    case "bcp_long":
    case "bcp_legacy":
      return dashed;
    case "bcp_lower":
    case "googleplay":
      return dashed.toLowerCase();
    case "posix_lowercase":
    case "posix_long_lowercase":
    case "linux_lowercase":
      return code.toLowerCase();
    case "android":
      return code.replace(/_([A-Z]{2})$/, "-r$1");
    default:
      return code;
  }
}

/** An empty file of the format; with a template for new translations all its strings, untranslated. */
async function newFile(
  component: ComponentRecord,
  target: ComponentClone,
  language: LanguageRecord,
): Promise<Uint8Array> {
  const { settings } = component;
  const format = formatOf(settings);
  const base = settings.new_base === "" ? settings.template : settings.new_base;
  const like = base === "" ? undefined : await target.clone.tryRead(base);
  const catalogue: Catalogue =
    isMonolingual(settings) || like === undefined
      ? { format: format.id, units: [] }
      : format.read(like, { path: base });
  const known = findLanguage(language.code)?.plural;
  const plurals = pluralForms(known ?? { number: language.plural_number, formula: language.plural_formula });
  const units = catalogue.units.map((unit) => ({ ...unit, target: unit.target.map(() => "") }));
  return format.create({ ...catalogue, units }, { language: language.code, plurals }, like);
}

interface FileCommit {
  readonly component: ComponentRecord;
  readonly language: Pick<LanguageRecord, "id" | "code">;
  readonly path: string;
  readonly template: string;
}

async function commitFile(
  service: Service,
  target: ComponentClone,
  { component, language, path, template }: FileCommit,
): Promise<void> {
  const about = { language_id: language.id, language_code: language.code, filename: path, total: 0, translated: 0 };
  await target.clone.commit({
    message: await translationMessage(service, component, about, template),
    author: siteAuthor(service),
    committer: siteAuthor(service),
    paths: [path],
    authored: timestamp(service),
  });
}

/** Removes a language: its file goes in a commit of its own. @throws 403 for the source language */
export async function removeLanguage(
  service: Service,
  component: ComponentRecord,
  translation: TranslationRecord,
  user: number | undefined,
): Promise<void> {
  if (translation.is_source === 1) throw denied("The source language can not be removed.");
  if (component.locked === 1) throw locked();
  await withClone(service, component.clone_id, component.path, async (target) => {
    await target.clone.delete(translation.filename);
    const language = { id: translation.language_id, code: translation.language_code };
    const { filename: path } = translation;
    await commitFile(service, target, { component, language, path, template: component.settings.delete_message });
    await scanClone(service, target, { user });
    await refreshState(service, target);
  });
}
