import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import type { SavingTurn } from "./edit.ts";
import { lockedStrings } from "./locked-strings.ts";
import { countedWith } from "./unit-edit.ts";
import type { UnitRecord } from "./unit-row.ts";

/**
 * Runs `work` in one transaction that saves a string. Others who save the same string, the same text elsewhere in the project,
 * or a translation of the same source, wait for it shortly and see what it did; none of them fails or begins anew for another's
 * sake. All others go on beside it: what they share, the counters of their translations, is added to at the end.
 * @param work gets the string as it is now (undefined: it is gone), and what is known of it
 */
export async function inSavingTurn<T>(
  { database }: Service,
  place: Pick<VisibleUnit, "component" | "translation" | "unit">,
  work: (queries: Queries, now: UnitRecord | undefined, turn: SavingTurn) => Promise<T>,
): Promise<T> {
  const { component, translation, unit } = place;
  return inOpenTransaction(database, async (queries) => {
    // A source that changes may come to say what others say.
    const isAlone = translation.is_source !== 1 && (await isAloneWithText(queries, place));
    const own = unit.source_unit_id === null ? [unit.id] : [unit.source_unit_id, unit.id];
    const ids = isAlone ? own : await countedWith(queries, { component, translation }, [unit.id]);
    const counted = await lockedStrings(queries, ids);
    return work(
      queries,
      counted.find(({ id }) => id === unit.id),
      { counted, isAlone },
    );
  });
}

interface SameString {
  readonly hash: string;
  readonly context: string;
  readonly project: number;
  readonly component: number;
  readonly language: number;
}

const sameStringElsewhere = prepared((queries, { hash, context, project, component, language }: SameString) =>
  queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select("unit.id")
    .where("unit.source_hash", "=", hash)
    .where("unit.context", "=", context)
    .where("translation.project_id", "=", project)
    .where("translation.component_id", "<>", component)
    .where("translation.language_id", "=", language)
    .limit(1),
);

/** Whether no other component of the project has the string in this language. Most strings stand once. */
async function isAloneWithText(
  queries: Queries,
  { component, translation, unit }: Pick<VisibleUnit, "component" | "translation" | "unit">,
): Promise<boolean> {
  if (!component.settings.allow_translation_propagation) return true;
  const other = await sameStringElsewhere.first(queries, {
    hash: unit.source_hash,
    context: unit.context,
    project: translation.project_id,
    component: component.id,
    language: translation.language_id,
  });
  return other === undefined;
}
