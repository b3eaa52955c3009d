import { action as codes, contentActions } from "../changes/actions.ts";
import { texts, type UnitRecord } from "./unit-row.ts";

/** What a change of a text is undone by; kept with it, and no business of the API. */
export interface Undo {
  /** State before. */
  readonly state: number;
  /** Forms before and after, where line ends within them make the joined texts ambiguous. */
  readonly forms?: { readonly old: readonly string[]; readonly target: readonly string[] };
}

/** What a change of a text is undone by. */
export function undoOf(unit: Pick<UnitRecord, "target" | "state">, target: readonly string[]): Undo {
  const old = texts(unit.target);
  const isAmbiguous = target.length > 1 && [...old, ...target].some((text) => text.includes("\n"));
  return { state: unit.state, ...(isAmbiguous ? { forms: { old, target } } : {}) };
}

/** A change, as its row has it. */
export interface PastText {
  readonly target: string;
  readonly old: string;
  /** JSON, may have `undo`. */
  readonly details: string;
}

/** Whether a change made a text of the string: what a source became stands in the history of its translations, too. */
export function madeText(code: number, isSource: boolean): boolean {
  return contentActions.has(code) && (code !== codes.sourceChanged || isSource);
}

/** The forms that a change made, or those before it; undefined: they cannot be told from each other. */
export function formsOf(change: PastText, side: "old" | "target", count: number): readonly string[] | undefined {
  const { undo }: { undo?: Undo } = JSON.parse(change.details);
  if (undo?.forms !== undefined) return undo.forms[side].length === count ? undo.forms[side] : undefined;
  if (count === 1) return [change[side]];
  if (change[side] === "") return Array.from({ length: count }, () => "");
  const forms = change[side].split("\n");
  return forms.length === count ? forms : undefined;
}
