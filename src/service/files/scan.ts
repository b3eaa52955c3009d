import { setImmediate } from "node:timers/promises";
import { analyzeStrings } from "../../store/analyze.ts";
import type { Queries } from "../../store/database.ts";
import { inParts, type InPart } from "../../store/in-parts.ts";
import type { Clone, ComponentClone } from "../clone/clone.ts";
import { isMonolingual } from "./component-files.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { expectEarly } from "../landing/expect-early.ts";
import { readScreenshots } from "../screenshots/repository-screenshots.ts";
import { refreshCounters } from "../units/counters.ts";
import { applyReadOnly, sourceUnitState } from "../units/read-only.ts";
import { refreshChecksInParts } from "../units/unit-checks.ts";
import { removeStrings } from "../units/removal-in-parts.ts";
import { newestString } from "../units/newest-string.ts";
import { Moves, moveStrings } from "../units/positions.ts";
import { stringsInParts } from "../units/strings-in-parts.ts";
import { refreshVariants } from "../units/variants.ts";
import { readFiles, type ReadFile, type Reading } from "./file-contents.ts";
import { stringsTogether } from "./file-strings.ts";
import { StringShelf } from "./held-strings.ts";
import { contentOf } from "./merged-unit.ts";
import type { ScanOptions } from "./scan-options.ts";
import { ScanPart, type Said, type ScanSoFar } from "./scan-part.ts";
import { timestamp, type Service } from "../service.ts";

/** So many strings of a translation are read at once. */
const READ_AT_ONCE = 1000;
/** So many new ones make the plans of a database other ones. */
const MANY_STRINGS = 10_000;
/** So many strings go at once: the index of texts takes its time for each. */
const REMOVED_TOGETHER = 100;

/** Takes over what the files of all components of a clone say. Files whose blob id is known are not even opened. */
export async function scanClone(service: Service, target: ComponentClone, options: ScanOptions = {}): Promise<void> {
  // What is being removed is read no further.
  const components = target.components.filter(({ removing }) => removing === 0);
  const newest = options.newest ?? (await newestString(service.database, components));
  const files = await target.clone.files();
  for (const component of components) {
    await scanComponent(service, target.clone, component, files, { ...options, newest });
  }
}

/** @returns messages of the files that could not be read; their strings stay as they were */
export async function scanComponent(
  service: Service,
  clone: Clone,
  component: ComponentRecord,
  files: ReadonlyMap<string, string>,
  options: ScanOptions = {},
): Promise<readonly string[]> {
  const newest = options.newest ?? (await newestString(service.database, [component]));
  await using shelf = new StringShelf(service);
  const reading = await readFiles(service, shelf, clone, component, files, options);
  shelf.endReading();
  const added = await inParts(service.database, (queries, inPart) =>
    new Scan(service, queries, inPart, component, { ...options, newest, sourceReview: reading.sourceReview }).store(
      reading,
    ),
  );
  if (added >= MANY_STRINGS) await analyzeStrings(service.database);
  // Known files say nothing new.
  if (reading.read.length > 0) await refreshVariants(service, component);
  await readScreenshots(service, clone, component, files);
  await expectEarly(service, component.id);
  return reading.faults.map(({ message }) => message);
}

/**
 * Brings the database in line with what was read, in parts of some strings (`inParts`): an import of 80,000 takes half a minute, and
 * on SQLite nobody could save meanwhile. Each part writes down what it changed. The revisions of files come last: a process that dies
 * between two parts leaves files that are not known, of a clone that is marked (`clone/reconciliation.ts`), and what finishes that reads
 * all of them, runs all checks and counts all anew. Whoever saves a string between two parts finds it as it was or as its file
 * has it now; what they save waits for a commit, as the part that comes to the string later sees.
 */
class Scan {
  readonly #service: Service;
  /** Reads between the parts. */
  readonly #queries: Queries;
  readonly #inPart: InPart;
  readonly #component: ComponentRecord;
  readonly #options: ScanOptions;
  readonly #now: string;
  readonly #sourceReview: boolean;
  /** Strings with higher ids are new to the files, and no file that was read speaks of them. */
  readonly #newest: number;
  #sourceLanguage = "en";
  /** The translation that has the source strings. */
  #source: number | undefined;
  /** Translations whose file is another than the one that was recorded. */
  readonly #moved = new Set<number>();
  /** Translation and author of each commit that is noted for a process that died. */
  readonly #committed = new Set<string>();
  /** Strings whose checks are run: those that are new or changed, unless all are looked at. */
  readonly #changed: number[] = [];
  #added = 0;

