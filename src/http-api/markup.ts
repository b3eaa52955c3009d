import { html as template, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { withNamedDirections } from "../core/one-line.ts";

/** HTML that may stand in a page as it is. Everything else that gets into one is escaped. */
export type Markup = HtmlEscapedString;

export type Content = Markup | string | number | boolean | null | undefined | readonly Content[];

/** HTML with values filled in: texts are escaped, for elements and quoted attributes alike; true, false and null say nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const page = template(strings, ...values);
  if (page instanceof Promise)
    throw new TypeError("A page is written of what is there already: no promise belongs in it.");
  return page;
}

export const nothing: Markup = raw("");

/** Text of ours that is HTML already: a renderer's that escapes by itself. */
export function trusted(text: string): Markup {
  return raw(text);
}

/** Reverse or embed what follows: `exe.png` may be shown where the name is `gnp.exe`. */
const DIRECTIONS = /<textarea[^]*?<\/textarea>|\bvalue="[^"]*"|[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A page, or a part of one, in which nobody's text turns its reading direction unseen: such characters are shown by their number, as in reports. What
 * is there to be edited stays as it is.
 */
export function withVisibleDirections(page: Markup): string {
  return page.toString().replaceAll(DIRECTIONS, (found) => (found.length > 1 ? found : withNamedDirections(found)));
}

/** An address that a link may have; undefined where it is not plain http(s). */
export function webAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** A link to another site; the text alone where the address is none to follow. */
export function outward(text: Content, address: string): Markup {
  const href = webAddress(address);
  return href === undefined ? html`${text}` : html`<a href="${href}" rel="noreferrer">${text}</a>`;
}

/** Words of a contract, where `code` stands in backticks. */
export function prose(text: string): Content {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
