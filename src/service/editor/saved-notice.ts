import type { CheckFinding } from "../../catalog/checks/index.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Words } from "../wording/words.ts";
import { savedWith } from "./problems.ts";
import { stringAddress } from "./string-address.ts";

/** A string was saved, not always the one that the page is about. */
export interface SavedNotice {
  readonly kind: "saved";
  readonly unit: number;
  readonly elsewhere: number;
  /** The change that can be taken back; undefined: nothing was changed. */
  readonly undo: number | undefined;
  /** How many forms the saved string has. */
  readonly forms: number;
  /** What the checks find in it all the same. */
  readonly failing: readonly CheckFinding[];
}

/** Says that a string was saved, where else its text went, and what is wrong with it all the same. @param more below it */
export function savedNotice(
  { words, path, q }: { readonly words: Words; readonly path: string; readonly q: string },
  said: SavedNotice,
  more: Content = "",
): Markup {
  const { say } = words;
  const elsewhere = said.elsewhere === 0 ? "" : ` ${say("notice.elsewhere", { count: said.elsewhere })}`;
  const failing = savedWith(said.failing, words);
  return html`<div class="flash ${failing === "" ? "good" : "attention"}">
    <p role="status">
      ${failing === "" ? say("page.saved") : failing}${elsewhere}
      <a href="${stringAddress(path, q, said.unit)}">${say("notice.lookAgain")}</a>
    </p>
    ${more}
  </div>`;
}
