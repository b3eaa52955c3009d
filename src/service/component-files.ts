import type { Catalogue, Unit } from "../catalog/unit.ts";
import type { Format } from "../formats/format.ts";
import { formatFor } from "../formats/registry.ts";
import type { Queries } from "../store/database.ts";
import type { LanguageRecord } from "./language.ts";
import { languageOfFile } from "./language.ts";
import type { Clone } from "./clone.ts";
import type { ComponentRecord, ComponentSettings } from "./component-settings.ts";
import { fileMask } from "./file-mask.ts";
import { invalid } from "./refusal.ts";

/** A translation as it lies in the repository. */
export interface TranslationFile {
  readonly language: LanguageRecord;
  /** Code in the file's name. */
  readonly code: string;
  /** "" for the source language of a bilingual component without a template for new languages. */
  readonly path: string;
  /** Blob id; "" without a file. */
  readonly revision: string;
  readonly isSource: boolean;
  readonly isTemplate: boolean;
}

export interface ComponentFiles {
  /** The source language first. */
  readonly translations: readonly TranslationFile[];
  readonly templateRevision: string;
}

/** @throws 400 where nothing here reads the format */
export function formatOf(settings: Pick<ComponentSettings, "file_format">): Format {
  const format = formatFor(settings.file_format);
  if (format === undefined)
    throw invalid("file_format", `"${settings.file_format}" is not a valid choice.`, "invalid_choice");
  return format;
}

export function isMonolingual(settings: Pick<ComponentSettings, "template">): boolean {
  return settings.template !== "";
}

/** Finds the files of a component by its mask, template and template for new languages. */
export async function findFiles(
  queries: Queries,
  component: Pick<ComponentRecord, "source_language_id" | "settings">,
  files: ReadonlyMap<string, string>,
): Promise<ComponentFiles> {
  const { settings } = component;
  const mask = fileMask(settings.filemask);
  const accepted = languageFilter(settings.language_regex);
  const sourceLanguage = await queries
    .selectFrom("language")
    .selectAll()
    .where("id", "=", component.source_language_id)
    .executeTakeFirstOrThrow();
  const translations = new Map<number, TranslationFile>();
  const sourcePath = sourcePathOf(settings, files, mask.pathFor(sourceLanguage.code));
  translations.set(sourceLanguage.id, {
    language: sourceLanguage,
    code: mask.codeIn(sourcePath) ?? sourceLanguage.code,
    path: sourcePath,
    revision: files.get(sourcePath) ?? "",
    isSource: true,
    isTemplate: isMonolingual(settings),
  });
  for (const [path, revision] of files) {
    const code = mask.codeIn(path);
    if (code === undefined || !accepted.test(code) || path === settings.template || path === settings.new_base)
      continue;
    const language = await languageOfFile(queries, code);
    const known = translations.get(language.id);
    if (known === undefined) {
      translations.set(language.id, { language, code, path, revision, isSource: false, isTemplate: false });
    } else if (known.isSource && known.path === "") {
      translations.set(language.id, { ...known, code, path, revision });
    }
  }
  return {
    translations: [...translations.values()],
    templateRevision: isMonolingual(settings) ? (files.get(settings.template) ?? "") : "",
  };
}

/** The file of the source language: the template; or the template for new languages; or the language's own file. */
function sourcePathOf(settings: ComponentSettings, files: ReadonlyMap<string, string>, own: string): string {
  if (settings.template !== "") return settings.template;
  if (settings.new_base !== "" && files.has(settings.new_base)) return settings.new_base;
  return files.has(own) ? own : "";
}

/** @throws 400 */
export function languageFilter(expression: string): RegExp {
  try {
    return new RegExp(expression === "" ? "" : expression);
  } catch {
    throw invalid("language_regex", `“${expression}” is not a regular expression.`);
  }
}

/** Template of a component as it is committed, or undefined for bilingual ones. @throws {FormatError} */
export async function readTemplate(clone: Clone, settings: ComponentSettings): Promise<Catalogue | undefined> {
  if (!isMonolingual(settings)) return undefined;
  const format = formatOf(settings);
  return format.read(await clone.read(settings.template), { path: settings.template });
}

/** A unit of the source language: its target is the source text itself. */
export function asSourceUnit(unit: Unit, monolingual: boolean): Unit {
  const text = monolingual ? unit.target : unit.source;
  return { ...unit, source: text, target: text };
}
