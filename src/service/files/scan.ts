import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { equalTexts } from "../../catalog/texts.ts";
import { parseFlags, priorityOf } from "../../catalog/flags.ts";
import { insertAll } from "../../store/bulk.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
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
import { refreshChecks } from "../units/unit-checks.ts";
import { removeStrings, removeUnits } from "../units/removal-in-parts.ts";
import { Moves, moveStrings } from "../units/positions.ts";
import { stringsInParts } from "../units/strings-in-parts.ts";
import { KEYS_TOGETHER, keysWanted, withKeys, type KeysWanted } from "../units/unit-key.ts";
import { refreshVariants } from "../units/variants.ts";
import { readFiles, type ReadFile, type Reading, type ReadingOptions } from "./file-contents.ts";
import { StringShelf } from "./held-strings.ts";
import { contentOf, merged, withoutRule } from "./merged-unit.ts";
import { timestamp, type Service } from "../service.ts";
import { pendingMark, texts, unitRow, type UnitContent, type UnitRecord } from "../units/unit-row.ts";

export interface ScanOptions extends ReadingOptions {
  /** What is in the files wins over strings that wait for a commit. */
  readonly dropPending?: boolean;
  /**
   * After a process that died: what waits and is in its file is taken for committed here without a record, where the file is
   * another than the recorded one. A pull of the same text that nobody recorded either looks alike.
   */
  readonly isRecovery?: boolean;
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
/** So many changes are put down together. */
const CHANGES_TOGETHER = 1000;

const rowsOfKeys = prepared((queries, wanted: KeysWanted) => withKeys(queries, wanted).selectAll());
const sourcesOfKeys = prepared((queries, wanted: KeysWanted) =>
  withKeys(queries, wanted).select([
    "id",
    "key",
    "extra_flags",
    sql<string | null>`case when pending > 0 and source = target then source end`.as("edited"),
  ]),
);
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
  await using shelf = new StringShelf(service);
  const reading = await readFiles(service, shelf, clone, component, files, options);
  shelf.endReading();
  await inTransaction(service.database, async (queries) => {
    await new Scan(service, queries, component, { ...options, sourceReview: reading.sourceReview }).store(reading);
  });
  // Known files say nothing new.
  if (reading.read.length > 0) await refreshVariants(service, component);
  await readScreenshots(service, clone, component, files);
  await expectEarly(service, component.id);
  return reading.faults.map(({ message }) => message);
}

/** Brings the database in line with what was read; lives for one transaction. */
class Scan {
  readonly #service: Service;
  readonly #queries: Queries;
  readonly #component: ComponentRecord;
  readonly #options: ScanOptions;
  readonly #actions: StringActions;
  readonly #now: string;
  readonly #sourceReview: boolean;
  #happenings: Happening[] = [];
  #sourceLanguage = "en";
  /** The translation that has the source strings. */
  #source: number | undefined;
  /** Translations whose file is another than the one that was recorded. */
  readonly #moved = new Set<number>();
  /** Translation and author of each commit that is noted for a process that died. */
  readonly #committed = new Set<string>();
  /** Strings whose checks are run: those that are new or changed. */
  readonly #changed: number[] = [];

