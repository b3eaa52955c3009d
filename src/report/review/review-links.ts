import { displayKey } from "../words/display-key.ts";
import { oneLine } from "../../core/one-line.ts";
import { markdownCode, markdownLink, markdownText, shorten } from "../words/escape.ts";
import { addressOn } from "../words/component-link.ts";
import { stringPage } from "../words/string-page.ts";
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

/** Words as a link to where a language of a component is translated, or one string of it. */
export function editorLink(
  words: string,
  { component, language, source, key }: EditedString,
  { service, pullRequest }: ReviewContext,
): string {
  if (service === undefined || !URL.canParse(service)) return words;
  const translateUrl = addressOn(service, "translate", `${component}/${language}`);
  const address = new URL(key === undefined ? translateUrl : stringPage({ path: source, translateUrl }, key));
  // Other services pass over it.
  if (pullRequest !== undefined) address.searchParams.set("pr", String(pullRequest));
  return markdownLink(words, address.href);
}

interface EditedString {
  readonly component: string;
  /** The service's code. */
  readonly language: string;
  /** Path of a file that has it, which tells how keys are meant. */
  readonly source: string;
  /** Undefined: all strings. */
  readonly key?: string | undefined;
}
