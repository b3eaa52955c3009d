import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { componentRecord } from "../components/component-settings.ts";
import type { EditContext, UnitEdit } from "./edit.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

export interface PropagatedEdits {
  readonly context: EditContext;
  readonly edits: readonly UnitEdit[];
}

/**
 * The same strings elsewhere in the project, in components that let translations spread: same language, source text and
 * context. They get the same text.
 */
export async function propagatedEdits(
  queries: Queries,
  { component, translation, user, author }: EditContext,
  edits: readonly UnitEdit[],
): Promise<PropagatedEdits[]> {
  if (!component.settings.allow_translation_propagation || translation.is_source === 1) return [];
  const places = await placesFor(queries, translation);
  if (places.size === 0) return [];
  const others = await sameStrings(queries, [...places.keys()], edits);
  const found: PropagatedEdits[] = [];
  for (const [id, rows] of Map.groupBy(others, (row) => row.translation_id)) {
    const place = places.get(id);
    const own = rows.flatMap((unit): UnitEdit[] => {
      const edit = edits.find((each) => isSame(each, unit));
      return edit === undefined ? [] : [{ unit, target: edit.target, state: edit.state, action: action.propagated }];
    });
    if (place !== undefined && own.length > 0) found.push({ context: { ...place, user, author }, edits: own });
  }
  return found;
}

/** Translations that take part: id → where it is. */
async function placesFor(
  queries: Queries,
  translation: EditContext["translation"],
): Promise<Map<number, Pick<EditContext, "component" | "translation">>> {
  const translations = await queries
    .selectFrom("translation")
    .selectAll()
    .where("project_id", "=", translation.project_id)
    .where("language_id", "=", translation.language_id)
    .where("id", "!=", translation.id)
    .where("is_source", "=", 0)
    .execute();
  const rows = await queries
    .selectFrom("component")
    .selectAll()
    .where("id", "in", [0, ...translations.map((each) => each.component_id)])
    .where("locked", "=", 0)
    .execute();
  const components = rows.map(componentRecord).filter(({ settings }) => settings.allow_translation_propagation);
  return new Map(
    translations.flatMap((each) => {
      const component = components.find(({ id }) => id === each.component_id);
      return component === undefined ? [] : [[each.id, { component, translation: each }]];
    }),
  );
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
      .where("state", "!=", unitStates.readOnly)
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
