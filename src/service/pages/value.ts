import { html, type Content, type Markup } from "../../http-api/markup.ts";

/** A value as readable JSON, its addresses as links. */
export function shownValue(value: unknown): Markup {
  return html`<pre class="json">${written(value, "")}</pre>`;
}

function written(value: unknown, indent: string): Content {
  if (Array.isArray(value))
    return enclosed(
      "[",
      value.map((item) => written(item, `${indent}  `)),
      "]",
      indent,
    );
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => html`<b>${JSON.stringify(name)}</b>: ${written(member, `${indent}  `)}`,
    );
    return enclosed("{", members, "}", indent);
  }
  if (typeof value === "string") return text(value);
  return html`<i>${JSON.stringify(value) ?? "null"}</i>`;
}

function enclosed(open: string, items: readonly Content[], close: string, indent: string): Content {
  if (items.length === 0) return open + close;
  const lines = items.map((item, index) => [indent, "  ", item, index === items.length - 1 ? "\n" : ",\n"]);
  return [open, "\n", lines, indent, close];
}

/** Only web addresses are links: no other scheme can hide in data. */
function text(value: string): Content {
  const quoted = JSON.stringify(value);
  return /^https?:\/\/[^\s"<>]+$/.test(value) ? html`<a href="${value}">${quoted}</a>` : html`<u>${quoted}</u>`;
}
