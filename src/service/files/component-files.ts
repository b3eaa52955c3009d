import { boundedExpression } from "../../catalog/checks/bounded-expression.ts";
import { findLanguage, type LanguageDefinition } from "../../catalog/languages.ts";
import type { Unit } from "../../catalog/unit.ts";
import type { Format } from "../../formats/format.ts";
import { formatFor } from "../../formats/registry.ts";
import type { Queries } from "../../store/database.ts";
import type { LanguageRecord } from "../../store/tables.ts";
import { languagesOfFiles } from "../components/language.ts";
import { languageAliases } from "../projects/language-aliases.ts";
import type { ComponentRecord, ComponentSettings } from "../components/component-settings.ts";
import { fileMask } from "./file-mask.ts";
import { invalid } from "../../http-api/refusal.ts";

type Described = Pick<ComponentRecord, "project_id" | "source_language_id" | "settings">;

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
  /** Of the developers' file; "" without one. */
  readonly intermediateRevision: string;
  /** What is wrong with the files themselves. */
  readonly findings: FileFindings;
}

export interface FileFindings {
  /** Files of a language that another file is read for. */
  readonly duplicates: readonly string[];
  /** Files that the settings name and the repository lacks. */
  readonly missing: readonly string[];
  /** Whether any file is named as the mask says. */
  readonly maskMatches: boolean;
}

/** @throws 400 where nothing here reads the format */
export function formatOf(settings: Pick<ComponentSettings, "file_format" | "template">): Format {
  const format = formatFor(settings.file_format, settings.template);
  if (format === undefined)
    throw invalid("file_format", `"${settings.file_format}" is not a valid choice.`, "invalid_choice");
  return format;
}

export function isMonolingual(settings: Pick<ComponentSettings, "template">): boolean {
  return settings.template !== "";
}

/**
 * The intermediate language file of a monolingual component, as developers write it: the source language is translated from it, and
 * the others from the source language. "": there is none.
 */
export function intermediateOf(settings: Pick<ComponentSettings, "template" | "intermediate">): string {
  return isMonolingual(settings) && settings.intermediate !== settings.template ? settings.intermediate : "";
}

/** Finds the files of a component by its mask, template and template for new languages. */
export async function findFiles(
  queries: Queries,
  component: Described,
  files: ReadonlyMap<string, string>,
): Promise<ComponentFiles> {
  const { settings } = component;
  const mask = fileMask(settings.filemask);
  const accepted = languageFilter(settings.language_regex);
  const sourceLanguage = await languageById(queries, component.source_language_id);
  const aliases = await aliasesOf(queries, component.project_id);
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
  const duplicates: string[] = [];
  let maskMatches = false;
  const noLanguages = new Set([settings.template, settings.new_base, intermediateOf(settings)]);
  const found: { readonly path: string; readonly revision: string; readonly code: string }[] = [];
  for (const [path, revision] of files) {
    const code = mask.codeIn(path);
    maskMatches ||= code !== undefined;
    if (code !== undefined && accepted(code) && !noLanguages.has(path)) found.push({ path, revision, code });
  }
  const languages = await languagesOfFiles(queries, new Set(found.map(({ code }) => code)), aliases);
  for (const { path, revision, code } of found) {
    const language = languages.get(code);
    if (language === undefined) throw new Error(`Nothing says which language “${code}” is.`);
    const known = translations.get(language.id);
    if (known === undefined) {
      translations.set(language.id, { language, code, path, revision, isSource: false, isTemplate: false });
    } else if (known.isSource && known.path === "") {
      translations.set(language.id, { ...known, code, path, revision });
    } else if (known.path !== path) {
      duplicates.push(path);
    }
  }
  return {
    translations: [...translations.values()],
    templateRevision: isMonolingual(settings) ? (files.get(settings.template) ?? "") : "",
    intermediateRevision: files.get(intermediateOf(settings)) ?? "",
    findings: { duplicates, missing: missingFiles(settings, files), maskMatches },
  };
}

/** The language, of those that everybody knows, whose own file this would be; the source language may have several. */
export async function languageWithFile(
  queries: Queries,
  { project_id: project, source_language_id: source, settings }: Described,
  path: string,
): Promise<LanguageDefinition | undefined> {
  const code = fileMask(settings.filemask).codeIn(path);
  if (code === undefined || !languageFilter(settings.language_regex)(code)) return undefined;
  const aliases = await aliasesOf(queries, project);
  const language = findLanguage(aliases.get(code) ?? code);
  const { code: sourceCode } = await languageById(queries, source);
  return language?.code === sourceCode ? undefined : language;
}

function missingFiles(settings: ComponentSettings, files: ReadonlyMap<string, string>): string[] {
  const named = [settings.template, settings.intermediate, settings.new_base];
  return named.filter((path) => path !== "" && !files.has(path));
}

function languageById(queries: Queries, id: number): Promise<LanguageRecord> {
  return queries.selectFrom("language").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function aliasesOf(queries: Queries, project: number): Promise<ReadonlyMap<string, string>> {
  const { language_aliases: text } = await queries
    .selectFrom("project")
    .select("language_aliases")
    .where("id", "=", project)
    .executeTakeFirstOrThrow();
  return languageAliases(text);
}

/** The file of the source language: the template; or the template for new languages; or the language's own file. */
function sourcePathOf(settings: ComponentSettings, files: ReadonlyMap<string, string>, own: string): string {
  if (settings.template !== "") return settings.template;
  if (settings.new_base !== "" && files.has(settings.new_base)) return settings.new_base;
  return files.has(own) ? own : "";
}

/** Which codes in file names are languages of the component. @throws 400 for what is no expression, or might never end */
export function languageFilter(expression: string): (code: string) => boolean {
  if (expression === "") return () => true;
  const bounded = boundedExpression(expression);
  if (bounded === undefined) throw invalid("language_regex", `“${expression}” is not a regular expression.`);
  return (code) => code.length <= bounded.longestText && bounded.expression.test(code);
}

/** A unit of the source language: its target is the source text itself. */
export function asSourceUnit(unit: Unit, monolingual: boolean): Unit {
  const text = monolingual ? unit.target : unit.source;
  return { ...unit, source: text, target: text };
}
