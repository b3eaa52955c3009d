import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";

/** A unit's key as people read it: a PO context stands behind its text in brackets. */
export function displayKey(key: string): string {
  const border = key.indexOf(CONTEXT_SEPARATOR);
  return border === -1 ? key : `${key.slice(border + 1)} (${key.slice(0, border)})`;
}

/** The forms of a unit as one text. */
export function displayTexts(texts: readonly string[] | undefined): string {
  return texts === undefined ? "" : texts.join(" / ");
}
