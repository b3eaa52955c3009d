import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { equalTexts } from "../../catalog/texts.ts";
import { parseFlags, priorityOf } from "../../catalog/flags.ts";
import { analyzeStrings } from "../../store/analyze.ts";
import { insertAll } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { inParts, type InPart } from "../../store/in-parts.ts";
import { PLANNED_EACH_TIME, prepared } from "../../store/prepared.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { settleAlert, type AlertName } from "../clone/alerts.ts";
import type { Clone, ComponentClone } from "../clone/clone.ts";
import { intermediateOf, isMonolingual, type TranslationFile } from "./component-files.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { expectEarly } from "../landing/expect-early.ts";
import { remember } from "../memory/memory.ts";
import { readScreenshots } from "../screenshots/repository-screenshots.ts";
import { emptyCounters, refreshCounters } from "../units/counters.ts";
import { applyReadOnly, sourceUnitState } from "../units/read-only.ts";
import { refreshChecksInParts } from "../units/unit-checks.ts";
import { removeStrings, removeUnits } from "../units/removal-in-parts.ts";
import { newestString } from "../units/newest-string.ts";
import { Moves, moveStrings } from "../units/positions.ts";
import { stringsInParts } from "../units/strings-in-parts.ts";
import { KEYS_TOGETHER, keysWanted, withKeys, type KeysWanted } from "../units/unit-key.ts";
import { refreshVariants } from "../units/variants.ts";
import { readFiles, type ReadFile, type Reading, type ReadingOptions } from "./file-contents.ts";
import { StringShelf } from "./held-strings.ts";
import { contentOf, merged, withoutRule } from "./merged-unit.ts";
import { timestamp, type NewUnit, type Service } from "../service.ts";
import { pendingMark, texts, unitRow, type UnitContent, type UnitRecord } from "../units/unit-row.ts";

export interface ScanOptions extends ReadingOptions {
  /** What is in the files wins over strings that wait for a commit with this `pendingMark` or an earlier one; default: over none. */
  readonly dropUntil?: number;
  /**
   * After a process that died: what waits and is in its file is taken for committed here without a record, where the file is
   * another than the recorded one. A pull of the same text that nobody recorded either looks alike.
   */
  readonly isRecovery?: boolean;
  /** Id of the newest string there was (`newestString`) before what waits was committed; default: before the files are read. */
  readonly newest?: number;
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

/** So many strings of a translation are read at once. */
const READ_AT_ONCE = 1000;
/** So many new ones make the plans of a database other ones. */
const MANY_STRINGS = 10_000;
/** So many strings go at once: the index of texts takes its time for each. */
const REMOVED_TOGETHER = 100;

const rowsOfKeys = prepared((queries, wanted: KeysWanted) => withKeys(queries, wanted).selectAll());
const sourcesOfKeys = prepared((queries, wanted: KeysWanted) =>
  withKeys(queries, wanted).select([
    "id",
    "key",
    "extra_flags",
    sql<string | null>`case when pending > 0 and source = target then source end`.as("edited"),
  ]),
);
const addedBetween = prepared((queries, { translation, newest, first, last }: AddedPlaces) =>
  queries
    .selectFrom("unit")
    .select("id")
    .where("translation_id", "=", translation)
    .where("position", ">=", first)
    .where("position", "<=", last)
    .where("id", ">", newest)
    .modifyFront(sql.raw(PLANNED_EACH_TIME)),
);

interface AddedPlaces {
  readonly translation: number;
  readonly newest: number;
  readonly first: number;
  readonly last: number;
}

/** What is to be stored of a string. */
interface Said extends UnitContent {
  /** The database said so, no file: it stays as the database has it by now. */
  readonly isKept?: true;
}

/** A translation while its strings are stored. */
interface Place {
  readonly translation: number;
  readonly isSource: boolean;
  /** Id of the newest string that was there before. */
  readonly newest: number;
  /** Of those that were there, the ones that its file has. */
  readonly found: Set<number>;
  readonly moves: Moves;
  /** How many strings its file had so far. */
  count: number;
}

interface SourceUnit extends Pick<UnitRecord, "id" | "key" | "extra_flags"> {
  /** A text that waits for a commit, and is no translation of what developers write: files do not say it yet. */
  readonly edited: string | null;
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

/** Takes over what the files of all components of a clone say. Files whose blob id is known are not even opened. */
export async function scanClone(service: Service, target: ComponentClone, options: ScanOptions = {}): Promise<void> {
  const newest = options.newest ?? (await newestString(service.database, target.components));
  const files = await target.clone.files();
  for (const component of target.components) {
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
  readonly #actions: StringActions;
  readonly #now: string;
  readonly #sourceReview: boolean;
  /** Strings with higher ids are new to the files, and no file that was read speaks of them. */
  readonly #newest: number;
  #happenings: Happening[] = [];
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
    this.#actions = options.actions ?? inRepository;
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
    await this.#recorded((queries) => this.#finish(queries, reading, translations));
    return this.#added;
  }

  /** Does a part, with what it has to say of its changes. */
  async #recorded(part: (queries: Queries) => Promise<void>): Promise<void> {
    await this.#inPart(async (queries) => {
      await part(queries);
      const happenings = this.#happenings;
      this.#happenings = [];
      await record(this.#service, queries, happenings);
    });
  }

