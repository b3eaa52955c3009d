import type { Unit, UnitState } from "./unit.ts";

/** A change of a file, unit by unit, applied one after the other. Everything a change does not name keeps its bytes. */
export type UnitChange =
  /** The key must be in the file. Without `state`: translated, or untranslated where every text is empty. */
  | {
      readonly kind: "set";
      readonly key: string;
      readonly target: readonly string[];
      readonly state?: UnitState;
      /** For a unit that needs editing: the source its text is of, where the format can say so (PO `#| msgid`). */
      readonly previousSource?: string;
    }
  /** `after`: the key of the unit it follows (undefined: at the start; unknown key: at the end). */
  | { readonly kind: "add"; readonly unit: Unit; readonly after?: string }
  | { readonly kind: "remove"; readonly key: string };

/** Units as additions, each behind the one before it. */
export function additionsOf(units: readonly Unit[]): readonly UnitChange[] {
  return units.map((unit, index) => {
    const after = units[index - 1]?.key;
    return { kind: "add", unit, ...(after === undefined ? {} : { after }) };
  });
}