  constructor(
    service: Service,
    queries: Queries,
    component: ComponentRecord,
    options: ScanOptions & { readonly sourceReview: boolean },
  ) {
    this.#service = service;
    this.#sourceReview = options.sourceReview;
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
    await refreshCounters(this.#queries, [...touched, ...(await this.#applyRules(touched, readSource !== undefined))]);
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
      .set({ template_revision: reading.templateRevision, intermediate_revision: reading.intermediateRevision })
      .where("id", "=", this.#component.id)
      .execute();
    await this.#recordAll();
    await this.#settleAlerts(reading);
  }

  async #settleAlerts({ faults, findings: { duplicates, missing, maskMatches } }: Reading): Promise<void> {
    const found: readonly (readonly [AlertName, Readonly<Record<string, unknown>> | undefined])[] = [
      ["ParseError", faults.length === 0 ? undefined : { errors: faults.map(({ message }) => message) }],
      ["DuplicateLanguage", duplicates.length === 0 ? undefined : { files: duplicates }],
      ["InexistantFiles", missing.length === 0 ? undefined : { files: missing }],
      ["NoMaskMatches", maskMatches ? undefined : { filemask: this.#component.settings.filemask }],
    ];
    for (const [name, details] of found) {
      await settleAlert(this.#service, this.#queries, [this.#component], name, details);
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
    );
    const units = all ? await this.#allUnits() : [...this.#changed, ...closed.units];
    const checks = await refreshChecks(this.#queries, this.#component, units);
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

  /** @returns language id → translation id */
  async #storeTranslations(reading: Reading): Promise<Map<number, number>> {
    const rows = await this.#queries
      .selectFrom("translation")
      .select(["id", "language_id", "language_code", "revision"])
      .where("component_id", "=", this.#component.id)
      .execute();
    const ids = new Map(rows.map((row) => [row.language_id, row.id]));
    const revisions = new Map(rows.map((row) => [row.id, row.revision]));
    const present = new Set(reading.files.map(({ language }) => language.id));
    for (const row of rows) {
      if (present.has(row.language_id)) continue;
      this.#note({ action: action.translationRemoved, target: row.language_code });
      await removeStrings(this.#queries, [row.id]);
      await this.#queries.deleteFrom("translation").where("id", "=", row.id).execute();
      ids.delete(row.language_id);
    }
    const read = new Set(reading.read.map(({ file }) => file.language.id));
    const faulty = new Set(reading.faults.map(({ file }) => file.language.id));
    const plurals = new Map(
      reading.read.map(({ file, pluralForms, pluralFormula }) => [
        file.language.id,
        { plural_number: pluralForms, plural_formula: pluralFormula },
      ]),
    );
    for (const file of reading.files) {
      const known = ids.get(file.language.id);
      const values = {
        language_code: file.code,
        filename: file.path,
        is_source: file.isSource ? 1 : 0,
        is_template: file.isTemplate ? 1 : 0,
        // The revision stays that of the strings we have, also where these are by a base that is over.
        ...(read.has(file.language.id) ? { revision: file.revision, read_again: 0 } : {}),
        ...(reading.isBaseNew && faulty.has(file.language.id) ? { read_again: 1 } : {}),
        ...plurals.get(file.language.id),
      };
      if (known !== undefined) {
        const isAnother = values.revision !== undefined && values.revision !== revisions.get(known);
        if (isAnother) this.#moved.add(known);
        // An upload tells of itself.
        if (isAnother && this.#actions === inRepository && this.#options.first !== true) {
          this.#note({ action: action.resourceUpdated, translation: known });
        }
        await this.#queries.updateTable("translation").set(values).where("id", "=", known).execute();
        continue;
      }
      const { id } = await this.#queries
        .insertInto("translation")
        .values({ ...newTranslation(this.#component, file, this.#now), ...values })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.set(file.language.id, id);
      if (this.#options.first !== true) this.#note({ action: action.languageAdded, translation: id });
    }
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
  ): AsyncGenerator<readonly UnitContent[]> {
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
      yield (await kept.execute()).map(contentOf);
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
  async #storeUnits(
    translation: number,
    strings: AsyncIterable<readonly UnitContent[]>,
    isSource: boolean,
  ): Promise<void> {
    const newest = await this.#newestOf(translation);
    const moves = new Moves();
    const stateOfNew = await this.#service.addons.stateOfNew(this.#queries, this.#component);
    const monolingual = isMonolingual(this.#component.settings);
    const found = new Set<number>();
    let count = 0;
    let added = 0;
    for await (const all of strings) {
      for (let from = 0; from < all.length; from += KEYS_TOGETHER) {
        await setImmediate();
        const part = new Map(
          all
            .slice(from, from + KEYS_TOGETHER)
            .toReversed()
            .map((content) => [content.key, content]),
        );
        const wanted = keysWanted(this.#queries, translation, [...part.keys()]);
        const known = new Map((await rowsOfKeys.rows(this.#queries, wanted)).map((row) => [row.key, row]));
        const sources = await this.#sourcesOf([...part.keys()]);
        const rows: ReturnType<typeof unitRow>[] = [];
        const news: UnitContent[] = [];
        for (const said of all.slice(from, from + KEYS_TOGETHER)) {
          const row = known.get(said.key);
          const isAgain = part.get(said.key) !== said || (row !== undefined && (row.id > newest || found.has(row.id)));
          if (isAgain) continue;
          count += 1;
          if (row === undefined || !equalTexts(texts(row.target), said.target)) news.push(said);
          const { edited = null } = sources.get(said.key) ?? {};
          const content = edited === null || !monolingual ? said : { ...said, source: texts(edited) };
          if (row === undefined) {
            const state = stateOfNew?.({ ...content, isSource }) ?? content.state;
            const place = {
              translation,
              sourceUnit: sources.get(content.key)?.id ?? null,
              position: count,
              sourceLanguage: this.#sourceLanguage,
              now: this.#now,
            };
            // A state that an add-on gives belongs into the file, where that has one.
            const pending = state === content.state || isSource || monolingual ? 0 : pendingMark();
            rows.push({ ...unitRow({ ...content, state }, place), pending });
          } else {
            found.add(row.id);
            moves.add({ id: row.id, was: row.position, is: count });
            await this.#updateUnit(translation, row, content, { isSource, sourceUnit: sources.get(content.key) });
          }
        }
        added += rows.length;
        await insertAll(this.#queries, rows, (batch) => this.#queries.insertInto("unit").values(batch));
        // Source texts translate nothing.
        if (!isSource) {
          await remember(
            this.#queries,
            news.map((content) => ({ ...content, translation })),
          );
        }
        await this.#recordMany();
      }
    }
    if (newest > 0) await this.#removeUnits(translation, newest, found);
    if (added > 0) await this.#collectAdded(translation, newest, isSource);
    await moveStrings(this.#queries, translation, moves, newest);
  }

  /** Id of a translation's newest string; 0 where it has none. */
  async #newestOf(translation: number): Promise<number> {
    const { newest } = await this.#queries
      .selectFrom("unit")
      .select(({ fn }) => fn.max("id").as("newest"))
      .where("translation_id", "=", translation)
      .executeTakeFirstOrThrow();
    return newest ?? 0;
  }

  /** By key; none while source strings are stored themselves. */
  async #sourcesOf(keys: readonly string[]): Promise<ReadonlyMap<string, SourceUnit>> {
    if (this.#source === undefined) return new Map();
    const rows = await sourcesOfKeys.rows(this.#queries, keysWanted(this.#queries, this.#source, keys));
    return new Map(rows.map((row) => [row.key, row]));
  }

  async #collectAdded(translation: number, newest: number, isSource: boolean): Promise<void> {
    for await (const part of this.#parts(translation)) {
      const rows = await part.select(["id", "source", "target"]).where("id", ">", newest).execute();
      for (const { id, source, target } of rows) {
        this.#changed.push(id);
        if (this.#options.first === true) continue;
        this.#note({
          action: isSource ? this.#actions.sourceAdded : this.#actions.added,
          translation,
          target: texts(target).join("\n"),
          details: { source: texts(source)[0] ?? "" },
        });
      }
      await this.#recordMany();
    }
  }

  async #updateUnit(
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
      keepPending: this.#options.dropPending !== true,
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
    await this.#queries
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
      await this.#queries.deleteFrom("set_aside_text").where("unit_id", "=", row.id).execute();
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
  async #removeUnits(translation: number, newest: number, found: ReadonlySet<number>): Promise<void> {
    for await (const part of this.#parts(translation)) {
      const rows = await part.select(["id", "key", "source"]).where("id", "<=", newest).execute();
      const gone = rows.filter(({ id }) => !found.has(id));
      await removeUnits(
        this.#queries,
        gone.map(({ id }) => id),
      );
      for (const { key, source } of gone) {
        this.#note({ action: action.unitRemoved, translation, target: texts(source)[0] ?? "", details: { key } });
      }
      await this.#recordMany();
    }
  }

  async #recordMany(): Promise<void> {
    if (this.#happenings.length > CHANGES_TOGETHER) await this.#recordAll();
  }

  async #recordAll(): Promise<void> {
    const happenings = this.#happenings;
    this.#happenings = [];
    await record(this.#service, this.#queries, happenings);
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
