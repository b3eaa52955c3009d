import { equalTexts, isEmpty } from "../catalog/difference.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { FormatError } from "../formats/format.ts";
import { insertAll } from "../store/bulk.ts";
import type { Queries } from "../store/database.ts";
import { action } from "./actions.ts";
import { record, type Happening } from "./change-log.ts";
import type { Clone } from "./clone.ts";
import type { ComponentClone } from "./component-clone.ts";
import { asSourceUnit, findFiles, formatOf, isMonolingual, type TranslationFile } from "./component-files.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { emptyCounters, refreshCounters } from "./counters.ts";
import { timestamp, type Service } from "./service.ts";
import { stateOf, texts, unitRow, type UnitContent, type UnitRecord } from "./unit-row.ts";

export interface ScanOptions {
  /** Reads every file, also those whose blob id is known. */
  readonly everything?: boolean;
  /** What is in the files wins over strings that wait for a commit. */
  readonly dropPending?: boolean;
  /** A component's first scan: strings are not recorded one by one. */
  readonly first?: boolean;
  readonly user?: number | undefined;
  /** Codes of the changes recorded for strings; default those of the repository. */
  readonly actions?: StringActions;
}

export interface StringActions {
  readonly updated: number;
  readonly added: number;
  readonly sourceAdded: number;
}

const inRepository: StringActions = {
  updated: action.updatedInRepository,
  added: action.addedInRepository,
  sourceAdded: action.sourceAddedInRepository,
};
export const inUpload: StringActions = {
  updated: action.updatedInUpload,
  added: action.addedInUpload,
  sourceAdded: action.sourceAddedInUpload,
};

/** A file that was read for this scan. */
interface ReadFile {
  readonly file: TranslationFile;
  readonly units: readonly UnitContent[];
  readonly pluralForms: number;
}

interface Reading {
  readonly files: readonly TranslationFile[];
  readonly templateRevision: string;
  /** Those whose content is new to the database. */
  readonly read: readonly ReadFile[];
  readonly faults: readonly { readonly file: TranslationFile; readonly message: string }[];
}

/** Takes over what the files of all components of a clone say. Files whose blob id is known are not even opened. */
export async function scanClone(service: Service, target: ComponentClone, options: ScanOptions = {}): Promise<void> {
  const files = await target.clone.files();
  for (const component of target.components) await scanComponent(service, target.clone, component, files, options);
}

/** @returns messages of the files that could not be read; their strings stay as they were */
export async function scanComponent(
  service: Service,
  clone: Clone,
  component: ComponentRecord,
  files: ReadonlyMap<string, string>,
  options: ScanOptions = {},
): Promise<readonly string[]> {
  const reading = await readFiles(service, clone, component, files, options);
  await service.database.transaction().execute(async (queries) => {
    await new Scan(service, queries, component, options).store(reading);
  });
  return reading.faults.map(({ message }) => message);
}

async function readFiles(
  service: Service,
  clone: Clone,
  component: ComponentRecord,
  files: ReadonlyMap<string, string>,
  options: ScanOptions,
): Promise<Reading> {
  const { database } = service;
  const found = await findFiles(database, component, files);
  const rows = await database.selectFrom("translation").selectAll().where("component_id", "=", component.id).execute();
  const known = new Map(rows.map((row) => [row.language_id, row]));
  const templateChanged = found.templateRevision !== component.template_revision;
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
  const wanted = found.translations.filter((file) => options.everything === true || templateChanged || !isKnown(file));
  const source = found.translations.find(({ isSource }) => isSource);
  let template: Catalogue | undefined;
  if (monolingual && source !== undefined && wanted.length > 0) {
    if (files.has(source.path)) {
      template = await attempt(source, async () => format.read(await clone.read(source.path), { path: source.path }));
    } else {
      faults.push({ file: source, message: `${source.path}: the base file is not in the repository` });
    }
    // Without its template a monolingual component says nothing: everything stays as it was.
    if (template === undefined) {
      return { files: found.translations, templateRevision: component.template_revision, read: [], faults };
    }
  }
  const read: ReadFile[] = [];
  for (const file of wanted) {
    const catalogue = await attempt(file, async () =>
      file.isTemplate
        ? template
        : file.path === ""
          ? undefined
          : format.read(await clone.read(file.path), { path: file.path, ...(template && { template }) }),
    );
    if (catalogue === undefined && file.path !== "") continue;
    const pluralForms = catalogue?.pluralForms ?? file.language.plural_number;
    const units = file.isSource
      ? sourceContents(catalogue, component)
      : monolingual
        ? monolingualContents(catalogue, template, pluralForms)
        : (catalogue?.units ?? []).map((unit) => ({ ...unit, target: complete(unit, pluralForms) }));
    read.push({ file, units, pluralForms });
  }
  return { files: found.translations, templateRevision: found.templateRevision, read, faults };
}

