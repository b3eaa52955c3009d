import { leftToRightParts } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { html, type Content } from "../../http-api/markup.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Words } from "../wording/words.ts";
import { readWith } from "./marked-source.ts";

/**
 * Below the field of a right-to-left text, the text with each placeholder in its own direction. A field cannot do that: it shows "%d" at
 * the beginning as "d%", and the brackets of markup the other way round. Who is read the text hears it from the field.
 * @param field its id
 */
export function reading(
  { code, direction }: Pick<VisibleUnit["language"], "code" | "direction">,
  field: string,
  text: string,
  like: CheckedText | undefined,
  { say }: Words,
): Content {
  const parts = direction !== "rtl" || like === undefined ? [] : leftToRightParts(like, text);
  if (parts.length === 0) return "";
  // Spaces around the text would be shown as some of its own.
  const read = readWith(text, parts);
  return html`<div class="reading" id="${field}-reading" aria-hidden="true">
    <span class="soft">${say("field.asItReads")}</span>
    <div class="texts" lang="${languageTag(code)}" dir="rtl">${read}</div>
  </div>`;
}
