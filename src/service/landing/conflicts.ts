import { isRecord, jsonIn } from "../../core/json.ts";
import { disputedString, isDisputed, withSettled } from "../clone/disputes.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { inTransaction, type Queries } from "../../store/database.ts";

/** What the alerts of a merge that failed keep, of all components of a clone. */
async function failedMerges(queries: Queries, clone: number) {
  const rows = await queries
    .selectFrom("alert")
    .innerJoin("component", "component.id", "alert.component_id")
    .select(["alert.id", "alert.component_id", "alert.details"])
    .where("component.clone_id", "=", clone)
    .where("alert.name", "=", "MergeFailure")
    .execute();
  return rows.map(({ details, ...row }) => {
    const kept = jsonIn(details);
    return { ...row, details: isRecord(kept) ? kept : {} };
  });
}

/** Whether a merge of the component failed for strings that both sides changed, and nobody settled it yet. */
export async function conflicts({ database }: Service, component: number): Promise<boolean> {
  const alert = await database
    .selectFrom("alert")
    .select("id")
    .where("component_id", "=", component)
    .where("name", "=", "MergeFailure")
    .where("details", "like", "%Both sides have changed %")
    .executeTakeFirst();
  return alert !== undefined;
}

/** Whether git and the service both changed this very string, and nobody settled it yet. */
export async function isInConflict(queries: Queries, { component, translation, unit }: VisibleUnit): Promise<boolean> {
  const string = disputedString(translation.filename, unit.key);
  return (await failedMerges(queries, component.clone_id)).some(({ details }) => isDisputed(details, string));
}

/**
 * Whoever saves a text, and saw the one that git has, decides: the next merge takes what is saved, unless git changed it once more. With
 * the last one that is settled it is merged.
 * @param seen the texts of git
 */
export async function settleConflict(
  { database, jobs }: Service,
  { component, translation, unit }: VisibleUnit,
  seen: readonly string[],
): Promise<void> {
  const { clone_id: clone } = component;
  const string = disputedString(translation.filename, unit.key);
  const isMerged = await inTransaction(database, async (queries) => {
    const alerts = await failedMerges(queries, clone);
    const settled = alerts
      .filter(({ details }) => isDisputed(details, string))
      .map(({ id, details }) => ({ id, details: withSettled(details, string, seen) }));
    for (const { id, details } of settled)
      await queries
        .updateTable("alert")
        .set({ details: JSON.stringify(details) })
        .where("id", "=", id)
        .execute();
    return settled.length > 0 && settled.every(({ details }) => !isDisputed(details));
  });
  if (isMerged) await jobs.enqueue("clone.pull", { clone }, { key: `clone.pull ${String(clone)}` });
}
