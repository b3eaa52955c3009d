import { equalTexts } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { commitOthersWork, setAsideOthersWork } from "../clone/pending.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { blank, denied, notFound } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import type { Queries } from "../../store/database.ts";
import { assertMayTranslate, mayChangeText, reviewRefusal, translationRefusal } from "./unit-access.ts";
import { editAndPropagate } from "./propagation.ts";
import { noteCompletion } from "./completion.ts";
import { inSavingTurn } from "./saving-turn.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

export interface TextEdit {
  readonly target?: readonly string[] | undefined;
  readonly state?: number | undefined;
  /** Code of the change to record; without it, what the text and its state say. */
  readonly action?: number;
  /** Whether the same string of other components gets the text as well; default: as their settings say. */
  readonly spreads?: boolean;
  /** What somebody else saved there, and git has not yet, is put aside for the next commit instead of being committed now. */
  readonly setsAside?: boolean;
  /** Asked within the transaction that saves, of the string as it is then: stops everything by throwing. */
  readonly before?: (queries: Queries, now: UnitRecord) => Promise<void>;
}

/**
 * Saves target and state of a string, which come together (facts §1.2).
 * @returns ids of strings elsewhere that got the same text
 * @throws 400, 403
 */
export async function translateUnit(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { target, state, before, action, spreads = true, setsAside = false }: TextEdit,
): Promise<number[]> {
  if (target === undefined && state === undefined) return [];
  if (target === undefined || state === undefined) {
    const detail = "Please provide both state and target for a partial update.";
    throw new Refusal(
      400,
      ["state", "target"].map((field) => ({ code: "invalid", detail, field })),
    );
  }
  const { component, unit } = place;
  await assertMayTranslate(service, caller, place);
  const current = texts(unit.target);
  assertState(state, target, current.length);
  if (!mayChangeText(place) && !equalTexts(target, current)) throw denied("The source text is read-only.");
  const refusal = state === unitStates.approved ? reviewRefusal(caller, place) : undefined;
  if (refusal !== undefined) throw refusal;
  if (!setsAside) await commitOthersWork(service, component, [unit], caller.user?.id);
  const elsewhere = await inSavingTurn(service, place, async (queries, now, turn) => {
    if (now === undefined) throw notFound();
    // Somebody may have approved or closed it meanwhile.
    const tooLate = await translationRefusal(queries, caller, { ...place, unit: now });
    if (tooLate !== undefined) throw tooLate;
    await before?.(queries, now);
    if (setsAside) await setAsideOthersWork(queries, now, caller.user?.id);
    const context = { ...place, user: caller.user?.id, profile: caller.user?.profile, turn, spreads };
    return editAndPropagate(service, queries, caller, context, [
      { unit: now, target, state, ...(action !== undefined && { action }) },
    ]);
  });
  await noteCompletion(service, place, { state, user: caller.user?.id });
  return elsewhere;
}

const settableStates: ReadonlySet<number> = new Set([
  unitStates.untranslated,
  unitStates.needsEditing,
  unitStates.translated,
  unitStates.approved,
]);

function assertState(state: number, target: readonly string[], forms: number): void {
  if (state === unitStates.readOnly) throw invalid("state", "Invalid state");
  if (!settableStates.has(state)) throw invalid("state", `"${String(state)}" is not a valid choice.`, "invalid_choice");
  if (target.length !== forms) throw invalid("target", "Number of plurals does not match");
  const empty = target.every((text) => text === "");
  if (empty && state !== unitStates.untranslated) throw blank("target.0");
  if (!empty && state === unitStates.untranslated)
    throw invalid("state", "Can not use empty state with a non empty target.");
}
