import { pluralFault, tidyFormula } from "../../catalog/plural-rule.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { FormatError, type Format } from "../../formats/format.ts";
import type { Clone } from "../clone/clone.ts";
import {
  asSourceUnit,
  findFiles,
  formatOf,
  intermediateOf,
  isMonolingual,
  type FileFindings,
  type TranslationFile,
} from "./component-files.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { HeldStrings, StringShelf } from "./held-strings.ts";
import { reviewsOf, sourceUnitState } from "../units/read-only.ts";
import type { Service } from "../service.ts";
import { stateOf, type UnitContent } from "../units/unit-row.ts";

export interface ReadingOptions {
  /** Reads every file, also those whose blob id is known. */
  readonly everything?: boolean;
  /** Told after each file that was read. */
  readonly onRead?: (done: number, all: number) => Promise<void>;
}

/** A file that was read for this scan. */
export interface ReadFile {
  readonly file: TranslationFile;
  readonly strings: HeldStrings;
  readonly pluralForms: number;
  /** "": the language's. */
  readonly pluralFormula: string;
}

/** What the files of a component say, as far as it is new. */
export interface Reading {
  readonly files: readonly TranslationFile[];
  readonly templateRevision: string;
  readonly intermediateRevision: string;
  readonly findings: FileFindings;
  readonly sourceReview: boolean;
  /** Those whose content is new to the database. */
  readonly read: readonly ReadFile[];
  readonly faults: readonly { readonly file: TranslationFile; readonly message: string }[];
}

/**
 * Reads the files of a component whose blob ids are not those the database knows.
 * @param shelf keeps their strings, for as long as it is not disposed of
 */
export async function readFiles(
  { database }: Pick<Service, "database">,
  shelf: StringShelf,
  clone: Clone,
  component: ComponentRecord,
  files: ReadonlyMap<string, string>,
  options: ReadingOptions,
): Promise<Reading> {
  const found = await findFiles(database, component, files);
  const rows = await database.selectFrom("translation").selectAll().where("component_id", "=", component.id).execute();
  const known = new Map(rows.map((row) => [row.language_id, row]));
  // Read anew: what waited may have been committed since the record was read.
  const { template_revision, intermediate_revision } = await database
    .selectFrom("component")
    .select(["template_revision", "intermediate_revision"])
    .where("id", "=", component.id)
    .executeTakeFirstOrThrow();
  const templateChanged =
    found.templateRevision !== template_revision || found.intermediateRevision !== intermediate_revision;
  const isKnown = (file: TranslationFile): boolean => {
    const row = known.get(file.language.id);
    return row?.revision === file.revision && row.filename === file.path;
  };
  const faults: { file: TranslationFile; message: string }[] = [];
  const attempt = async <T>(file: TranslationFile, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      faults.push({ file, message: `${file.path}: ${error.message}` });
      return undefined;
    }
  };

  const format = formatOf(component.settings);
  const monolingual = isMonolingual(component.settings);
  const { sources: sourceReview, translations: reviews } = await reviewsOf(database, component);
  const wanted = found.translations.filter((file) => options.everything === true || templateChanged || !isKnown(file));
  const source = found.translations.find(({ isSource }) => isSource);
  let template: Catalogue | undefined;
  let developers: Catalogue | undefined;
  if (monolingual && source !== undefined && wanted.length > 0) {
    if (files.has(source.path)) {
      template = await attempt(source, async () => readAs(format, await clone.read(source.path), source));
    } else {
      faults.push({ file: source, message: `${source.path}: the base file is not in the repository` });
    }
    const intermediate = { ...source, path: intermediateOf(component.settings) };
    const hasIntermediate = files.has(intermediate.path);
    if (hasIntermediate) {
      developers = await attempt(intermediate, async () =>
        readAs(format, await clone.read(intermediate.path), intermediate),
      );
    }
    // Without its template a monolingual component says nothing, nor without what that is translated from: everything stays as it was.
    if (template === undefined || (hasIntermediate && developers === undefined)) {
      return {
        files: found.translations,
        templateRevision: template_revision,
        intermediateRevision: intermediate_revision,
        findings: found.findings,
        read: [],
        faults,
        sourceReview,
      };
    }
  }
  const sources = template && developers ? fromDevelopers(template, developers) : template;
  const written = template && developers && { original: targetsOf(developers), template: targetsOf(template) };
  const read: ReadFile[] = [];
  for (const file of wanted) {
    const catalogue = await attempt(file, async () =>
      file.isTemplate
        ? template
        : file.path === ""
          ? undefined
          : readAs(format, await clone.read(file.path), file, template),
    );
    if (catalogue === undefined && file.path !== "") continue;
    const pluralForms = catalogue?.pluralForms ?? file.language.plural_number;
    const units = file.isSource
      ? sourceContents(monolingual ? sources : catalogue, component, sourceReview, written)
      : monolingual
        ? monolingualContents(catalogue, sources, pluralForms)
        : bilingualContents(catalogue, reviews, pluralForms);
    const pluralFormula = usableFormula(catalogue?.pluralFormula, pluralForms);
    read.push({ file, strings: await shelf.hold(units), pluralForms, pluralFormula });
    await options.onRead?.(read.length, wanted.length);
  }
  const { templateRevision, intermediateRevision, findings } = found;
  return { files: found.translations, templateRevision, intermediateRevision, findings, read, faults, sourceReview };
}

/** What a file says, if it chooses among its forms alone. */
function usableFormula(formula = "", number: number): string {
  return formula === "" || pluralFault({ number, formula }) !== undefined ? "" : tidyFormula(formula);
}

/** Texts by key, of developers and of the base. */
interface Written {
  readonly original: ReadonlyMap<string, readonly string[]>;
  readonly template: ReadonlyMap<string, readonly string[]>;
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

/** The language decides which plural forms there are, where the file itself does not say it. */
function readAs(
  format: Format,
  bytes: Uint8Array,
  { path, language }: TranslationFile,
  template?: Catalogue,
): Catalogue {
  return format.read(bytes, { path, language: language.code, ...(template && { template }) });
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
  catalogue: Catalogue | undefined,
  { settings }: ComponentRecord,
  sourceReview: boolean,
  developers: Written | undefined,
): Generator<UnitContent> {
  const monolingual = isMonolingual(settings);
  const state = sourceUnitState(settings, sourceReview);
  for (const unit of catalogue?.units ?? []) {
    const text = asSourceUnit(unit, monolingual);
    const original = developers?.original.get(unit.key);
    const target =
      original === undefined ? text.target : (developers?.template.get(unit.key) ?? original.map(() => ""));
    yield { ...text, source: original ?? text.source, target, state: stateOf(target, state), previousSource: "" };
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
