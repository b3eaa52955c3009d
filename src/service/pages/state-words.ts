import { unitStates } from "../../catalog/unit.ts";

const words = new Map<number, string>([
  [unitStates.untranslated, "untranslated"],
  [unitStates.needsEditing, "needs editing"],
  [unitStates.translated, "translated"],
  [unitStates.approved, "approved"],
  [unitStates.readOnly, "read-only"],
]);

/** A state, as people call it. */
export function stateWords(state: number): string {
  return words.get(state) ?? String(state);
}