  /** From here on the files are known. */
  async #finish(queries: Queries, reading: Reading, translations: ReadonlyMap<number, number>): Promise<void> {
    for (const { file } of reading.read) {
      const translation = translations.get(file.language.id);
      if (translation === undefined) continue;
      // An upload tells of itself.
      if (this.#moved.has(translation) && this.#actions === inRepository && this.#options.first !== true) {
        this.#note({ action: action.resourceUpdated, translation });
      }
      const values = { revision: file.revision, read_again: 0 };
      await queries.updateTable("translation").set(values).where("id", "=", translation).execute();
    }
    for (const { file, message } of reading.faults) {
      const translation = translations.get(file.language.id);
      // The revision stays that of the strings we have, also where these are by a base that is over.
      if (reading.isBaseNew && translation !== undefined) {
        await queries.updateTable("translation").set({ read_again: 1 }).where("id", "=", translation).execute();
      }
      const details = { filename: file.path, error_message: message };
      this.#note({ action: action.parsingFailed, translation, target: message, details });
    }
    await queries
      .updateTable("component")
      .set({ template_revision: reading.templateRevision, intermediate_revision: reading.intermediateRevision })
      .where("id", "=", this.#component.id)
      .execute();
    await this.#settleAlerts(queries, reading);
  }

