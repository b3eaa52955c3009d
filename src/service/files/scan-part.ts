import { sql } from "kysely";
import { parseFlags, priorityOf } from "../../catalog/flags.ts";
import { equalTexts } from "../../catalog/texts.ts";
import { insertAll } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { PLANNED_EACH_TIME, prepared } from "../../store/prepared.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { settleAlert, type AlertName } from "../clone/alerts.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { remember } from "../memory/memory.ts";
import type { NewUnit, Service } from "../service.ts";
import { emptyCounters } from "../units/counters.ts";
import { lockWithTranslations } from "../units/locked-strings.ts";
import type { Placed } from "../units/positions.ts";
import { removeUnits } from "../units/removal-in-parts.ts";
import { lockedByKeys, stringsByKeys, type StringsWanted } from "../units/unit-key.ts";
import { pendingMark, texts, unitRow, type UnitContent, type UnitRecord } from "../units/unit-row.ts";
import { intermediateOf, isMonolingual, type TranslationFile } from "./component-files.ts";
import type { ReadFile, Reading } from "./file-contents.ts";
import { contentOf, merged, withoutRule } from "./merged-unit.ts";
import { inRepository, type ScanOptions, type StringActions } from "./scan-options.ts";

/** What its parts know of a scan, and none of them changes. */
export interface ScanSoFar {
  readonly service: Service;
  readonly component: ComponentRecord;
  readonly options: ScanOptions;
  /** ISO 8601. */
  readonly now: string;
  readonly sourceLanguage: string;
  /** The translation that has the source strings; undefined while these are stored themselves. */
  readonly source: number | undefined;
  /** Translations whose file is another than the one that was recorded. */
  readonly moved: ReadonlySet<number>;
  /** Translation and author of each commit that is noted for a process that died. */
  readonly committed: ReadonlySet<string>;
}

/** A translation while its strings are stored. */
export interface Place {
  readonly translation: number;
  readonly isSource: boolean;
  /** Id of the newest string that was there before; 0 where there was none. */
  readonly newest: number;
  /** Of those that were there, the ones that its file had so far. */
  readonly found: ReadonlySet<number>;
  /** How many strings its file had so far. */
  readonly count: number;
}

/** What is to be stored of a string. */
export interface Said extends UnitContent {
  /** The database said so, no file: it stays as the database has it by now. */
  readonly isKept?: true;
}

/** What came of storing some strings. */
export interface StoredStrings {
  /** Those that were there before. */
  readonly placed: readonly Placed[];
  /** How many strings the file had so far. */
  readonly count: number;
  /** How many are new. */
  readonly added: number;
  /** Those whose checks are to be run; without new ones where all are looked at. */
  readonly changed: readonly number[];
  /** As `ScanSoFar` has them. */
  readonly committed: readonly string[];
}

interface SourceUnit extends Pick<UnitRecord, "id" | "key" | "extra_flags"> {
  /** A text that waits for a commit, and is no translation of what developers write: files do not say it yet. */
  readonly edited: string | null;
}

/** What a source string says of its translations, as `SourceUnit` has it. */
const ofSource = [
  "id",
  "key",
  "extra_flags",
  sql<string | null>`case when pending > 0 and source = target then source end`.as("edited"),
] as const;

