import type { Unit, UnitState } from "./unit.ts";

/** A unit that is to be added: key and texts are enough, the rest is empty, or what the key says. */
export type NewUnit = Pick<Unit, "key" | "target"> & Partial<Unit>;

/** An entry of another file in the same format. What is added comes from there as it is, in the way of the file it comes into. */
export interface Donor {
  readonly bytes: Uint8Array;
  /** What the unit is called there. */
  readonly key: string;
}

export interface SetTexts {
  readonly kind: "set";
  /** It must be in the file. */
  readonly key: string;
  readonly target: readonly string[];
  /** Without it: translated, or untranslated where every text is empty. */
  readonly state?: UnitState;
  /** For a unit that needs editing: the source its text is of, where the format can say so (PO `#| msgid`). */
  readonly previousSource?: string;
  /** Whether the string is a plural, where its source tells; without it, several texts are the forms of one. */
  readonly isPlural?: boolean;
}

interface Removal {
  readonly kind: "remove";
  readonly key: string;
}

/** A change of a file, unit by unit, applied one after the other. Everything a change does not name keeps its bytes. */
export type UnitChange =
  | SetTexts
  /** `after`: the key of the unit it follows (undefined: at the start; unknown key: at the end). */
  | { readonly kind: "add"; readonly unit: NewUnit; readonly after?: string; readonly donor?: Donor }
  | Removal
  /** The entry gets another key, stays where it is and keeps all else that `unit` does not say. */
  | { readonly kind: "rename"; readonly key: string; readonly to: string; readonly unit?: Partial<Omit<Unit, "key">> };

/** What every format knows how to do; all other changes are made of these. */
export type PlainChange =
  | SetTexts
  | { readonly kind: "add"; readonly unit: Unit; readonly after?: string; readonly donor?: Donor }
  | Removal;

/** Changes whose additions come out of that file, where each has the key that it is added under. */
export function fromDonor(changes: readonly UnitChange[], bytes: Uint8Array): readonly UnitChange[] {
  return changes.map((change) =>
    change.kind === "add" ? { ...change, donor: { bytes, key: change.unit.key } } : change,
  );
}

/** Units as additions, each behind the one before it. */
export function additionsOf(units: readonly Unit[]): readonly PlainChange[] {
  return units.map((unit, index) => {
    const after = units[index - 1]?.key;
    return { kind: "add", unit, ...(after !== undefined && { after }) };
  });
}
