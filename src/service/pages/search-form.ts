import { html, type Content, type Markup } from "../../http-api/markup.ts";

/** A search as it is: what it finds has an address. */
export function searchForm(action: string, q: string, more: Content = ""): Markup {
  return html`<form method="get" action="${action}" class="search" role="search">
    <label for="q" class="hidden">Search</label>
    <input id="q" name="q" type="search" value="${q}" placeholder="source:cart state:empty" autocomplete="off" />
    ${more}<button class="second">Search</button>
  </form>`;
}
