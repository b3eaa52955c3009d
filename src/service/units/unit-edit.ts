import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { countCharacters, countWords } from "../../catalog/statistics.ts";
import { unitStates } from "../../catalog/unit.ts";
import { sql } from "kysely";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { prepared } from "../../store/prepared.ts";
import { writeTogether, type Write } from "../../store/together.ts";
import { action } from "../changes/actions.ts";
import { changeRows, touchedBy, type Happening } from "../changes/change-log.ts";
import { contribution } from "../identity/contribution.ts";
import { watching } from "../identity/watching.ts";
import { intermediateOf } from "../files/component-files.ts";
import { applyReadOnly } from "./read-only.ts";
import { refreshChecks, unitsCheckedWith } from "./unit-checks.ts";
import { memoryRows, originOf } from "../memory/memory.ts";
import { keepingCounters, type Saved } from "./counters.ts";
import { timestamp, type Service } from "../service.ts";
import { assertLength } from "./text-length.ts";
import { undoOf } from "./undo.ts";
import { pendingMark, sourceHash, texts, type UnitRecord } from "./unit-row.ts";
import type { EditContext, UnitEdit } from "./edit.ts";

/**
 * Saves texts; they wait for the next commit. Counters, checks, changes and the author's own count are kept in the same
 * transaction. What is as it was before is left alone. Nothing changes elsewhere: what a person saves may spread
 * (`propagation.ts`), what a program, a file or votes decide does not.
 * @returns the edits that changed something
 */
export async function editUnits(
  service: Service,
  queries: Queries,
  context: EditContext,
  wanted: readonly UnitEdit[],
): Promise<readonly UnitEdit[]> {
  const edits = changing(wanted);
  if (edits.length > 0) await saveEdits(service, queries, context, [{ ...context, edits }]);
  return edits;
}

/** Those that change something. */
export function changing(edits: readonly UnitEdit[]): readonly UnitEdit[] {
  return edits.filter(({ unit, target, state }) => state !== unit.state || !equalTexts(texts(unit.target), target));
}

/** Edits of one translation. */
export interface PlacedEdits extends Pick<EditContext, "component" | "translation"> {
  readonly project?: ProjectRecord | undefined;
  readonly edits: readonly UnitEdit[];
}

/**
 * Saves edits that change something (`editUnits`), which may be of several translations.
 * @param context the place where they were made; the others share texts with it
 */
export async function saveEdits(
  service: Service,
  queries: Queries,
  context: EditContext,
  places: readonly PlacedEdits[],
): Promise<void> {
  const { component, translation, user, turn } = context;
  const author = context.author ?? user;
  const profile = author === user ? context.profile : undefined;
  const edits = places.flatMap((place) => place.edits);
  for (const { target } of edits) assertLength("target", target);
  const happenings = places.flatMap((place) =>
    place.edits.map((edit): Happening => ({
      ...placeOf(place, edit.unit.id),
      user,
      author,
      action: edit.action ?? actionOf(edit),
      target: edit.target.join("\n"),
      old: texts(edit.unit.target).join("\n"),
      details: { ...edit.details, undo: undoOf(edit.unit, edit.target) },
    })),
  );
  const save = async (): Promise<Saved> => {
    await storeEdits(service, queries, context, edits);
    const dependent = translation.is_template === 1 ? await changeSources(service, queries, context, edits) : [];
    const ids = edits.map(({ unit }) => unit.id);
    const closed =
      translation.is_source === 1
        ? await applyReadOnly(queries, component, { sources: ids })
        : { units: [], translations: [] };
    const about = { project: component.project_id, component: component.id, user, author };
    happenings.push(...dependent.map(({ unit: other, ...change }) => sourceChange(about, other, change)));
    const checks = await refreshChecks(
      queries,
      component,
      [...ids, ...dependent.map(({ unit }) => unit.id), ...closed.units],
      turn?.isAlone,
    );
    const enforced = await enforceChecks(queries, places, checks.enforced);
    happenings.push(...enforced.map((where) => ({ ...where, user, author, action: action.enforcedCheckApplied })));
    const remembered = edits.map(({ unit, target, state }) => ({
      translation: unit.translation_id,
      source: texts(unit.source),
      target,
      state,
    }));
    // Source texts translate nothing.
    const origins = new Map(
      places.flatMap(({ project, ...place }) =>
        project === undefined ? [] : [[place.translation.id, originOf({ ...place, project })] as const],
      ),
    );
    const writes: Write[] = [
      ...(translation.is_source === 1 ? [] : await memoryRows(queries, remembered, { author, profile, origins })),
      ...(await changeRows(service, queries, happenings)),
      ...contribution(queries, author, "translated", edits.filter((edit) => edit.action !== action.propagated).length),
      ...(await watching(queries, author, translation.project_id, profile)),
    ];
    return {
      writes,
      touched: touchedBy(service, happenings),
      translations: [
        ...places.map((place) => place.translation.id),
        ...dependent.map(({ unit }) => unit.translation_id),
        ...closed.translations,
        ...checks.translations,
      ],
    };
  };
  const edited = edits.map(({ unit }) => unit.id);
  const counted = turn?.counted ?? (await countedWith(queries, context, edited));
  await keepingCounters(queries, counted, save, { withTranslations: translation.is_source === 1 });
}

function placeOf({ component, translation }: PlacedEdits, unit: number) {
  return { project: component.project_id, component: component.id, translation: translation.id, unit };
}

