import { unitStates } from "../../catalog/unit.ts";
import type { PlainKey, Words } from "../wording/words.ts";

const keys = new Map<number, PlainKey>([
  [unitStates.untranslated, "state.untranslated"],
  [unitStates.needsEditing, "state.needsEditing"],
  [unitStates.translated, "state.translated"],
  [unitStates.approved, "state.approved"],
  [unitStates.readOnly, "state.readOnly"],
]);

/** A state, as people call it. */
export function stateWords(state: number, { say }: Words): string {
  const key = keys.get(state);
  return key === undefined ? String(state) : say(key);
}
