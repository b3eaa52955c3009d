import { oneLine } from "../../core/one-line.ts";
import { runnerSafe } from "../../core/runner-text.ts";

/*
 * Everything in here assumes the worst of its input: translations, keys, names of people and components are written by
 * strangers, and a pull request, a commit message or a workflow's log obeys what it is given.
 */

const ZERO_WIDTH_SPACE = "\u200b";

/** Shortens to `limit` characters as a person counts them, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const near = text.slice(0, limit * 8);
  let count = 0;
  let end = 0;
  // Only as far as needed: telling characters apart is what takes the time of a long report.
  for (const { index } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(near)) {
    count += 1;
    if (count === limit) end = index;
    if (count > limit) return `${text.slice(0, end)}…`;
  }
  if (near.length === text.length) return text;
  return `${count < limit ? near : text.slice(0, end)}…`;
}

/**
 * Takes the life out of what the forge turns into notifications, references and back-references: `@name`, `#12`,
 * `owner/name#12`, `GH-12`, commit ids, bare addresses, `:emoji:`, `[skip ci]`. The reader sees the same text.
 */
export function withoutReferences(text: string): string {
  return text
    .replace(/@(?!\u200b)/g, `@${ZERO_WIDTH_SPACE}`)
    .replace(/#(?=\d)/g, `#${ZERO_WIDTH_SPACE}`)
    .replace(/(GH-)(?=\d)/gi, `$1${ZERO_WIDTH_SPACE}`)
    .replace(/(?<![\p{L}\p{N}])(?=[a-f]*\d)[0-9a-f]{7,40}(?![\p{L}\p{N}])/giu, (id) =>
      id.replace(/.{6}(?=.)/g, `$&${ZERO_WIDTH_SPACE}`),
    )
    .replace(/:(?=\/\/)/g, `:${ZERO_WIDTH_SPACE}`)
    .replace(/www(?=\.)/gi, `$&${ZERO_WIDTH_SPACE}`)
    .replace(/:(?=[\w+-]+:)/g, `:${ZERO_WIDTH_SPACE}`)
    .replace(/\[(?=(?:skip|ci|no|actions)[ -](?:ci|skip|actions))/gi, `[${ZERO_WIDTH_SPACE}`)
    .replace(/skip-checks(?=:)/gi, `$&${ZERO_WIDTH_SPACE}`);
}

/** Foreign text as inline Markdown that says exactly this, in a table cell, a list item or a paragraph. */
export function markdownText(text: string): string {
  return withoutReferences(oneLine(text))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\\", "&#92;")
    .replaceAll("|", "&#124;")
    .replace(/[`*_~[\]]/g, String.raw`\$&`)
    .replaceAll("$", "<span>$</span>") // two dollars are a formula otherwise; this is the form the forge documents
    .replace(/^\s+|\s+$/g, (space) => "&nbsp;".repeat(space.length))
    .replace(/^(?=[#+=-])/, "\\")
    .replace(/^(\d+)(?=[.)](?:\s|$))/, "$1\\");
}

const PLAIN_CODE = /^[\p{L}\p{N}_./{}%:,()=-](?:[\p{L}\p{N}_./{}%:,()= -]*[\p{L}\p{N}_./{}%:,()=-])?$/u;

/** A key, a path or a code in the typewriter face. */
export function markdownCode(text: string): string {
  const clean = oneLine(text);
  return PLAIN_CODE.test(clean) && withoutReferences(clean) === clean
    ? `\`${clean}\``
    : `<code>${markdownText(text)}</code>`;
}

/** A sentence of ours, which may quote `code` and anything else: every piece is escaped for itself. */
export function markdownProse(text: string): string {
  return text
    .split(/`([^`\n]+)`/)
    .map((piece, index) => (index % 2 === 1 ? markdownCode(piece) : inlineText(piece)))
    .join("");
}

/** Blanks at the ends are kept as they are: more text stands beside it. */
function inlineText(text: string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return `${before === "" ? "" : " "}${markdownText(inner)}${after === "" ? "" : " "}`;
}

/** A link whose text is Markdown already; without one where the address is not plain http(s). */
export function markdownLink(markdown: string, url: string | undefined): string {
  const address = url === undefined ? undefined : safeAddress(url);
  return address === undefined ? markdown : `[${markdown}](${address})`;
}

/** A link to the service; one that leads elsewhere is not made, wherever the service got it from. */
export function serviceLink(markdown: string, url: string, service: string): string {
  return isOnService(url, service) ? markdownLink(markdown, url) : markdown;
}

export function isOnService(url: string, service: string): boolean {
  return URL.canParse(url) && URL.canParse(service) && new URL(url).origin === new URL(service).origin;
}

/** An address that may stand in Markdown; undefined where it is not plain http(s). */
export function safeAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return href.replace(/[()<>|\\[\]`*_~$]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell || " ").join(" | ")} |`;
}

/** Foreign text for a terminal or a workflow's log: one line, no escape sequences, no runner commands. */
export function terminalText(text: string): string {
  return runnerSafe(oneLine(text));
}

export function htmlText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Cuts at a character's border so that at most `limit` UTF-8 bytes are left. */
export function cutToBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= limit) return text;
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8");
}