/** The strings whose counters the edits may change, besides the translations of them. */
export async function countedWith(
  queries: Queries,
  { component, translation }: Pick<EditContext, "component" | "translation">,
  ids: readonly number[],
): Promise<number[]> {
  if (translation.is_source !== 1 || !component.settings.allow_translation_propagation) {
    return unitsCheckedWith(queries, component, ids);
  }
  const dependent: number[] = [];
  for (const batch of batches(ids)) {
    const rows = await queries.selectFrom("unit").select("id").where("source_unit_id", "in", batch).execute();
    dependent.push(...rows.map(({ id }) => id));
  }
  return unitsCheckedWith(queries, component, [...ids, ...dependent]);
}

async function storeEdits(
  service: Service,
  queries: Queries,
  { translation, user, author = user }: EditContext,
  edits: readonly UnitEdit[],
): Promise<void> {
  const now = timestamp(service);
  // Of the source of a bilingual component only the state changes, which no file has.
  const isWritten = translation.is_source !== 1 || translation.is_template === 1;
  await writeTogether(
    queries,
    edits.map((edit) => {
      const stored = {
        id: edit.unit.id,
        target: JSON.stringify(edit.target),
        state: edit.state,
        previous: edit.state === unitStates.needsEditing ? null : "",
        automatically: edit.action === action.automaticallyTranslated ? 1 : 0,
        now,
      };
      if (!isWritten) return storeText.write(queries, stored);
      return storeWrittenText.write(queries, { ...stored, pending: pendingMark(), author: author ?? null });
    }),
  );
}

interface StoredText {
  readonly id: number;
  readonly target: string;
  readonly state: number;
  /** Source that it was translated of; null: the one that stands there. */
  readonly previous: string | null;
  readonly automatically: number;
  readonly now: string;
}

const textOf = ({ target, state, previous, automatically, now }: StoredText) => ({
  target,
  state,
  previous_source: sql<string>`coalesce(${previous}, previous_source)`,
  automatically_translated: automatically,
  last_updated: now,
});
const storeText = prepared((queries, text: StoredText) =>
  queries.updateTable("unit").set(textOf(text)).where("id", "=", text.id),
);
const storeWrittenText = prepared(
  (queries, text: StoredText & { readonly pending: number; readonly author: number | null }) =>
    queries
      .updateTable("unit")
      .set({ ...textOf(text), pending: text.pending, pending_author_id: text.author })
      .where("id", "=", text.id),
);

function actionOf({ state, unit }: UnitEdit): number {
  if (state === unitStates.needsEditing) return action.markedForEdit;
  if (state === unitStates.approved) return action.approved;
  return texts(unit.target).every((text) => text === "") ? action.translationAdded : action.translationChanged;
}

/** What fails a check that the component enforces is no translation yet. @returns where that is so */
async function enforceChecks(queries: Queries, places: readonly PlacedEdits[], failing: readonly number[]) {
  if (failing.length === 0) return [];
  const fails = new Set(failing);
  const found = places.flatMap((place) =>
    place.edits.filter(({ unit }) => fails.has(unit.id)).map(({ unit }) => placeOf(place, unit.id)),
  );
  for (const ids of batches(found.map(({ unit }) => unit))) {
    await queries.updateTable("unit").set({ state: unitStates.needsEditing }).where("id", "in", ids).execute();
  }
  return found;
}

interface ChangedSource {
  readonly unit: UnitRecord;
  readonly target: string;
  readonly old: string;
}

type About = Pick<Happening, "project" | "component" | "user" | "author">;

function sourceChange(about: About, unit: UnitRecord, change: Omit<ChangedSource, "unit">): Happening {
  return { ...about, ...change, translation: unit.translation_id, unit: unit.id, action: action.sourceChanged };
}

/**
 * A text of the monolingual base is the source of all languages: theirs changes with it, and what was translated needs
 * editing (probe §3). @returns strings of other languages that changed
 */
async function changeSources(
  service: Service,
  queries: Queries,
  { component }: EditContext,
  edits: readonly UnitEdit[],
): Promise<ChangedSource[]> {
  const changed: ChangedSource[] = [];
  const language = await queries
    .selectFrom("language")
    .select("code")
    .where("id", "=", component.source_language_id)
    .executeTakeFirstOrThrow();
  const hasIntermediate = intermediateOf(component.settings) !== "";
  for (const { unit, target: saved } of edits) {
    // What is not translated into the source language says what developers wrote.
    const said = (text: readonly string[]) => (isEmpty(text) ? texts(unit.source) : text);
    const old = hasIntermediate ? said(texts(unit.target)) : texts(unit.source);
    const target = hasIntermediate ? said(saved) : saved;
    if (equalTexts(old, target)) continue;
    const source = {
      source: JSON.stringify(target),
      num_words: countWords(target, language.code),
      num_chars: countCharacters(target),
      source_hash: sourceHash(target),
    };
    if (!hasIntermediate) await queries.updateTable("unit").set(source).where("id", "=", unit.id).execute();
    const others = await queries.selectFrom("unit").selectAll().where("source_unit_id", "=", unit.id).execute();
    for (const other of others) {
      changed.push({ unit: other, target: target.join("\n"), old: old.join("\n") });
      await queries
        .updateTable("unit")
        .set({ ...source, ...outdated(other, old), last_updated: timestamp(service) })
        .where("id", "=", other.id)
        .execute();
    }
  }
  return changed;
}

/** What a translation becomes when its source text changed under it. */
function outdated(unit: UnitRecord, source: readonly string[]) {
  const state = unit.kept_state ?? unit.state;
  if (isEmpty(texts(unit.target)) || state === unitStates.readOnly) return {};
  const needed = unitStates.needsEditing;
  return {
    ...(unit.kept_state === null ? { state: needed } : { kept_state: needed }),
    previous_source: source[0] ?? "",
  };
}
