import { languageTag } from "../../catalog/language-tag.ts";
import { csrfField } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { SIGN_IN } from "../pages/addresses.ts";
import type { Visitor } from "../pages/layout.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { seenSource, seenTarget } from "./seen.ts";
import type { Words } from "../wording/words.ts";

/** A text of the language, as it is: spaces and line ends count. */
export function inLanguage(
  { code, direction }: Pick<VisibleUnit["language"], "code" | "direction">,
  content: Content,
  kind = "",
): Markup {
  return html`<div class="texts ${kind}" lang="${languageTag(code)}" dir="${direction}">${content}</div>`;
}

/** What comes from where no language but English is spoken: checks, and refusals that the API says as well. */
export function asItWasSaid(text: string, { language, has }: Words): Content {
  return text === "" || language === "en" || has(text) ? text : html`<span lang="en">${text}</span>`;
}

export function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** What a form that saves a string sends besides its texts: which string, as whom, and what the person saw of it. */
export function ofString(unit: UnitRecord, { signedIn }: Visitor, attempt: string): Content {
  // Fields know one kind of line end, and texts two.
  const hasCarriageReturns = [...texts(unit.source), ...texts(unit.target)].some((text) => text.includes("\r\n"));
  return html`${csrfField(signedIn?.csrf ?? "")} ${hidden("unit", String(unit.id))} ${hidden("attempt", attempt)}
  ${hidden("seen_source", seenSource(unit))} ${hidden("seen_target", seenTarget(unit))} ${hidden("source", unit.source)}
  ${hasCarriageReturns ? hidden("line_ends", "crlf") : ""}`;
}

/** Signed once a component, with the first text that somebody sends. @param text "": there is none to sign */
export function agreement(text: string, { say }: Words): Content {
  if (text === "") return "";
  return html`<div class="flash attention">
    <details open>
      <summary>${say("form.agreement")}</summary>
      <p class="texts" dir="auto">${text}</p>
    </details>
    <label class="check"><input type="checkbox" name="agree" value="yes" /> ${say("form.agree")}</label>
  </div>`;
}

/** What whoever is not signed in is told in the place of a field. */
export function signInToTranslate({ here }: Visitor, { say, show }: Words): Markup {
  const signIn = html`<a href="${SIGN_IN}?next=${encodeURIComponent(here)}">${say("frame.signIn")}</a>`;
  return show("page.signInTo", { signIn });
}

/** JSON that a page keeps as it is: what would end an element, or turn a text around, is written as JSON may write it. */
export function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<\u2028-\u202E\u2066-\u2069]/g,
    (character) => String.raw`\u` + (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0"),
  );
}

/** `2026-11-24 15:20`, of a time in ISO 8601. */
export function dayAndTime(timestamp: string): string {
  return timestamp.slice(0, 16).replace("T", " ");
}
