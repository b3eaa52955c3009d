import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pluralFault, tidyFormula } from "../../catalog/plural-rule.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { FormatError } from "../../formats/format.ts";
import { withOwnBytes } from "../../network/given-back.ts";
import { partsBySize } from "../../store/parts-by-size.ts";
import { stateOf, type UnitContent } from "../units/unit-row.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { asSourceUnit, formatOf, isMonolingual } from "./component-files.ts";
import { writtenParts } from "./written-parts.ts";

export interface RepositoryFile {
  readonly path: string;
  /** The service's code. */
  readonly language: string;
  readonly content: Uint8Array;
}

/** The same, still on the disk: a large one is in memory once, where it is read. */
export interface FileOnDisk extends Omit<RepositoryFile, "content"> {
  /** Path in the file system. */
  readonly place: string;
  /** How many there were. */
  readonly bytes: number;
}

export type FileToRead = RepositoryFile | FileOnDisk;

/** What reading a translation's strings depends on, as it can be copied to a thread. */
export interface StringsRequest {
  readonly settings: ComponentSettings;
  /** Undefined where the language has no file of its own, or where that is the base file. */
  readonly file: FileToRead | undefined;
  /** The base file of a monolingual component, and what developers write where that is another one. */
  readonly base: FileToRead | undefined;
  readonly developers: FileToRead | undefined;
  readonly isSource: boolean;
  /** Whether translations are reviewed. */
  readonly reviews: boolean;
  /** Of source strings (`sourceUnitState`). */
  readonly sourceState: number;
  /** Plural forms of the language, where the file does not say how many it has. */
  readonly pluralForms: number;
}

/** Which of the files is damaged, and how. */
export interface FileFault {
  readonly of: "file" | "base" | "developers";
  readonly message: string;
}

export interface FileStrings<Strings> {
  readonly strings: Strings;
  readonly pluralForms: number;
  /** "": the language's. */
  readonly pluralFormula: string;
}

export type ReadStrings<Strings> = FileStrings<Strings> | { readonly fault: FileFault };

/** Strings of a translation as its file says them. */
export function fileStrings(request: StringsRequest): ReadStrings<Iterable<UnitContent>> {
  const base = baseOf(request);
  if (base !== undefined && "fault" in base) return base;
  const own = request.file && readAs(request, "file", request.file, base?.template);
  if (own !== undefined && "fault" in own) return own;
  const catalogue = own ?? (request.isSource ? base?.template : undefined);
  const pluralForms = catalogue?.pluralForms ?? request.pluralForms;
  const strings = request.isSource
    ? sourceContents(request, isMonolingual(request.settings) ? base?.sources : catalogue, base?.written)
    : isMonolingual(request.settings)
      ? monolingualContents(catalogue, base?.sources, pluralForms)
      : bilingualContents(catalogue, request.reviews, pluralForms);
  return { strings, pluralForms, pluralFormula: usableFormula(catalogue?.pluralFormula, pluralForms) };
}

/** What a file says, if it chooses among its forms alone. */
function usableFormula(formula = "", number: number): string {
  return formula === "" || pluralFault({ number, formula }) !== undefined ? "" : tidyFormula(formula);
}

/** Why a file cannot be read; undefined: it can. */
export function fileFault({
  settings,
  file,
}: Pick<StringsRequest, "settings"> & { readonly file: FileToRead }): string | undefined {
  const read = readAs({ settings }, "file", file);
  return "fault" in read ? read.fault.message : undefined;
}

/** As many keys as are looked for together (`units/unit-key.ts`). */
const STRINGS_TOGETHER = 200;

/** Strings as they are read back together (`held-strings.ts`), and stored. */
export function stringsTogether<Each extends UnitContent>(strings: Iterable<Each>): Iterable<readonly Each[]> {
  return partsBySize(strings, STRINGS_TOGETHER, charactersOf);
}

function charactersOf({ source, target, note }: UnitContent): number {
  return [...source, ...target].reduce((sum, { length }) => sum + length, note.length);
}

/**
 * The same, into files, so that nobody has all of them at once.
 * @param place in a folder that exists, how the files' names begin
 * @returns paths, in order
 */
export function storedFileStrings({
  request,
  place,
}: {
  readonly request: StringsRequest;
  readonly place: string;
}): ReadStrings<readonly string[]> {
  const read = fileStrings(request);
  if ("fault" in read) return read;
  return { ...read, strings: writtenParts(place, stringsTogether(read.strings)) };
}

/** What all languages of a monolingual component are read beside. */
interface Base {
  readonly template: Catalogue;
  /** With what only developers have yet. */
  readonly sources: Catalogue;
  readonly written: Written | undefined;
}

/** Texts by key, of developers and of the base. */
interface Written {
  readonly original: ReadonlyMap<string, readonly string[]>;
  readonly template: ReadonlyMap<string, readonly string[]>;
}

/** The languages of a component are read one after the other: their base is read once. */
let last: { readonly of: string; readonly read: Base } | undefined;

