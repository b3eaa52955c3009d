import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleTranslation, VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import type { EditContext, UnitEdit } from "./edit.ts";
import { reviewRefusal, translationRefusal } from "./unit-access.ts";
import { componentsWithin } from "./unit-checks.ts";
import { changing, saveEdits } from "./unit-edit.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

/**
 * Saves what a person translated (`saveEdits`). Where their component lets translations spread, the same strings of the
 * project's other components that do so get the same text: same language, source text and context, and only those that
 * the person may change by hand, in this way.
 * @returns ids of the strings elsewhere that changed
 */
export async function editAndPropagate(
  service: Service,
  queries: Queries,
  caller: Caller,
  context: EditContext & Pick<VisibleTranslation, "project" | "language">,
  wanted: readonly UnitEdit[],
): Promise<number[]> {
  const edits = changing(wanted);
  if (edits.length === 0) return [];
  const spread = await propagatedEdits(queries, caller, context, edits);
  const others = [...spread].map(([place, own]) => ({ ...place, edits: changing(own) }));
  await saveEdits(service, queries, context, [{ ...context, edits }, ...others]);
  return others.flatMap((place) => place.edits.map(({ unit }) => unit.id));
}

/** A string that gets the same text when one is saved. */
export interface Spread {
  readonly place: VisibleTranslation;
  readonly unit: UnitRecord;
}

/** Where else the text of a string goes when the caller saves it now. */
export async function spreadOf(queries: Queries, caller: Caller, place: VisibleUnit): Promise<readonly Spread[]> {
  const { unit } = place;
  const edit = { unit, target: texts(unit.target), state: unitStates.translated };
  const found = await propagatedEdits(queries, caller, place, [edit]);
  return [...found].flatMap(([at, edits]) => edits.map((each) => ({ place: at, unit: each.unit })));
}

async function propagatedEdits(
  queries: Queries,
  caller: Caller,
  {
    project,
    component,
    translation,
    language,
    turn,
    spreads = true,
  }: VisibleTranslation & Pick<EditContext, "turn" | "spreads">,
  edits: readonly UnitEdit[],
): Promise<Map<VisibleTranslation, UnitEdit[]>> {
  const found = new Map<VisibleTranslation, UnitEdit[]>();
  // A bot saves what its program thinks right in the place that it names.
  if (caller.user?.is_bot === 1 || !spreads) return found;
  if (!component.settings.allow_translation_propagation || translation.is_source === 1 || turn?.isAlone === true)
    return found;
  const places = await placesFor(queries, { project, language, translation });
  if (places.size === 0) return found;
  const others = await sameStrings(queries, [...places.keys()], edits);
  for (const unit of others) {
    const place = places.get(unit.translation_id);
    const edit = edits.find((each) => isSame(each, unit));
    if (place === undefined || edit === undefined) continue;
    const { target, state } = edit;
    const refusal =
      (await translationRefusal(queries, caller, { ...place, unit })) ??
      (state === unitStates.approved ? reviewRefusal(caller, place) : undefined);
    if (refusal !== undefined) continue;
    found.set(place, [...(found.get(place) ?? []), { unit, target, state, action: action.propagated }]);
  }
  return found;
}

/** The language's other translations in the project that take part: id → where it is. */
async function placesFor(
  queries: Queries,
  { project, language, translation }: Pick<VisibleTranslation, "project" | "language" | "translation">,
): Promise<Map<number, VisibleTranslation>> {
  const places = new Map<number, VisibleTranslation>();
  const all = await componentsWithin(queries, project.id);
  const components = new Map(
    all
      .filter(({ id, settings }) => id !== translation.component_id && settings.allow_translation_propagation)
      .map((component) => [component.id, component]),
  );
  if (components.size === 0) return places;
  const translations = await queries
    .selectFrom("translation")
    .selectAll()
    .where("language_id", "=", language.id)
    .where("component_id", "in", [...components.keys()])
    .where("is_source", "=", 0)
    .orderBy("id")
    .execute();
  for (const each of translations) {
    const component = components.get(each.component_id);
    if (component !== undefined) places.set(each.id, { project, component, translation: each, language });
  }
  return places;
}

async function sameStrings(
  queries: Queries,
  translations: readonly number[],
  edits: readonly UnitEdit[],
): Promise<UnitRecord[]> {
  const found: UnitRecord[] = [];
  for (const hashes of batches([...new Set(edits.map(({ unit }) => unit.source_hash))])) {
    const rows = await queries
      .selectFrom("unit")
      .selectAll()
      .where("source_hash", "in", hashes)
      .where("translation_id", "in", translations)
      .execute();
    found.push(...rows);
  }
  return found;
}

function isSame({ unit, target, state }: UnitEdit, other: UnitRecord): boolean {
  // What was approved there is not undone from here.
  if (other.state === unitStates.approved && state !== unitStates.approved) return false;
  return other.source === unit.source && other.context === unit.context && texts(other.target).length === target.length;
}
