import { equalTexts, isEmpty } from "../catalog/difference.ts";
import { countCharacters, countWords } from "../catalog/statistics.ts";
import { unitStates } from "../catalog/unit.ts";
import type { Selectable } from "kysely";
import type { Queries } from "../store/database.ts";
import type { TranslationTable } from "../store/tables.ts";
import { action } from "./actions.ts";
import { record, type Happening } from "./change-log.ts";
import { isMonolingual } from "./component-files.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { keepingCounters, refreshCounters } from "./counters.ts";
import { timestamp, type Service } from "./service.ts";
import { pendingMark, texts, unitRow, type UnitContent, type UnitRecord } from "./unit-row.ts";

export type TranslationRecord = Selectable<TranslationTable>;

/** Where an edit happens and who makes it. */
export interface EditContext {
  readonly component: ComponentRecord;
  readonly translation: TranslationRecord;
  readonly user: number | undefined;
  /** Whose words they are; default the user. */
  readonly author?: number | undefined;
}

export interface UnitEdit {
  readonly unit: UnitRecord;
  readonly target: readonly string[];
  readonly state: number;
  /** Code of the change to record. */
  readonly action?: number;
}

/** Saves texts; they wait for the next commit. Counters and changes are kept in the same transaction. */
export async function editUnits(
  service: Service,
  queries: Queries,
  context: EditContext,
  edits: readonly UnitEdit[],
): Promise<void> {
  const { component, translation, user } = context;
  const author = context.author ?? user;
  const ids = edits.map(({ unit }) => unit.id);
  await keepingCounters(queries, ids, async () => {
    await storeEdits(service, queries, author, edits);
    const dependent = translation.is_template === 1 ? await changeSources(service, queries, context, edits) : [];
    return [translation.id, ...dependent];
  });
  const happenings = edits.map((edit): Happening => ({
    project: component.project_id,
    component: component.id,
    translation: translation.id,
    unit: edit.unit.id,
    user,
    author,
    action: edit.action ?? actionOf(edit),
    target: edit.target.join("\n"),
    old: texts(edit.unit.target).join("\n"),
  }));
  await record(service, queries, happenings);
}

async function storeEdits(
  service: Service,
  queries: Queries,
  author: number | undefined,
  edits: readonly UnitEdit[],
): Promise<void> {
  const now = timestamp(service);
  for (const edit of edits) {
    await queries
      .updateTable("unit")
      .set({
        target: JSON.stringify(edit.target),
        state: edit.state,
        ...(edit.state === unitStates.needsEditing ? {} : { previous_source: "" }),
        pending: pendingMark(),
        pending_author_id: author ?? null,
        last_updated: now,
      })
      .where("id", "=", edit.unit.id)
      .execute();
  }
}

function actionOf({ state }: UnitEdit): number {
  if (state === unitStates.needsEditing) return action.markedForEdit;
  return state === unitStates.approved ? action.approved : action.translationChanged;
}

/**
 * A text of the monolingual base is the source of all languages: theirs changes with it, and what was translated needs
 * editing (probe §3). @returns translations that were touched
 */
async function changeSources(
  service: Service,
  queries: Queries,
  { component }: EditContext,
  edits: readonly UnitEdit[],
): Promise<number[]> {
  const touched = new Set<number>();
  const language = await queries
    .selectFrom("language")
    .select("code")
    .where("id", "=", component.source_language_id)
    .executeTakeFirstOrThrow();
  for (const { unit, target } of edits) {
    if (equalTexts(texts(unit.source), target)) continue;
    const source = {
      source: JSON.stringify(target),
      num_words: countWords(target, language.code),
      num_chars: countCharacters(target),
    };
    await queries.updateTable("unit").set(source).where("id", "=", unit.id).execute();
    const others = await queries.selectFrom("unit").selectAll().where("source_unit_id", "=", unit.id).execute();
    for (const other of others) {
      touched.add(other.translation_id);
      const outdated = !isEmpty(texts(other.target)) && other.state < unitStates.readOnly;
      await queries
        .updateTable("unit")
        .set({
          ...source,
          ...(outdated ? { state: unitStates.needsEditing, previous_source: texts(unit.source)[0] ?? "" } : {}),
          last_updated: timestamp(service),
        })
        .where("id", "=", other.id)
        .execute();
    }
  }
  return [...touched];
}

export interface NewUnit {
  readonly content: UnitContent;
  /** Code of the change to record. */
  readonly action: number;
}

/**
 * Adds strings, to be written with the next commit. In a monolingual component they are added to the base and thereby to
 * all languages; in a bilingual one to this language. @returns ids in this translation
 */
export async function addUnits(
  service: Service,
  queries: Queries,
  context: EditContext,
  units: readonly NewUnit[],
): Promise<number[]> {
  const { component, translation, user } = context;
  const author = context.author ?? user ?? null;
  const translations = await queries
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .selectAll("translation")
    .select("language.code")
    .where("component_id", "=", component.id)
    .orderBy("is_source", "desc")
    .execute();
  const source = translations.find((each) => each.is_source === 1);
  const monolingual = isMonolingual(component.settings);
  const added: number[] = [];
  const happenings: Happening[] = [];
  for (const { content, action: code } of units) {
    let sourceUnit: number | null = null;
    for (const each of translations) {
      const isOwn = each.id === translation.id;
      if (!monolingual && !isOwn && each.is_source === 0) continue;
      const existing = await queries
        .selectFrom("unit")
        .select("id")
        .where("translation_id", "=", each.id)
        .where("key", "=", content.key)
        .executeTakeFirst();
      const id: number =
        existing?.id ??
        (await insertUnit(service, queries, each, contentFor(each, content, monolingual), {
          sourceUnit,
          sourceLanguage: source?.code ?? "en",
          pending: isOwn ? { mark: pendingMark(), author } : undefined,
        }));
      if (each.is_source === 1) sourceUnit = id;
      if (!isOwn) continue;
      added.push(id);
      happenings.push({
        project: component.project_id,
        component: component.id,
        translation: each.id,
        unit: id,
        user,
        author: author ?? undefined,
        action: code,
        target: content.target.join("\n"),
      });
    }
  }
  await refreshCounters(
    queries,
    translations.map(({ id }) => id),
  );
  await record(service, queries, happenings);
  return added;
}

function contentFor(translation: TranslationRecord, content: UnitContent, monolingual: boolean): UnitContent {
  if (translation.is_source === 1) {
    const state = monolingual ? unitStates.translated : unitStates.readOnly;
    return { ...content, target: content.source, state };
  }
  if (!monolingual) return content;
  return { ...content, target: content.source.map(() => ""), state: unitStates.untranslated };
}

async function insertUnit(
  service: Service,
  queries: Queries,
  translation: TranslationRecord,
  content: UnitContent,
  place: {
    sourceUnit: number | null;
    sourceLanguage: string;
    pending: { mark: number; author: number | null } | undefined;
  },
): Promise<number> {
  const last = await queries
    .selectFrom("unit")
    .select(({ fn }) => fn.max("position").as("position"))
    .where("translation_id", "=", translation.id)
    .executeTakeFirst();
  const row = unitRow(content, {
    translation: translation.id,
    sourceUnit: place.sourceUnit,
    position: (last?.position ?? 0) + 1,
    sourceLanguage: place.sourceLanguage,
    now: timestamp(service),
  });
  const { id } = await queries
    .insertInto("unit")
    .values({ ...row, pending: place.pending?.mark ?? 0, pending_author_id: place.pending?.author ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
