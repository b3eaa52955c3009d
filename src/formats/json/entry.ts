import type { Unit, UnitState } from "../../catalog/unit.ts";
import type { Anchor } from "./edit.ts";
import type { JsonMember } from "./tree.ts";

/** A unit of a file, and the members that hold it. */
export interface JsonEntry {
  readonly key: string;
  readonly line: number;
  /** Where the text of each form stands; undefined for a form that the file lacks. */
  readonly forms: readonly (JsonMember | undefined)[];
  /** What goes when the unit goes. What is added behind it stands behind the last one. */
  readonly members: readonly JsonMember[];
  /** What the file says about the unit itself. */
  readonly about?: EntryDetails;
}

export interface EntryDetails {
  /** Bilingual: the text in the source language. */
  readonly source?: readonly string[];
  /** The texts of the forms, where none of them stands anywhere. */
  readonly implied?: readonly string[];
  readonly state?: UnitState;
  readonly note?: string;
  readonly flags?: string;
  readonly location?: string;
}

/** Writes the units of one file, one change after the other. */
export interface JsonWriter<Entry extends JsonEntry> {
  /** @returns the entry as it is now */
  readonly set: (entry: Entry, target: readonly string[], state: UnitState | undefined) => Entry;
  readonly add: (unit: Unit, anchor: Anchor) => Entry;
  /** Without it, all members of the entry are removed. */
  readonly remove?: (entry: Entry) => void;
}