function baseOf(request: StringsRequest): Base | { readonly fault: FileFault } | undefined {
  const { base, developers } = request;
  const of = JSON.stringify([
    request.settings.file_format,
    base && identityOf(base),
    developers && identityOf(developers),
  ]);
  if (last?.of === of) return last.read;
  last = undefined;
  if (base === undefined) return undefined;
  const template = readAs(request, "base", base);
  if ("fault" in template) return template;
  const theirs = developers && readAs(request, "developers", developers);
  if (theirs !== undefined && "fault" in theirs) return theirs;
  const read =
    theirs === undefined
      ? { template, sources: template, written: undefined }
      : {
          template,
          sources: fromDevelopers(template, theirs),
          written: { original: targetsOf(theirs), template: targetsOf(template) },
        };
  last = { of, read };
  return read;
}

/** Works with a file's bytes; those that are read from the disk are given back when they are needed no more. */
function withBytes<T>(file: FileToRead, work: (bytes: Uint8Array, whenDecoded?: () => void) => T): T {
  return "content" in file ? work(file.content) : withOwnBytes(readFileSync(file.place), work);
}

/** What makes a file the same to its readers. */
function identityOf(file: FileToRead): readonly string[] {
  const hash = withBytes(file, (bytes) => createHash("sha256").update(bytes).digest("base64"));
  return [file.path, file.language, hash];
}

/** The language decides which plural forms there are, where the file itself does not say it. */
function readAs(
  { settings }: Pick<StringsRequest, "settings">,
  of: FileFault["of"],
  file: FileToRead,
  template?: Catalogue,
): Catalogue | { readonly fault: FileFault } {
  const { path, language } = file;
  const read = (bytes: Uint8Array, whenDecoded?: () => void): Catalogue =>
    formatOf(settings).read(bytes, { path, language, whenDecoded, ...(template && { template }) });
  try {
    return withBytes(file, read);
  } catch (error) {
    if (error instanceof FormatError) return { fault: { of, message: error.message } };
    throw error;
  }
}

function targetsOf({ units }: Catalogue): Map<string, readonly string[]> {
  return new Map(units.map(({ key, target }) => [key, target]));
}

/**
 * The base with what only developers have yet, in the order of theirs: what is still to be translated into the source
 * language says what they wrote.
 */
function fromDevelopers(template: Catalogue, developers: Catalogue): Catalogue {
  const own = new Map(template.units.map((unit) => [unit.key, unit]));
  const theirs = new Set(developers.units.map(({ key }) => key));
  const units = developers.units.map((unit) => {
    const written = own.get(unit.key);
    if (written === undefined) return unit;
    return isEmpty(written.target) ? { ...written, target: unit.target } : written;
  });
  return { ...template, units: [...units, ...template.units.filter(({ key }) => !theirs.has(key))] };
}

function* bilingualContents(
  catalogue: Catalogue | undefined,
  reviews: boolean,
  pluralForms: number,
): Generator<UnitContent> {
  for (const unit of catalogue?.units ?? []) {
    const state = unit.state === unitStates.approved && !reviews ? unitStates.translated : unit.state;
    yield { ...unit, state, target: complete(unit, pluralForms) };
  }
}

/**
 * Source strings come as their settings have it (`sourceUnitState`).
 * @param developers what they were translated from, in a component with such a file
 */
function* sourceContents(
  { settings, sourceState }: StringsRequest,
  catalogue: Catalogue | undefined,
  developers: Written | undefined,
): Generator<UnitContent> {
  const monolingual = isMonolingual(settings);
  const units = catalogue?.units ?? [];
  // Of a key that stands twice the last counts, at the place of the first; elsewhere that is the first (`scan.ts`).
  for (const unit of monolingual ? units : new Map(units.map((each) => [each.key, each])).values()) {
    const text = asSourceUnit(unit, monolingual);
    const original = developers?.original.get(unit.key);
    const target =
      original === undefined ? text.target : (developers?.template.get(unit.key) ?? original.map(() => ""));
    yield { ...text, source: original ?? text.source, target, state: stateOf(target, sourceState), previousSource: "" };
  }
}

/**
 * Keys are those of the template; what a language lacks is there untranslated, in the language's number of forms; what
 * only it has stays in its file.
 */
function* monolingualContents(
  catalogue: Catalogue | undefined,
  template: Catalogue | undefined,
  pluralForms: number,
): Generator<UnitContent> {
  const own = new Map(catalogue?.units.map((unit) => [unit.key, unit]));
  for (const unit of template?.units ?? []) {
    const translated = own.get(unit.key);
    yield {
      key: unit.key,
      context: unit.context,
      source: unit.target,
      target: complete({ source: unit.target, target: translated?.target ?? [] }, pluralForms),
      state: translated?.state ?? unitStates.untranslated,
      previousSource: "",
      note: unit.note,
      location: unit.location,
      flags: unit.flags,
    };
  }
}

function complete(unit: Pick<Unit, "source" | "target">, pluralForms: number): readonly string[] {
  const forms = unit.source.length > 1 ? pluralForms : 1;
  return Array.from({ length: Math.max(forms, unit.target.length) }, (_, index) => unit.target[index] ?? "");
}