  async #settleAlerts(
    queries: Queries,
    { faults, findings: { duplicates, missing, maskMatches } }: Reading,
  ): Promise<void> {
    const found: readonly (readonly [AlertName, Readonly<Record<string, unknown>> | undefined])[] = [
      ["ParseError", faults.length === 0 ? undefined : { errors: faults.map(({ message }) => message) }],
      ["DuplicateLanguage", duplicates.length === 0 ? undefined : { files: duplicates }],
      ["InexistantFiles", missing.length === 0 ? undefined : { files: missing }],
      ["NoMaskMatches", maskMatches ? undefined : { filemask: this.#component.settings.filemask }],
    ];
    for (const [name, details] of found) {
      await settleAlert(this.#service, queries, [this.#component], name, details);
    }
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
  async #storeTranslations(reading: Reading): Promise<Map<number, number>> {
    const rows = await this.#queries
      .selectFrom("translation")
      .select(["id", "language_id", "language_code", "revision"])
      .where("component_id", "=", this.#component.id)
      .execute();
    const present = new Set(reading.files.map(({ language }) => language.id));
    const [known, gone] = [
      new Map(rows.filter((row) => present.has(row.language_id)).map((row) => [row.language_id, row])),
      rows.filter((row) => !present.has(row.language_id)),
    ];
    for (const { id, language_code: code } of gone) {
      await removeStrings(this.#queries, [id]);
      await this.#recorded(async (queries) => {
        await queries.deleteFrom("translation").where("id", "=", id).execute();
        this.#note({ action: action.translationRemoved, target: code });
      });
    }
    const read = new Map(reading.read.map((each) => [each.file.language.id, each]));
    const ids = new Map<number, number>();
    await this.#recorded(async (queries) => {
      for (const file of reading.files) {
        const own = read.get(file.language.id);
        const values = {
          language_code: file.code,
          filename: file.path,
          is_source: file.isSource ? 1 : 0,
          is_template: file.isTemplate ? 1 : 0,
          ...(own && { plural_number: own.pluralForms, plural_formula: own.pluralFormula }),
        };
        const row = known.get(file.language.id);
        if (row !== undefined) {
          ids.set(file.language.id, row.id);
          if (own !== undefined && file.revision !== row.revision) this.#moved.add(row.id);
          await queries.updateTable("translation").set(values).where("id", "=", row.id).execute();
          continue;
        }
        const { id } = await queries
          .insertInto("translation")
          .values({ ...newTranslation(this.#component, file, this.#now), ...values })
          .returning("id")
          .executeTakeFirstOrThrow();
        ids.set(file.language.id, id);
        if (this.#options.first !== true) this.#note({ action: action.languageAdded, translation: id });
      }
    });
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
    const place: Place = { translation, isSource, newest, found: new Set(), moves: new Moves(), count: 0 };
    const stateOfNew = await this.#service.addons.stateOfNew(this.#queries, this.#component);
    for await (const all of strings) {
      for (let from = 0; from < all.length; from += KEYS_TOGETHER) {
        await setImmediate();
        const part = all.slice(from, from + KEYS_TOGETHER);
        await this.#recorded((queries) => this.#storePart(queries, place, part, stateOfNew));
      }
    }
    if (newest > 0) await this.#removeUnits(place);
    await moveStrings(this.#queries, translation, place.moves, newest);
  }

  async #storePart(
    queries: Queries,
    place: Place,
    all: readonly Said[],
    stateOfNew: ((unit: NewUnit) => number) | undefined,
  ): Promise<void> {
    const { translation, isSource, newest, found, moves } = place;
    const monolingual = isMonolingual(this.#component.settings);
    const part = new Map(all.toReversed().map((content) => [content.key, content]));
    const wanted = keysWanted(queries, translation, [...part.keys()]);
    const known = new Map((await rowsOfKeys.rows(queries, wanted)).map((row) => [row.key, row]));
    const sources = await this.#sourcesOf(queries, [...part.keys()]);
    const rows: ReturnType<typeof unitRow>[] = [];
    const news: UnitContent[] = [];
    for (const each of all) {
      const row = known.get(each.key);
      const isAgain = part.get(each.key) !== each || (row !== undefined && (row.id > newest || found.has(row.id)));
      const isGone = row === undefined && each.isKept === true;
      if (isAgain || isGone) continue;
      const said = row !== undefined && each.isKept === true ? contentOf(row) : each;
      place.count += 1;
      if (row === undefined || !equalTexts(texts(row.target), said.target)) news.push(said);
      const { edited = null } = sources.get(said.key) ?? {};
      const content = edited === null || !monolingual ? said : { ...said, source: texts(edited) };
      if (row === undefined) {
        const state = stateOfNew?.({ ...content, isSource }) ?? content.state;
        const where = {
          translation,
          sourceUnit: sources.get(content.key)?.id ?? null,
          position: place.count,
          sourceLanguage: this.#sourceLanguage,
          now: this.#now,
        };
        // A state that an add-on gives belongs into the file, where that has one.
        const pending = state === content.state || isSource || monolingual ? 0 : pendingMark();
        rows.push({ ...unitRow({ ...content, state }, where), pending });
      } else {
        found.add(row.id);
        moves.add({ id: row.id, was: row.position, is: place.count });
        await this.#updateUnit(queries, translation, row, content, { isSource, sourceUnit: sources.get(content.key) });
      }
    }
    await insertAll(queries, rows, (batch) => queries.insertInto("unit").values(batch));
    this.#added += rows.length;
    // Source texts translate nothing.
    if (!isSource) {
      await remember(
        queries,
        news.map((content) => ({ ...content, translation })),
      );
    }
    await this.#noteAdded(queries, place, rows);
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

  /** By key; none while source strings are stored themselves. */
  async #sourcesOf(queries: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, SourceUnit>> {
    if (this.#source === undefined) return new Map();
    const rows = await sourcesOfKeys.rows(queries, keysWanted(queries, this.#source, keys));
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** @param rows that were inserted, in the order of their places */
  async #noteAdded(
    queries: Queries,
    { translation, isSource, newest }: Place,
    rows: readonly Pick<UnitRecord, "position" | "source" | "target">[],
  ): Promise<void> {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    if (this.#options.everything !== true) {
      const added = { translation, newest, first: first.position, last: last.position };
      for (const { id } of await addedBetween.rows(queries, added)) this.#changed.push(id);
    }
    if (this.#options.first === true) return;
    for (const { source, target } of rows) {
      this.#note({
        action: isSource ? this.#actions.sourceAdded : this.#actions.added,
        translation,
        target: texts(target).join("\n"),
        details: { source: texts(source)[0] ?? "" },
      });
    }
  }

  async #updateUnit(
    queries: Queries,
    translation: number,
    row: UnitRecord,
    content: UnitContent,
    { isSource, sourceUnit }: { readonly isSource: boolean; readonly sourceUnit: SourceUnit | undefined },
  ): Promise<void> {
    const { settings, intermediate_revision: developers } = this.#component;
    const next = merged(withoutRule(row), content, {
      // The source language follows what developers write once it has been translated from that.
      monolingual: isMonolingual(settings) && (!isSource || (intermediateOf(settings) !== "" && developers !== "")),
      isSource,
      keepPending: row.pending > (this.#options.dropUntil ?? 0),
    });
    const values = {
      ...next,
      ...(row.kept_state === null ? {} : { state: row.state, kept_state: next.state }),
      ...(isSource ? {} : { source_unit_id: sourceUnit?.id ?? row.source_unit_id }),
    };
    const known: Readonly<Record<string, unknown>> = row;
    if (Object.entries(values).every(([name, value]) => known[name] === value)) return;
    const fresh = unitRow(
      { ...content, source: texts(next.source) },
      {
        translation,
        sourceUnit: isSource ? null : row.source_unit_id,
        position: row.position,
        sourceLanguage: this.#sourceLanguage,
        now: this.#now,
      },
    );
    const extraFlags = isSource ? row.extra_flags : (sourceUnit?.extra_flags ?? "");
    await queries
      .updateTable("unit")
      .set({
        ...values,
        num_words: fresh.num_words,
        num_chars: fresh.num_chars,
        priority: extraFlags === "" ? fresh.priority : priorityOf(parseFlags(content.flags, extraFlags)),
        source_hash: fresh.source_hash,
        checksum: fresh.checksum,
        last_updated: this.#now,
      })
      .where("id", "=", row.id)
      .execute();
    if (row.pending > 0 && next.pending === 0) {
      // What it was saved over waited for that commit.
      await queries.deleteFrom("set_aside_text").where("unit_id", "=", row.id).execute();
      // A text that was changed and changed back is in its file without a commit.
      if (this.#options.isRecovery === true && this.#moved.has(translation)) {
        this.#noteCommitted(translation, row.pending_author_id ?? undefined);
      }
    }
    this.#changed.push(row.id);
    if (next.target !== row.target) {
      this.#note({
        action: isSource ? action.sourceChanged : this.#actions.updated,
        translation,
        unit: row.id,
        target: texts(next.target).join("\n"),
        old: texts(row.target).join("\n"),
      });
    } else if (next.state !== withoutRule(row).state) {
      this.#note({
        action: action.sourceChanged,
        translation,
        unit: row.id,
        target: texts(next.source)[0] ?? "",
        old: texts(row.source)[0] ?? "",
      });
    }
  }

  /** Once for each author, as their commits were. */
  #noteCommitted(translation: number, author: number | undefined): void {
    const commit = `${String(translation)} ${String(author)}`;
    if (this.#committed.has(commit)) return;
    this.#committed.add(commit);
    this.#note({ action: action.committed, translation, author });
  }

  /** Removes what is in no file any more: of what was there before, all that was not found. */
  async #removeUnits({ translation, newest, found }: Place): Promise<void> {
    for await (const part of this.#parts(translation)) {
      const rows = await part.select(["id", "key", "source"]).where("id", "<=", newest).execute();
      const all = rows.filter(({ id }) => !found.has(id));
      for (let from = 0; from < all.length; from += REMOVED_TOGETHER) {
        const gone = all.slice(from, from + REMOVED_TOGETHER);
        await this.#recorded(async (queries) => {
          await removeUnits(
            queries,
            gone.map(({ id }) => id),
          );
          for (const { key, source } of gone) {
            this.#note({ action: action.unitRemoved, translation, target: texts(source)[0] ?? "", details: { key } });
          }
        });
      }
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