  constructor(
    service: Service,
    queries: Queries,
    inPart: InPart,
    component: ComponentRecord,
    options: ScanOptions & { readonly newest: number; readonly sourceReview: boolean },
  ) {
    this.#service = service;
    this.#newest = options.newest;
    this.#sourceReview = options.sourceReview;
    this.#queries = queries;
    this.#inPart = inPart;
    this.#component = component;
    this.#options = options;
    this.#now = timestamp(service);
  }

  /** @returns how many strings are new */
  async store(reading: Reading): Promise<number> {
    const source = reading.files.find(({ isSource }) => isSource);
    this.#sourceLanguage = source?.language.code ?? "en";
    const translations = await this.#storeTranslations(reading);
    const sourceId = source === undefined ? undefined : translations.get(source.language.id);
    const readSource = reading.read.find(({ file }) => file.isSource);
    const touched: number[] = [];
    if (sourceId !== undefined && reading.read.length > 0) {
      if (readSource !== undefined || !isMonolingual(this.#component.settings)) {
        await this.#storeUnits(sourceId, this.#usedSources(sourceId, readSource, reading.read), true);
        touched.push(sourceId);
      }
      this.#source = sourceId;
    }
    for (const { file, strings } of reading.read) {
      const translation = translations.get(file.language.id);
      if (file.isSource || translation === undefined) continue;
      await this.#storeUnits(translation, strings(), false);
      touched.push(translation);
    }
    const changed = await this.#applyRules(touched, readSource !== undefined);
    // In one order, so that nobody waits in a circle.
    for (const translation of [...new Set([...touched, ...changed])].toSorted((one, other) => one - other)) {
      await this.#inPart((queries) => refreshCounters(queries, [translation]));
    }
    await this.#part((part) => part.finish(reading, translations));
    return this.#added;
  }

  /** Does a part, and writes down what it changed. */
  async #part<T>(work: (part: ScanPart) => Promise<T>): Promise<T> {
    const scan: ScanSoFar = {
      service: this.#service,
      component: this.#component,
      options: this.#options,
      now: this.#now,
      sourceLanguage: this.#sourceLanguage,
      source: this.#source,
      moved: this.#moved,
      committed: this.#committed,
    };
    return this.#inPart(async (queries) => {
      const part = new ScanPart(queries, scan);
      const result = await work(part);
      await part.record();
      return result;
    });
  }

  /**
   * Read-only states and quality checks of what changed, or of everything where everything is read.
   * @returns translations in which it changed something
   */
  async #applyRules(touched: readonly number[], sourceWasRead: boolean): Promise<readonly number[]> {
    const all = this.#options.everything === true;
    const closed = await applyReadOnly(
      this.#queries,
      this.#component,
      all || sourceWasRead ? "all" : { translations: touched },
      this.#inPart,
    );
    const units = all ? await this.#allUnits() : [...this.#changed, ...closed.units];
    const checks = await refreshChecksInParts(this.#inPart, this.#component, units);
    return [...closed.translations, ...checks.translations];
  }

  async #allUnits(): Promise<number[]> {
    const translations = await this.#queries
      .selectFrom("translation")
      .select("id")
      .where("component_id", "=", this.#component.id)
      .execute();
    const units: number[] = [];
    for (const { id: translation } of translations) {
      for await (const part of this.#parts(translation)) {
        for (const { id } of await part.select("id").execute()) units.push(id);
      }
    }
    return units;
  }

  /**
   * Makes the translations that files are of; those of no file any more go.
   * @returns language id → translation id
   */
  async #storeTranslations(reading: Reading): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#queries
      .selectFrom("translation")
      .select(["id", "language_id", "language_code", "revision"])
      .where("component_id", "=", this.#component.id)
      .execute();
    const present = new Set(reading.files.map(({ language }) => language.id));
    for (const row of rows) {
      if (present.has(row.language_id)) continue;
      await removeStrings(this.#queries, [row.id], this.#inPart);
      await this.#part((part) => part.removeTranslation(row));
    }
    const known = new Map(rows.map((row) => [row.language_id, row]));
    const read = new Map(reading.read.map((each) => [each.file.language.id, each]));
    const { ids, moved } = await this.#part((part) => part.storeTranslations(reading.files, read, known));
    for (const id of moved) this.#moved.add(id);
    return ids;
  }

  /**
   * Strings of the source language: those of its file, and in a bilingual component also those that only a translation
   * still has, so that every string has a source. Of a key that comes again the first counts.
   */
  async *#usedSources(
    sourceId: number,
    readSource: ReadFile | undefined,
    read: readonly ReadFile[],
  ): AsyncGenerator<readonly Said[]> {
    if (readSource !== undefined) yield* readSource.strings();
    if (isMonolingual(this.#component.settings)) return;
    const readLanguages = [0, ...read.map(({ file }) => file.language.id)];
    for await (const part of this.#parts(sourceId)) {
      const kept = part
        .selectAll()
        .$if(readSource !== undefined, (rows) =>
          rows.where((row) =>
            row.exists(
              row
                .selectFrom("unit as translated")
                .innerJoin("translation", "translation.id", "translated.translation_id")
                .select("translated.id")
                .whereRef("translated.source_unit_id", "=", "unit.id")
                .where("translation.is_source", "=", 0)
                .where("translation.language_id", "not in", readLanguages),
            ),
          ),
        );
      yield (await kept.execute()).map((row) => ({ ...contentOf(row), isKept: true }));
    }
    const state = sourceUnitState(this.#component.settings, this.#sourceReview);
    for (const { file, strings } of read) {
      if (file.isSource) continue;
      for await (const part of strings()) {
        yield part.map((unit) => ({ ...unit, target: unit.source, state, previousSource: "" }));
      }
    }
  }

  #parts(translation: number) {
    return stringsInParts(this.#queries, translation, READ_AT_ONCE);
  }

  /**
   * Looks at some strings at a time, and at those alone that the database has of them: a file of half a million is never in memory.
   * A key that stands twice in a file mostly comes once, with its last text at its first place (`file-strings.ts`); where it comes
   * twice, the first counts.
   */
  async #storeUnits(translation: number, strings: AsyncIterable<readonly Said[]>, isSource: boolean): Promise<void> {
    const newest = await this.#newestOf(translation);
    const found = new Set<number>();
    const moves = new Moves();
    let count = 0;
    const stateOfNew = await this.#service.addons.stateOfNew(this.#queries, this.#component);
    for await (const all of strings) {
      for (const some of stringsTogether(all)) {
        await setImmediate();
        const place = { translation, isSource, newest, found, count };
        const stored = await this.#part((part) => part.storeStrings(place, some, stateOfNew));
        ({ count } = stored);
        for (const each of stored.placed) {
          found.add(each.id);
          moves.add(each);
        }
        this.#added += stored.added;
        this.#changed.push(...stored.changed);
        for (const commit of stored.committed) this.#committed.add(commit);
      }
    }
    if (newest > 0) await this.#removeUnits(translation, newest, found);
    await moveStrings(this.#queries, translation, moves, { newest, inPart: this.#inPart });
  }

  /** Id of the newest string of a translation that was there before its file was read; 0 where it had none. */
  async #newestOf(translation: number): Promise<number> {
    const { newest } = await this.#queries
      .selectFrom("unit")
      .select(({ fn }) => fn.max("id").as("newest"))
      .where("translation_id", "=", translation)
      .where("id", "<=", this.#newest)
      .executeTakeFirstOrThrow();
    return newest ?? 0;
  }

  /** Removes what is in no file any more: of what was there before, all that was not found. */
  async #removeUnits(translation: number, newest: number, found: ReadonlySet<number>): Promise<void> {
    for await (const part of this.#parts(translation)) {
      const rows = await part.select("id").where("id", "<=", newest).execute();
      const all = rows.map(({ id }) => id).filter((id) => !found.has(id));
      for (let from = 0; from < all.length; from += REMOVED_TOGETHER) {
        const gone = all.slice(from, from + REMOVED_TOGETHER);
        await this.#part((own) => own.removeStrings(translation, gone));
      }
    }
  }
}