/** Source strings are read-only unless they may be edited in the template (probe §10, facts §1.2). */
function sourceContents(catalogue: Catalogue | undefined, { settings }: ComponentRecord): UnitContent[] {
  const monolingual = isMonolingual(settings);
  const state = monolingual && settings.edit_template ? unitStates.translated : unitStates.readOnly;
  return (catalogue?.units ?? []).map((unit) => {
    const source = asSourceUnit(unit, monolingual);
    return { ...source, state: stateOf(source.target, state), previousSource: "" };
  });
}

/**
 * Keys are those of the template; what a language lacks is there untranslated, in the language's number of forms; what
 * only it has stays in its file.
 */
function monolingualContents(
  catalogue: Catalogue | undefined,
  template: Catalogue | undefined,
  pluralForms: number,
): UnitContent[] {
  const own = new Map(catalogue?.units.map((unit) => [unit.key, unit]));
  return (template?.units ?? []).map((unit) => {
    const translated = own.get(unit.key);
    return {
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
  });
}

function complete(unit: Pick<Unit, "source" | "target">, pluralForms: number): readonly string[] {
  const forms = unit.source.length > 1 ? pluralForms : 1;
  return Array.from({ length: Math.max(forms, unit.target.length) }, (_, index) => unit.target[index] ?? "");
}

/** Brings the database in line with what was read; lives for one transaction. */
class Scan {
  readonly #service: Service;
  readonly #queries: Queries;
  readonly #component: ComponentRecord;
  readonly #options: ScanOptions;
  readonly #actions: StringActions;
  readonly #now: string;
  readonly #happenings: Happening[] = [];
  #sourceLanguage = "en";
  /** Key → id of the string in the source language. */
  #sourceUnits = new Map<string, number>();

  constructor(service: Service, queries: Queries, component: ComponentRecord, options: ScanOptions) {
    this.#service = service;
    this.#queries = queries;
    this.#component = component;
    this.#options = options;
    this.#actions = options.actions ?? inRepository;
    this.#now = timestamp(service);
  }

  async store(reading: Reading): Promise<void> {
    const source = reading.files.find(({ isSource }) => isSource);
    this.#sourceLanguage = source?.language.code ?? "en";
    const translations = await this.#storeTranslations(reading);
    const sourceId = source === undefined ? undefined : translations.get(source.language.id);
    const readSource = reading.read.find(({ file }) => file.isSource);
    const touched: number[] = [];
    if (sourceId !== undefined) {
      const contents = await this.#withUsedSources(sourceId, readSource, reading.read);
      if (contents !== undefined) {
        await this.#storeUnits(sourceId, contents, true);
        touched.push(sourceId);
      }
      await this.#loadSourceUnits(sourceId);
    }
    for (const { file, units } of reading.read) {
      const translation = translations.get(file.language.id);
      if (file.isSource || translation === undefined) continue;
      await this.#storeUnits(translation, units, false);
      touched.push(translation);
    }
    await refreshCounters(this.#queries, touched);
    for (const { file, message } of reading.faults) {
      this.#note({
        action: action.parsingFailed,
        translation: translations.get(file.language.id),
        target: message,
        details: { filename: file.path, error_message: message },
      });
    }
    await this.#queries
      .updateTable("component")
      .set({ template_revision: reading.templateRevision })
      .where("id", "=", this.#component.id)
      .execute();
    await record(this.#service, this.#queries, this.#happenings);
  }

  /** @returns language id → translation id */
  async #storeTranslations(reading: Reading): Promise<Map<number, number>> {
    const rows = await this.#queries
      .selectFrom("translation")
      .select(["id", "language_id", "language_code"])
      .where("component_id", "=", this.#component.id)
      .execute();
    const ids = new Map(rows.map((row) => [row.language_id, row.id]));
    const present = new Set(reading.files.map(({ language }) => language.id));
    for (const row of rows) {
      if (present.has(row.language_id)) continue;
      this.#note({ action: action.translationRemoved, target: row.language_code });
      await this.#queries.deleteFrom("translation").where("id", "=", row.id).execute();
      ids.delete(row.language_id);
    }
    const read = new Set(reading.read.map(({ file }) => file.language.id));
    const plurals = new Map(reading.read.map(({ file, pluralForms }) => [file.language.id, pluralForms]));
    for (const file of reading.files) {
      const known = ids.get(file.language.id);
      const values = {
        language_code: file.code,
        filename: file.path,
        is_source: file.isSource ? 1 : 0,
        is_template: file.isTemplate ? 1 : 0,
        // A file that could not be read is looked at again: its revision stays that of the strings we have.
        ...(read.has(file.language.id) ? { revision: file.revision } : {}),
        ...(plurals.has(file.language.id) ? { plural_number: plurals.get(file.language.id) ?? 1 } : {}),
      };
      if (known !== undefined) {
        await this.#queries.updateTable("translation").set(values).where("id", "=", known).execute();
        continue;
      }
      const { id } = await this.#queries
        .insertInto("translation")
        .values({ ...newTranslation(this.#component, file, this.#now), ...values })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.set(file.language.id, id);
      if (this.#options.first !== true) this.#note({ action: action.translationAdded, translation: id });
    }
    return ids;
  }

  /**
   * Strings of the source language: those of its file, and in a bilingual component also those that only a translation
   * still has, so that every string has a source.
   * @returns undefined when none of it was read anew
   */
  async #withUsedSources(
    sourceId: number,
    readSource: ReadFile | undefined,
    read: readonly ReadFile[],
  ): Promise<readonly UnitContent[] | undefined> {
    if (isMonolingual(this.#component.settings) || read.length === 0) return readSource?.units;
    const units = new Map<string, UnitContent>();
    if (readSource === undefined) {
      for (const row of await this.#units(sourceId)) units.set(row.key, contentOf(row));
    } else {
      for (const unit of readSource.units) units.set(unit.key, unit);
      const used = await this.#queries
        .selectFrom("unit")
        .innerJoin("translation", "translation.id", "unit.translation_id")
        .innerJoin("unit as original", "original.id", "unit.source_unit_id")
        .select("original.key")
        .distinct()
        .where("translation.component_id", "=", this.#component.id)
        .where("translation.is_source", "=", 0)
        .where("translation.language_id", "not in", [0, ...read.map(({ file }) => file.language.id)])
        .execute();
      const still = new Set(used.map(({ key }) => key));
      for (const row of await this.#units(sourceId)) {
        if (still.has(row.key) && !units.has(row.key)) units.set(row.key, contentOf(row));
      }
    }
    for (const { file, units: own } of read) {
      if (file.isSource) continue;
      for (const unit of own) {
        if (units.has(unit.key)) continue;
        units.set(unit.key, { ...unit, target: unit.source, state: unitStates.readOnly, previousSource: "" });
      }
    }
    return [...units.values()];
  }

  async #loadSourceUnits(sourceId: number): Promise<void> {
    const rows = await this.#queries
      .selectFrom("unit")
      .select(["id", "key"])
      .where("translation_id", "=", sourceId)
      .execute();
    this.#sourceUnits = new Map(rows.map(({ id, key }) => [key, id]));
  }

  async #units(translation: number): Promise<UnitRecord[]> {
    return this.#queries
      .selectFrom("unit")
      .selectAll()
      .where("translation_id", "=", translation)
      .orderBy("position")
      .execute();
  }

  async #storeUnits(translation: number, contents: readonly UnitContent[], isSource: boolean): Promise<void> {
    const remaining = new Map((await this.#units(translation)).map((row) => [row.key, row]));
    const added: ReturnType<typeof unitRow>[] = [];
    const seen = new Set<string>();
    for (const content of contents) {
      // A key that stands twice in a file counts once, as its first place says.
      if (seen.has(content.key)) continue;
      seen.add(content.key);
      const row = remaining.get(content.key);
      remaining.delete(content.key);
      if (row === undefined) {
        added.push(
          unitRow(content, {
            translation,
            sourceUnit: isSource ? null : (this.#sourceUnits.get(content.key) ?? null),
            position: seen.size,
            sourceLanguage: this.#sourceLanguage,
            now: this.#now,
          }),
        );
      } else {
        await this.#updateUnit(translation, row, content, seen.size, isSource);
      }
    }
    await insertAll(this.#queries, added, (batch) => this.#queries.insertInto("unit").values(batch));
    await this.#removeUnits(translation, [...remaining.values()]);
    if (this.#options.first !== true) this.#noteAdded(translation, added, isSource);
  }

  async #updateUnit(
    translation: number,
    row: UnitRecord,
    content: UnitContent,
    position: number,
    isSource: boolean,
  ): Promise<void> {
    const next = merged(row, content, {
      monolingual: isMonolingual(this.#component.settings) && !isSource,
      keepPending: this.#options.dropPending !== true,
    });
    const values = {
      ...next,
      ...(isSource ? {} : { source_unit_id: this.#sourceUnits.get(content.key) ?? row.source_unit_id }),
      position,
    };
    if (
      Object.entries(values).every(([name, value]) =>
        Object.entries(row).some(([key, old]) => key === name && old === value),
      )
    ) {
      return;
    }
    const fresh = unitRow(
      { ...content, source: texts(next.source) },
      { translation, sourceUnit: null, position, sourceLanguage: this.#sourceLanguage, now: this.#now },
    );
    await this.#queries
      .updateTable("unit")
      .set({
        ...values,
        num_words: fresh.num_words,
        num_chars: fresh.num_chars,
        priority: fresh.priority,
        last_updated: this.#now,
      })
      .where("id", "=", row.id)
      .execute();
    if (next.target !== row.target) {
      this.#note({
        action: isSource ? action.sourceChanged : this.#actions.updated,
        translation,
        unit: row.id,
        target: texts(next.target).join("\n"),
        old: texts(row.target).join("\n"),
      });
    } else if (next.state !== row.state) {
      this.#note({
        action: action.sourceChanged,
        translation,
        unit: row.id,
        target: texts(next.source)[0] ?? "",
        old: texts(row.source)[0] ?? "",
      });
    }
  }

  async #removeUnits(translation: number, rows: readonly UnitRecord[]): Promise<void> {
    for (const row of rows) {
      await this.#queries.deleteFrom("unit").where("id", "=", row.id).execute();
      this.#note({
        action: action.unitRemoved,
        translation,
        target: texts(row.source)[0] ?? "",
        details: { key: row.key },
      });
    }
  }

  #noteAdded(translation: number, added: readonly ReturnType<typeof unitRow>[], isSource: boolean): void {
    for (const row of added) {
      this.#note({
        action: isSource ? this.#actions.sourceAdded : this.#actions.added,
        translation,
        target: texts(row.target).join("\n"),
        details: { source: texts(row.source)[0] ?? "" },
      });
    }
  }

  #note(happening: Happening): void {
    this.#happenings.push({
      project: this.#component.project_id,
      component: this.#component.id,
      user: this.#options.user,
      ...happening,
    });
  }
}

function newTranslation(component: ComponentRecord, file: TranslationFile, now: string) {
  return {
    component_id: component.id,
    project_id: component.project_id,
    language_id: file.language.id,
    revision: "",
    plural_number: file.language.plural_number,
    ...emptyCounters(),
    failing_words: 0,
    pending: 0,
    last_change: now,
    last_author_id: null,
  };
}

function contentOf(row: UnitRecord): UnitContent {
  return {
    key: row.key,
    context: row.context,
    source: texts(row.source),
    target: texts(row.target),
    state: row.state,
    previousSource: row.previous_source,
    note: row.note,
    location: row.location,
    flags: row.flags,
  };
}

interface MergeRules {
  /** The file has no mark for "needs editing": the state is the database's as long as the text is. */
  readonly monolingual: boolean;
  readonly keepPending: boolean;
}

/**
 * A unit after its file was read again. A string that waits for a commit keeps its text; a monolingual string whose source
 * text changed under an unchanged translation needs editing (probe §3).
 */
export function merged(row: UnitRecord, content: UnitContent, rules: MergeRules) {
  const oldSource = texts(row.source);
  const oldTarget = texts(row.target);
  const sourceChanged = !equalTexts(oldSource, content.source);
  const targetChanged = !equalTexts(oldTarget, content.target);
  const stateTold = rules.monolingual ? row.state : content.state;
  const waits = row.pending > 0 && rules.keepPending && (targetChanged || stateTold !== row.state);
  const target = waits ? oldTarget : content.target;
  let state = waits ? row.state : targetChanged ? content.state : stateTold;
  let previousSource = rules.monolingual ? row.previous_source : content.previousSource;
  if (rules.monolingual && sourceChanged && (waits || !targetChanged) && !isEmpty(target)) {
    state = unitStates.needsEditing;
    previousSource = oldSource[0] ?? "";
  } else if (rules.monolingual && state !== unitStates.needsEditing) {
    previousSource = "";
  }
  return {
    context: content.context,
    source: JSON.stringify(content.source),
    target: JSON.stringify(target),
    previous_source: previousSource,
    state,
    note: content.note,
    location: content.location,
    flags: content.flags,
    pending: waits ? row.pending : 0,
    pending_author_id: waits ? row.pending_author_id : null,
  };
}
