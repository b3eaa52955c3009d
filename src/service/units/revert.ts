import { equalTexts } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { denied } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { translateUnit } from "./translate-unit.ts";
import { reviewRefusal } from "./unit-access.ts";
import { formsOf, madeText, type PastText, type Undo } from "./undo.ts";
import { texts } from "./unit-row.ts";

/**
 * Brings back a text of the string's history: the one that a change made, or the one before it. It is a save like every other
 * one, with the rights of who asks, and can be undone the same way.
 * @throws 403 also where the text before a change is asked for, and somebody changed the string since; else as `translateUnit`
 */
export async function revertTo(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { change: id, side }: { readonly change: number; readonly side: "old" | "target" },
): Promise<readonly number[]> {
  const change = await changeOf(service.database, place.unit.id, id);
  if (change !== undefined && !madeText(change.action, place.translation.is_source === 1))
    throw denied("This entry of the history is about no text of this language, and cannot be brought back.");
  const count = texts(place.unit.target).length;
  const target = change === undefined ? undefined : formsOf(change, side, count);
  if (change === undefined || target === undefined)
    throw denied("This entry of the history has no text to bring back.");
  const made = formsOf(change, "target", count) ?? [];
  const { undo }: { undo?: Undo } = JSON.parse(change.details);
  const isEmpty = target.every((text) => text === "");
  const wanted = side === "old" ? (undo?.state ?? unitStates.translated) : unitStates.translated;
  const mayHave =
    wanted === unitStates.needsEditing ||
    (wanted === unitStates.approved && reviewRefusal(caller, place) === undefined);
  return translateUnit(service, caller, place, {
    target,
    state: isEmpty ? unitStates.untranslated : mayHave ? wanted : unitStates.translated,
    action: action.reverted,
    setsAside: true,
    before: async (_queries, now) => {
      if (side === "old" && !equalTexts(texts(now.target), made)) {
        throw denied("Somebody changed the string since: look at its history.");
      }
    },
  });
}

async function changeOf(
  queries: Queries,
  unit: number,
  id: number,
): Promise<(PastText & { readonly action: number }) | undefined> {
  return queries
    .selectFrom("change")
    .select(["action", "target", "old", "details"])
    .where("id", "=", id)
    .where("unit_id", "=", unit)
    .executeTakeFirst();
}
