import { languageTag } from "../../catalog/language-tag.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleUnit } from "../identity/visible.ts";

/** A text of the language, as it is: spaces and line ends count. */
export function inLanguage({ code, direction }: VisibleUnit["language"], content: Content, kind = ""): Markup {
  return html`<div class="texts ${kind}" lang="${languageTag(code)}" dir="${direction}">${content}</div>`;
}

export function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** `2026-11-24 15:20`, of a time in ISO 8601. */
export function dayAndTime(timestamp: string): string {
  return timestamp.slice(0, 16).replace("T", " ");
}
