import { displayKey } from "../words/display-key.ts";
import { oneLine } from "../../core/one-line.ts";
import { markdownCode, markdownLink, markdownText, shorten } from "../words/escape.ts";
import type { ReviewContext } from "./review-context.ts";

const LONGEST_KEY = 80;
const LONGEST_PLACE = 200;

export function keyText(key: string): string {
  return markdownCode(shorten(displayKey(key), LONGEST_KEY));
}

/** A link to a line, where somebody knows addresses. */
export function placeLink(
  { path, line, column }: { readonly path: string; readonly line: number; readonly column?: number },
  { linkTo }: ReviewContext,
): string {
  const place = [path, line, ...(column === undefined ? [] : [column])].join(":");
  return markdownLink(markdownText(shorten(oneLine(place), LONGEST_PLACE)), linkTo?.(path, line));
}
