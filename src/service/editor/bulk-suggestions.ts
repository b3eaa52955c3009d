import { runChecks } from "../../catalog/checks/index.ts";
import { unitStates } from "../../catalog/unit.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { acceptSuggestion, rejectSuggestion, suggestionRows, type SuggestionRecord } from "../units/suggestions.ts";
import { translationRefusal } from "../units/unit-access.ts";
import { checkedTextOf } from "../units/unit-checks.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** What is to be done with the suggestions of all strings of a search. */
export interface SuggestionOrder {
  readonly kind: "accept" | "decline";
  /** Whose; "": everybody's. */
  readonly author: string;
  /** Why they are declined; their authors read it. */
  readonly reason: string;
}

/** A string with the suggestion that becomes its text, or goes. */
export interface PlannedSuggestion {
  readonly unit: UnitRecord;
  readonly target: readonly string[];
  readonly state: number;
  readonly suggestion: SuggestionRecord;
}

/** Nobody chooses between several for somebody else. */
const SEVERAL = "Several suggestions: choose one at the string.";
const BREAKS = "A check finds what would break the program: look at the string.";
const MAY_NOT = "You may not decline suggestions of others.";

/** Which suggestions an order is about, and why others stay behind. */
export async function planSuggestions(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  { units, order }: { readonly units: readonly UnitRecord[]; readonly order: SuggestionOrder },
): Promise<{ readonly edits: readonly PlannedSuggestion[]; readonly refused: ReadonlyMap<string, number> }> {
  const suggested = units.filter(({ has_suggestion: has }) => has === 1);
  const rows = await suggestionRows(service.database)
    .where("suggestion.unit_id", "in", [0, ...suggested.map(({ id }) => id)])
    .$if(order.author !== "", (query) => query.where("user.username", "=", order.author))
    .orderBy("suggestion.id")
    .execute();
  const byUnit = Map.groupBy(rows, ({ unit_id: unit }) => unit);
  const edits: PlannedSuggestion[] = [];
  const refused = new Map<string, number>();
  for (const unit of suggested) {
    const own = byUnit.get(unit.id) ?? [];
    const refusal = own.length === 0 ? undefined : await refusalOf(service, caller, { ...place, unit }, own, order);
    if (refusal !== undefined) refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
    else if (order.kind === "accept")
      edits.push(
        ...own.map((suggestion) => ({
          unit,
          target: texts(suggestion.target),
          state: unitStates.translated,
          suggestion,
        })),
      );
    else edits.push(...own.map((suggestion) => ({ unit, target: texts(unit.target), state: unit.state, suggestion })));
  }
  return { edits, refused };
}

async function refusalOf(
  service: Service,
  caller: Caller,
  at: VisibleTranslation & { readonly unit: UnitRecord },
  own: readonly SuggestionRecord[],
  { kind }: SuggestionOrder,
): Promise<string | undefined> {
  if (kind === "decline") {
    const isOwn = own.every(({ user_id: user }) => user === caller.user?.id);
    return isOwn || may(caller, at, "suggestion.delete") ? undefined : MAY_NOT;
  }
  const refusal = await translationRefusal(service.database, caller, at, "suggestion");
  if (refusal !== undefined) return refusal.message;
  const [suggestion, ...others] = own;
  if (suggestion === undefined || others.length > 0) return SEVERAL;
  const typed = { target: texts(suggestion.target), state: unitStates.translated };
  const text = await checkedTextOf(service.database, at.component, at.unit.id, typed);
  return text !== undefined && runChecks(text, { severity: "breaks" }).length > 0 ? BREAKS : undefined;
}

/** Does it, one after the other. @returns for how many it was done: somebody may have decided on one meanwhile */
export async function applySuggestions(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  edits: readonly PlannedSuggestion[],
  { kind, reason }: SuggestionOrder,
): Promise<number> {
  let done = 0;
  for (const { unit, suggestion } of edits) {
    const now = await service.database.selectFrom("unit").selectAll().where("id", "=", unit.id).executeTakeFirst();
    const left = await suggestionRows(service.database).where("suggestion.id", "=", suggestion.id).executeTakeFirst();
    const isSame = now?.target === unit.target && now.source === unit.source && left !== undefined;
    if (now === undefined || !isSame) continue;
    const at = { ...place, unit: now };
    try {
      if (kind === "accept") await acceptSuggestion(service, caller, at, suggestion, { approve: false });
      else if (!(await rejectSuggestion(service, caller, at, suggestion, { reason, isSpam: false }))) continue;
      done += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return done;
}
