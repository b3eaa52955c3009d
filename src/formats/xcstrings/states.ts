import { unitStates, type UnitState } from "../../catalog/unit.ts";
import { memberNamed, textNamed, type JsonContainer } from "../json/tree.ts";
import type { JsonEditor } from "../json/edit.ts";
import type { VariantForm } from "./variants.ts";

/** Xcode's: `new` waits for a translation, and so does what needs review or is stale. */
const unfinished = new Set(["new", "needs_review", "stale"]);

/** What a text is worth: of a plural, as much as the least of its texts. */
export function stateOf(forms: readonly VariantForm[]): UnitState {
  const states = forms.flatMap(({ unit }) => (unit === undefined ? [] : formState(unit)));
  const worst = Math.min(...states.filter((state) => state !== unitStates.untranslated));
  if (worst === Number.POSITIVE_INFINITY) return unitStates.untranslated;
  return worst === unitStates.needsEditing ? unitStates.needsEditing : unitStates.translated;
}

function formState(unit: JsonContainer): UnitState {
  if ((textNamed(unit, "value") ?? "") === "") return unitStates.untranslated;
  return unfinished.has(textNamed(unit, "state") ?? "") ? unitStates.needsEditing : unitStates.translated;
}

/** Xcode's name for the state of a text. */
export function stateName(text: string, state: UnitState | undefined): string {
  if (text === "") return "new";
  return state === unitStates.needsEditing ? "needs_review" : "translated";
}

/** Writes a text with its state; where the state says the same already it stays as it is. */
export function writeUnit(editor: JsonEditor, unit: JsonContainer, text: string, state: UnitState | undefined): void {
  const value = memberNamed(unit, "value");
  if (value === undefined) editor.insert(unit, "value", "end", text);
  else editor.setText(value, text);
  const wanted = stateName(text, state);
  const known = memberNamed(unit, "state");
  const isSame = wanted === "needs_review" && unfinished.has(textNamed(unit, "state") ?? "");
  if (known === undefined) editor.insert(unit, "state", "start", wanted);
  else if (!isSame) editor.setText(known, wanted);
}
