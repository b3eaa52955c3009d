import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Words } from "../wording/words.ts";

/** A search as it is: what it finds has an address. @param problem what is wrong with it */
export function searchForm(action: string, q: string, { say }: Words, more: Content = "", problem?: Content): Markup {
  const told = problem === undefined ? "" : html`aria-invalid="true" aria-describedby="q-problem"`;
  return html`<form method="get" action="${action}" class="search" role="search">
      <label for="q" class="hidden">${say("search.label")}</label>
      <input
        id="q"
        name="q"
        type="search"
        value="${q}"
        placeholder="source:cart state:empty"
        autocomplete="off"
        ${told}
      />
      ${more}<button class="second">${say("search.button")}</button>
    </form>
    ${problem === undefined ? "" : html`<p class="problem" id="q-problem" role="alert">${problem}</p>`}`;
}
