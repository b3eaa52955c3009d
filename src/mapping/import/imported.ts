import { LineCounter, parseDocument } from "yaml";
import type { LanguageStyle } from "../language-code.ts";
import type { LeftOut } from "./left-out.ts";
import type { Fates, Setting } from "./settings.ts";

/** What another tool's configuration says of one kind of file, in the words of the mapping. */
export interface ImportedEntry {
  /** Path or pattern with captures; undefined where the translations alone hold the source texts. */
  readonly source: string | undefined;
  /** With `{language}`; captures of `source` may stand in it. */
  readonly translations: string;
  /** How the tool writes languages, where it says so: files that are there count more. */
  readonly style?: LanguageStyle;
  /** The service's code → the code in paths. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Globs of files that are none of its. */
  readonly exclude?: readonly string[];
  /** The service's codes of languages. */
  readonly except?: readonly string[];
  readonly only?: readonly string[];
  /** Percentage below which no file comes. */
  readonly minimumTranslated?: number;
  readonly approvedOnly?: boolean;
  /** Slug that the tool, or the service, has for it. */
  readonly component?: string;
  /** Where it stands, the line from 1. */
  readonly file?: string;
  readonly line?: number;
}

/** Settings of a mapping that are for all of its components. */
export interface ImportedSettings {
  readonly approvedOnly?: boolean;
  readonly title?: string;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  readonly reviewers?: readonly string[];
  readonly commitMessage?: string;
}

export interface Imported {
  readonly entries: readonly ImportedEntry[];
  readonly leftOut: readonly LeftOut[];
  readonly settings?: ImportedSettings;
}

/** Reads one tool's configuration. Pure: its text and the paths that git knows. */
export interface ConfigurationReader {
  /** As `--from` takes it. */
  readonly tool: string;
  /** Whether a file of that path is its configuration. */
  readonly isConfiguration: (path: string) => boolean;
  readonly read: (text: string, files: readonly string[]) => Imported;
  /** Everything that such a configuration says. */
  readonly settings: (text: string) => readonly Setting[];
  /** What becomes of it. */
  readonly fates: Fates;
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Where a configuration is no YAML, and no JSON; undefined where it is. */
export function brokenLine(text: string): number | undefined {
  const lines = new LineCounter();
  const [error] = parseDocument(text, { prettyErrors: false, logLevel: "silent", lineCounter: lines }).errors;
  return error === undefined ? undefined : lines.linePos(error.pos[0]).line;
}

/** YAML, of which JSON is a part; what cannot be read is empty. */
export function readYaml(text: string): Fields {
  const document = parseDocument(text, { prettyErrors: false, logLevel: "silent" });
  if (document.errors.length > 0) return {};
  try {
    return fieldsOf(document.toJS({ maxAliasCount: 1000 }));
  } catch {
    return {};
  }
}

/** The first line, from 1, that holds the text. */
export function lineOf(configuration: string, piece: string): { readonly line?: number } {
  const line = configuration.split("\n").findIndex((each) => each.includes(piece)) + 1;
  return line === 0 ? {} : { line };
}

/** `./locales/en.json`, `/locales/en.json` → `locales/en.json`; folders are joined. */
export function pathFrom(...parts: readonly (string | undefined)[]): string {
  return parts
    .flatMap((part) => (part ?? "").split("/"))
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
