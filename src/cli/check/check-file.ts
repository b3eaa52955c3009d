import { runChecks, type CheckFinding } from "../../catalog/checks/index.ts";
import { flagParser, type Flags } from "../../catalog/flags.ts";
import { formOfKey } from "../../catalog/hold-back.ts";
import { pluralCategories } from "../../catalog/plural-categories.ts";
import { isPseudoLanguage } from "../../catalog/pseudo-languages.ts";
import { withStyleFlags } from "../../catalog/source-styles.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { Format } from "../../formats/format.ts";
import { repeatedKeys } from "../../formats/repeated-keys.ts";
import type { NamedFile } from "../files/named-file.ts";

/** What is wrong with one string of a file. */
export interface FileFinding extends Omit<CheckFinding, "check"> {
  /** The service's id of the check; a file alone can have a key twice. */
  readonly check: CheckFinding["check"] | "duplicate-key" | "file";
  readonly key: string;
  /** From 1; 0 where the format cannot say. */
  readonly line: number;
  /** Where the line's text begins, from 1. */
  readonly column: number;
  readonly language: string;
  /** The texts the finding is about. */
  readonly source: string;
  readonly target: string;
}

/** A file with all that decides what is expected of it. */
export interface CheckInput {
  readonly file: NamedFile;
  readonly format: Format;
  /** The service's code; undefined where nothing says it. */
  readonly language: string | undefined;
  readonly sourceLanguage: string;
  /** The source file of a format with keys; the file itself where it is the source. */
  readonly source: NamedFile | undefined;
  /** What holds for every string: `icu-message-format, max-length:80`. */
  readonly flags: string;
}

export interface CheckedFile {
  readonly units: number;
  readonly findings: readonly FileFinding[];
  /**
   * Why texts were compared with nothing: nobody knows the source file, none of the keys is in it, or a machine made them
   * for a language that nobody speaks. Only whether the file can be read was looked at then.
   */
  readonly uncompared?: "no source" | "other keys" | "pseudo-language";
}

/** @throws {FormatError} where file or source cannot be read */
export function checkFile(input: CheckInput): CheckedFile {
  const { file, format, source } = input;
  const lines = new TextDecoder().decode(file.bytes).split("\n");
  if (format.languages !== undefined) return checkLanguages(input, lines);
  const isSource = source?.path === file.path;
  const catalogue = readCatalogue(input);
  const units = catalogue.units.length;
  const repeated = [...repeatedIn(input, lines), ...flawsIn(input, catalogue, lines)];
  if (isPseudoLanguage(input.language ?? catalogue.language ?? "")) {
    return { units, findings: repeated, uncompared: "pseudo-language" };
  }
  if (format.kind === "monolingual" && source === undefined) {
    return { units, findings: repeated, uncompared: "no source" };
  }
  const isStrange = !isSource && units > 0 && catalogue.units.every((unit) => unit.source.length === 0);
  if (isStrange) return { units, findings: repeated, uncompared: "other keys" };
  return { units, findings: [...repeated, ...findingsIn({ input, catalogue, isSource, lines })] };
}

function repeatedIn({ file, format, language, sourceLanguage }: CheckInput, lines: readonly string[]): FileFinding[] {
  return repeatedKeys(format, file.bytes, { path: file.name }).map(({ key, line, earlierLine }) => ({
    check: "duplicate-key",
    severity: "breaks",
    form: 0,
    message: `It is in line ${String(earlierLine)} already, and only one of them is ever shown.`,
    key,
    line,
    column: columnOf(lines[line - 1]),
    language: language ?? sourceLanguage,
    source: "",
    target: "",
  }));
}

/** What was read around. */
function flawsIn(
  { language, sourceLanguage }: CheckInput,
  { flaws = [] }: Catalogue,
  lines: readonly string[],
): FileFinding[] {
  return flaws.map(({ line, message }) => ({
    check: "file",
    severity: "looks-wrong",
    form: 0,
    message,
    key: "",
    line,
    column: columnOf(lines[line - 1]),
    language: language ?? sourceLanguage,
    source: "",
    target: "",
  }));
}

/** A file of all languages: each of them beside the source's. */
function checkLanguages(input: CheckInput, lines: readonly string[]): CheckedFile {
  const { file, format } = input;
  const [sourceLanguage = input.sourceLanguage, ...others] = format.languages?.(file.bytes, { path: file.name }) ?? [];
  const catalogues = [sourceLanguage, ...others].map((language) => ({
    language,
    catalogue: format.read(file.bytes, { path: file.name, language }),
  }));
  return {
    units: catalogues[0]?.catalogue.units.length ?? 0,
    findings: catalogues.flatMap(({ language, catalogue }, index) =>
      findingsIn({ input: { ...input, language, sourceLanguage }, catalogue, isSource: index === 0, lines }),
    ),
  };
}

function readCatalogue({ file, format, language, source }: CheckInput): Catalogue {
  const options = { path: file.name, ...defined({ language }) };
  if (format.kind === "bilingual" || source === undefined) return format.read(file.bytes, options);
  return format.read(file.bytes, { ...options, template: templateOf(source, format) });
}

const templates = new WeakMap<NamedFile, Catalogue>();

/** One source serves many languages. */
function templateOf(source: NamedFile, format: Format): Catalogue {
  const known = templates.get(source);
  if (known !== undefined) return known;
  const template = format.read(source.bytes, { path: source.name });
  templates.set(source, template);
  return template;
}

interface Checking {
  readonly input: CheckInput;
  readonly catalogue: Catalogue;
  readonly isSource: boolean;
  readonly lines: readonly string[];
}

function findingsIn({ input, catalogue, isSource, lines }: Checking): readonly FileFinding[] {
  const language = input.language ?? catalogue.language ?? input.sourceLanguage;
  const pluralForms = catalogue.pluralForms ?? pluralCategories(language, []).length;
  const flagsOf = flagReader(input);
  const sources = new Map(catalogue.units.map((unit) => [unit.key, unit.source]));
  return catalogue.units.flatMap((unit) => {
    const source = isSource && unit.source.length === 0 ? unit.target : unit.source;
    // A key that the source has not: nobody knows what its text should have.
    if (source.length === 0) return [];
    const findings = runChecks({
      source,
      target: unit.target,
      state: unit.state,
      flags: flagsOf(unit, source),
      sourceLanguage: input.sourceLanguage,
      language,
      pluralForms,
      isSource,
      format: input.format.id,
      ...(catalogue.pluralFormula !== undefined && { pluralFormula: catalogue.pluralFormula }),
      ...formOfKey(unit, sources),
    });
    return findings.map((finding) => ({
      ...finding,
      key: unit.key,
      line: unit.line,
      column: columnOf(lines[unit.line - 1]),
      language,
      source: source[Math.min(finding.form, source.length - 1)] ?? "",
      target: unit.target[finding.form] ?? "",
    }));
  });
}

/** Flags of the command line and the file, and those of the style that the source plainly has. */
function flagReader({ flags, format }: CheckInput): (unit: Unit, source: readonly string[]) => Flags {
  const flagsOf = flagParser();
  return (unit, source) => {
    const own = flagsOf([unit.flags, flags].filter((part) => part !== "").join(","));
    return withStyleFlags(source, unit.target, format.id, own);
  };
}

function columnOf(line: string | undefined): number {
  return line === undefined ? 1 : Math.max(0, line.search(/\S/)) + 1;
}
