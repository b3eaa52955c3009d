import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Visitor } from "./layout.ts";

/** Pages link to each other without the host: the address of a resource, below it. */
export function pathOf(address: string | null | undefined): string {
  return new URL(address ?? "/", "http://service.invalid").pathname;
}

export function link(target: string, words: string): Markup {
  return html`<a href="${target}">${words}</a>`;
}

/** A person by name; their page is for those who are signed in. */
export function personLink({ signedIn }: Visitor, username: string, name = username): Content {
  const words = html`<bdi>${name}</bdi>`;
  return signedIn === undefined ? words : html`<a href="/user/${encodeURIComponent(username)}/">${words}</a>`;
}

/** What stands where there is nothing yet, and what to do then. */
export function empty(title: string, advice: Content): Markup {
  return html`<div class="operation">
    <h3>${title}</h3>
    <p class="soft">${advice}</p>
  </div>`;
}

export function apiLink(path: string): Markup {
  return html`<p class="soft">
    The same for programs: <a href="${path}"><code>${path}</code></a>
  </p>`;
}

/** A page on which something is looked after. */
export interface ManagementLink {
  /** As its address has it. */
  readonly name: string;
  readonly address: string;
  readonly words: string;
}

/** Links to where a thing is looked after; the one that is open is none. */
export function navigation(links: readonly ManagementLink[], current: string): Markup | "" {
  if (links.every(({ name }) => name === current)) return "";
  return html`<nav class="pages manage" aria-label="Look after it">
    ${links.map(({ name, address, words }) =>
      name === current ? html`<b aria-current="page">${words}</b>` : html`<a href="${address}">${words}</a>`,
    )}
  </nav>`;
}
