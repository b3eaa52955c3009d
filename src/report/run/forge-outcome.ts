import type { Delivery, Withdrawal } from "../../forge/forge.ts";

/** What became of a run on the forge: a delivery for each pull request, a withdrawal for each that is not needed any more. */
export interface ForgeOutcome {
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
}

export const NOTHING_PROPOSED: ForgeOutcome = { deliveries: [], withdrawals: [] };

/** What people should know of it, once each. */
export function outcomeNotes({ deliveries, withdrawals }: ForgeOutcome): readonly string[] {
  return [...new Set([...deliveries, ...withdrawals].flatMap(({ notes }) => notes))];
}

/** Those that a person would look at: what moved, and what was left to them. */
export function toldWithdrawals({ withdrawals }: ForgeOutcome): readonly Withdrawal[] {
  return withdrawals.filter(({ outcome }) => outcome !== "nothing-open");
}
