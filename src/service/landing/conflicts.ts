import {
  decisionsThatHold,
  detailsIn,
  disputedString,
  disputesIn,
  failedMerges,
  undecided,
  withDecision,
} from "../clone/disputes.ts";
import { equalTexts } from "../../catalog/texts.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { pullSoon } from "../jobs/clone-jobs.ts";
import { inTransaction } from "../../store/database.ts";
import { assertMayTranslate } from "../units/unit-access.ts";

/** Whether a merge of the component failed for strings that both sides changed, and nobody settled it yet. */
export async function conflicts({ database }: Service, component: number): Promise<boolean> {
  const alert = await database
    .selectFrom("alert")
    .select("details")
    .where("component_id", "=", component)
    .where("name", "=", "MergeFailure")
    .executeTakeFirst();
  if (alert === undefined) return false;
  const details = detailsIn(alert.details);
  return undecided(disputesIn(details), await decisionsThatHold(database, [{ details }])).length > 0;
}

/** A string that git and the service both changed, until it is merged. */
export interface GitConflict {
  readonly branch: string;
  /** What git says, as the merge that failed found it. */
  readonly texts: readonly string[];
  /** Somebody settled it; other strings are in conflict still. */
  readonly isDecided: boolean;
}

/** @returns undefined where the string is in no conflict */
export async function gitConflictOf(
  { database }: Pick<Service, "database">,
  { component, translation, unit }: VisibleUnit,
): Promise<GitConflict | undefined> {
  const string = disputedString(translation.filename, unit.key);
  const alerts = await failedMerges(database, component.clone_id);
  const dispute = alerts.flatMap(({ details }) => disputesIn(details)).find((each) => each.string === string);
  if (dispute === undefined || dispute.git.length === 0) return undefined;
  const { branch } = await database
    .selectFrom("clone")
    .select("branch")
    .where("id", "=", component.clone_id)
    .executeTakeFirstOrThrow();
  const isDecided = undecided([dispute], await decisionsThatHold(database, alerts)).length === 0;
  return { branch, texts: dispute.git, isDecided };
}

/** A conflict with git locks the component, but for who settles it. A lock that a person made stays. */
export function withoutLockOfConflict(at: VisibleUnit): VisibleUnit {
  return at.component.auto_locked === 1 ? { ...at, component: { ...at.component, locked: 0 } } : at;
}

/**
 * Whoever saves a text, and saw the one that git has, decides: the next merge takes what is saved, unless git changed it once more. With
 * the last one that is settled it is merged.
 * @param seen the texts of git; what is no text of it any more settles nothing
 * @throws 403 as `assertMayTranslate`
 */
export async function settleConflict(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { chosen, seen }: { readonly chosen: readonly string[]; readonly seen: readonly string[] },
): Promise<void> {
  await assertMayTranslate(service, caller, withoutLockOfConflict(place));
  const { component, translation, unit } = place;
  const { clone_id: clone } = component;
  const string = disputedString(translation.filename, unit.key);
  await inTransaction(service.database, async (queries) => {
    const alerts = await failedMerges(queries, clone);
    const settled = alerts.map(({ id, details }) => {
      const isSeen = disputesIn(details).some((each) => each.string === string && equalTexts(each.git, seen));
      return { id, details: isSeen ? withDecision(details, string, { chosen, seen, unit: unit.id }) : details, isSeen };
    });
    if (!settled.some(({ isSeen }) => isSeen)) return;
    for (const { id, details } of settled)
      await queries
        .updateTable("alert")
        .set({ details: JSON.stringify(details) })
        .where("id", "=", id)
        .execute();
    const left = undecided(
      settled.flatMap(({ details }) => disputesIn(details)),
      await decisionsThatHold(queries, settled),
    );
    if (left.length === 0) await pullSoon(service, clone, queries);
  });
}