const rowsOfKeys = stringsByKeys((strings) => strings.selectAll());
const sourcesOfKeys = stringsByKeys((strings) => strings.select(ofSource));
const lockedOfKeys = prepared((queries, wanted: StringsWanted) =>
  lockedByKeys(queries, wanted).select(["translation_id", ...ofSource]),
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

/**
 * One try of one part of a scan, which may be the first of several: it has nothing but what was committed before, and what comes of it is
 * what its methods return, of which one is called, and then `record`.
 *
 * On PostgreSQL others save beside it (`store/in-parts.ts`): it locks strings first, in the order of their ids, the rows of the memory
 * come next, and those of translations last, as in saves.
 */
export class ScanPart {
  readonly #queries: Queries;
  readonly #scan: ScanSoFar;
  readonly #actions: StringActions;
  readonly #happenings: Happening[] = [];
  readonly #placed: Placed[] = [];
  readonly #changed: number[] = [];
  readonly #committed = new Set<string>();

  constructor(queries: Queries, scan: ScanSoFar) {
    this.#queries = queries;
    this.#scan = scan;
    this.#actions = scan.options.actions ?? inRepository;
  }

  /** Writes down what it changed. */
  async record(): Promise<void> {
    await record(this.#scan.service, this.#queries, this.#happenings);
  }

  /** @param known translations that there are, by language */
  async storeTranslations(
    files: readonly TranslationFile[],
    read: ReadonlyMap<number, ReadFile>,
    known: ReadonlyMap<number, Pick<TranslationRecord, "id" | "revision">>,
  ): Promise<{ readonly ids: ReadonlyMap<number, number>; readonly moved: readonly number[] }> {
    const { component, options, now } = this.#scan;
    const ids = new Map<number, number>();
    const moved: number[] = [];
    const idOf = ({ language }: TranslationFile): number => known.get(language.id)?.id ?? Number.MAX_SAFE_INTEGER;
    for (const file of files.toSorted((one, other) => idOf(one) - idOf(other))) {
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
        if (own !== undefined && file.revision !== row.revision) moved.push(row.id);
        await this.#queries.updateTable("translation").set(values).where("id", "=", row.id).execute();
        continue;
      }
      const { id } = await this.#queries
        .insertInto("translation")
        .values({ ...newTranslation(component, file, now), ...values })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.set(file.language.id, id);
      if (options.first !== true) this.#note({ action: action.languageAdded, translation: id });
    }
    return { ids, moved };
  }

  /** Removes one whose strings are gone. */
  async removeTranslation({ id, language_code: code }: Pick<TranslationRecord, "id" | "language_code">): Promise<void> {
    await this.#queries.deleteFrom("translation").where("id", "=", id).execute();
    this.#note({ action: action.translationRemoved, target: code });
  }

  /** @param all strings as their file, or the database, says them; of a key that comes again the first counts */
  async storeStrings(
    place: Place,
    all: readonly Said[],
    stateOfNew: ((unit: NewUnit) => number) | undefined,
  ): Promise<StoredStrings> {
    const { component, sourceLanguage, now } = this.#scan;
    const { translation, isSource, newest, found } = place;
    const monolingual = isMonolingual(component.settings);
    const part = new Map(all.toReversed().map((content) => [content.key, content]));
    const keys = [...part.keys()];
    const sources = await this.#sourcesOf(place, keys);
    const known = new Map((await rowsOfKeys(this.#queries, translation, keys)).map((row) => [row.key, row]));
    const rows: ReturnType<typeof unitRow>[] = [];
    const news: UnitContent[] = [];
    let { count } = place;
    for (const each of all) {
      const row = known.get(each.key);
      const isAgain = part.get(each.key) !== each || (row !== undefined && (row.id > newest || found.has(row.id)));
      const isGone = row === undefined && each.isKept === true;
      if (isAgain || isGone) continue;
      const said = row !== undefined && each.isKept === true ? contentOf(row) : each;
      count += 1;
      if (row === undefined || !equalTexts(texts(row.target), said.target)) news.push(said);
      const source = sources.get(said.key);
      const { edited = null } = source ?? {};
      const content = edited === null || !monolingual ? said : { ...said, source: texts(edited) };
      if (row === undefined) {
        const state = stateOfNew?.({ ...content, isSource }) ?? content.state;
        const where = { translation, sourceUnit: source?.id ?? null, position: count, sourceLanguage, now };
        // A state that an add-on gives belongs into the file, where that has one.
        const pending = state === content.state || isSource || monolingual ? 0 : pendingMark();
        rows.push({ ...unitRow({ ...content, state }, where), pending });
      } else {
        this.#placed.push({ id: row.id, was: row.position, is: count });
        await this.#updateUnit(place, row, content, source);
      }
    }
    await insertAll(this.#queries, rows, (batch) => this.#queries.insertInto("unit").values(batch));
    // Source texts translate nothing.
    if (!isSource) {
      await remember(
        this.#queries,
        news.map((content) => ({ ...content, translation })),
      );
    }
    await this.#noteAdded(place, rows);
    return {
      placed: this.#placed,
      count,
      added: rows.length,
      changed: this.#changed,
      committed: [...this.#committed],
    };
  }

  /** Strings that are in no file any more. */
  async removeStrings(translation: number, gone: readonly number[]): Promise<void> {
    await lockWithTranslations(this.#queries, gone);
    const rows = await this.#queries
      .selectFrom("unit")
      .select(["key", "source"])
      .where("id", "in", gone)
      .orderBy("position")
      .execute();
    await removeUnits(this.#queries, gone);
    for (const { key, source } of rows) {
      this.#note({ action: action.unitRemoved, translation, target: texts(source)[0] ?? "", details: { key } });
    }
  }

  /** From here on the files are known. */
  async finish(reading: Reading, translations: ReadonlyMap<number, number>): Promise<void> {
    const { component, options, moved } = this.#scan;
    // Before translations, as who adds strings locks it.
    await this.#queries
      .updateTable("component")
      .set({ template_revision: reading.templateRevision, intermediate_revision: reading.intermediateRevision })
      .where("id", "=", component.id)
      .execute();
    const values = new Map<number, { readonly read_again: number; readonly revision?: string }>();
    for (const { file } of reading.read) {
      const translation = translations.get(file.language.id);
      if (translation === undefined) continue;
      // An upload tells of itself.
      if (moved.has(translation) && this.#actions === inRepository && options.first !== true) {
        this.#note({ action: action.resourceUpdated, translation });
      }
      values.set(translation, { revision: file.revision, read_again: 0 });
    }
    for (const { file, message } of reading.faults) {
      const translation = translations.get(file.language.id);
      // The revision stays that of the strings we have, also where these are by a base that is over.
      if (reading.isBaseNew && translation !== undefined) values.set(translation, { read_again: 1 });
      const details = { filename: file.path, error_message: message };
      this.#note({ action: action.parsingFailed, translation, target: message, details });
    }
    for (const [id, known] of [...values].toSorted(([one], [other]) => one - other)) {
      await this.#queries.updateTable("translation").set(known).where("id", "=", id).execute();
    }
    await this.#settleAlerts(reading);
  }

  async #settleAlerts({ faults, findings: { duplicates, missing, maskMatches } }: Reading): Promise<void> {
    const { service, component } = this.#scan;
    const found: readonly (readonly [AlertName, Readonly<Record<string, unknown>> | undefined])[] = [
      ["ParseError", faults.length === 0 ? undefined : { errors: faults.map(({ message }) => message) }],
      ["DuplicateLanguage", duplicates.length === 0 ? undefined : { files: duplicates }],
      ["InexistantFiles", missing.length === 0 ? undefined : { files: missing }],
      ["NoMaskMatches", maskMatches ? undefined : { filemask: component.settings.filemask }],
    ];
    for (const [name, details] of found) {
      await settleAlert(service, this.#queries, [component], name, details);
    }
  }

  /**
   * Source strings by key; none while these are stored themselves. On PostgreSQL nobody saves them from then on, nor the strings that
   * were there before: who changes a source changes its translations, also one that is only about to come.
   */
  async #sourcesOf({ translation, newest }: Place, keys: readonly string[]): Promise<ReadonlyMap<string, SourceUnit>> {
    const { source } = this.#scan;
    const ofSources = source === undefined ? [] : [source];
    if (!isPostgres(this.#queries)) {
      const rows = ofSources.map((id) => sourcesOfKeys(this.#queries, id, keys));
      return new Map((await Promise.all(rows)).flat().map((row) => [row.key, row]));
    }
    const translations = newest > 0 ? [translation, ...ofSources] : ofSources;
    if (translations.length === 0) return new Map();
    const rows = await lockedOfKeys.rows(this.#queries, { translations, keys });
    return new Map(rows.flatMap((row) => (row.translation_id === source ? [[row.key, row] as const] : [])));
  }

  /** @param rows that were inserted, in the order of their places */
  async #noteAdded(
    { translation, isSource, newest }: Place,
    rows: readonly Pick<UnitRecord, "position" | "source" | "target">[],
  ): Promise<void> {
    const { options } = this.#scan;
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    if (options.everything !== true) {
      const added = { translation, newest, first: first.position, last: last.position };
      for (const { id } of await addedBetween.rows(this.#queries, added)) this.#changed.push(id);
    }
    if (options.first === true) return;
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
    { translation, isSource }: Place,
    row: UnitRecord,
    content: UnitContent,
    sourceUnit: SourceUnit | undefined,
  ): Promise<void> {
    const { component, options, moved, sourceLanguage, now } = this.#scan;
    const { settings, intermediate_revision: developers } = component;
    const next = merged(withoutRule(row), content, {
      // The source language follows what developers write once it has been translated from that.
      monolingual: isMonolingual(settings) && (!isSource || (intermediateOf(settings) !== "" && developers !== "")),
      isSource,
      keepPending: row.pending > (options.dropUntil ?? 0),
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
        sourceLanguage,
        now,
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
        last_updated: now,
      })
      .where("id", "=", row.id)
      .execute();
    if (row.pending > 0 && next.pending === 0) {
      // What it was saved over waited for that commit.
      await this.#queries.deleteFrom("set_aside_text").where("unit_id", "=", row.id).execute();
      // A text that was changed and changed back is in its file without a commit.
      if (options.isRecovery === true && moved.has(translation)) {
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
    if (this.#scan.committed.has(commit) || this.#committed.has(commit)) return;
    this.#committed.add(commit);
    this.#note({ action: action.committed, translation, author });
  }

  #note(happening: Happening): void {
    const { component, options } = this.#scan;
    this.#happenings.push({
      project: component.project_id,
      component: component.id,
      user: options.user,
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
