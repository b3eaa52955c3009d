/** States of a unit with the service's numbers (specification 1, "Unit state"). */
export const unitStates = {
  untranslated: 0,
  needsEditing: 10,
  translated: 20,
  approved: 30,
  readOnly: 100,
} as const;

export type UnitState = (typeof unitStates)[keyof typeof unitStates];

/** Between context and source in the key of a unit that both identify, as gettext has it. */
export const CONTEXT_SEPARATOR = "\u0004";

/** The key of a unit that its context and source identify: see {@link Unit.key}. */
export function bilingualKey(context: string, source: string): string {
  return context === "" ? source : context + CONTEXT_SEPARATOR + source;
}

/** One string of a translation file: source, target and what belongs to it. Plain data. */
export interface Unit {
  /**
   * Identity inside one catalogue. Monolingual: the key, nested ones joined by "." (`button.save`), where a file has both
   * `{"a.b": …}` and `{"a": {"b": …}}` the first is `a\.b`;
   * PO: `msgctxt + "\u0004" + msgid`, without context only the msgid.
   */
  readonly key: string;
  /** What the service calls `context`: the key of a monolingual string, the msgctxt of a PO entry; else "". */
  readonly context: string;
  /** One element per plural form. In a monolingual file read without its template: empty. */
  readonly source: readonly string[];
  /** One element per plural form of the language; empty strings where nothing is translated yet. */
  readonly target: readonly string[];
  readonly state: UnitState;
  /** Comments for translators (PO `#.`). */
  readonly note: string;
  /** Where the program uses it (PO `#:`), space separated. */
  readonly location: string;
  /** Comma separated, the service's spelling: `c-format, max-length:20`. */
  readonly flags: string;
  readonly previousSource: string;
  /** First line of the entry in its file, from 1; 0 where the unit is not from a file. */
  readonly line: number;
}

/** All units of one file, in file order. */
export interface Catalogue {
  readonly format: string;
  /** The language the file says it is in, as written there. */
  readonly language?: string;
  /** Number of plural forms the file declares. */
  readonly pluralForms?: number;
  /** Gettext's formula that the file brings, which of them is for which numbers: `n != 1`. */
  readonly pluralFormula?: string;
  readonly units: readonly Unit[];
  /** What is wrong with the file and was read around: it keeps its bytes. */
  readonly flaws?: readonly Flaw[];
}

/** A mistake that can be meant in one way only. */
export interface Flaw {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}
