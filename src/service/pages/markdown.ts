import { html, webAddress, type Content } from "../../http-api/markup.ts";

/** Each part is bounded: what looks for its end never looks far, whatever somebody wrote. Emphasis ends as it began, and holds no blank ends. */
const PARTS = [
  /`([^`\n]{1,500})`/u,
  /\*\*(?=\S)([^*\n]{0,499}[^*\s])\*\*/u,
  /(?<![\p{L}\p{N}_*])\*(?=[^\s*])([^*\n]{0,499}[^*\s])\*(?![\p{L}\p{N}_*])/u,
  /(?<![\p{L}\p{N}_*])_(?=[^\s_])([^_\n]{0,499}[^_\s])_(?![\p{L}\p{N}_*])/u,
  /\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()]{1,2000})\)/u,
  /(https?:\/\/[^\s<>"`]{1,2000})/u,
].map(({ source }) => source);
const PART = new RegExp(PARTS.join("|"), "gu");
/** What comes after so many stays as it was written: a text has no limit everywhere, and each part costs several times its letters. */
const MOST_PARTS = 300;

/**
 * Explanations, comments and announcements, which others wrote: emphasis, code and links of Markdown, and addresses as links. Nothing
 * of it becomes HTML, no picture is loaded, and lines stay where they were.
 */
export function markdown(text: string): Content {
  const parts: Content[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: code, 2: strong, 3: starred, 4: underlined, 5: words, 6: target, 7: address } of text
    .matchAll(PART)
    .take(MOST_PARTS)) {
    const emphasis = starred ?? underlined;
    parts.push(text.slice(end, index));
    end = index + whole.length;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`);
    else if (words !== undefined) parts.push(linked(words, target ?? "", whole), elsewhere(words, target ?? ""));
    else {
      const plain = withoutSentence(address ?? "");
      end -= whole.length - plain.length;
      parts.push(linked(plain, plain, plain));
    }
  }
  return [...parts, text.slice(end)];
}

function linked(words: string, address: string, otherwise: string): Content {
  const href = webAddress(address);
  return href === undefined ? otherwise : html`<a href="${href}" rel="nofollow ugc noreferrer">${words}</a>`;
}

/** Where words look like another address than the one that they lead to, its host stands after them. */
function elsewhere(words: string, address: string): Content {
  if (!/:\/\/|[\p{L}\p{N}]\.\p{L}{2}/u.test(words)) return "";
  const host = URL.parse(address)?.host ?? "";
  const named = URL.parse(words.includes("://") ? words : `https://${words}`)?.host;
  return host === "" || named === host ? "" : ` (${host})`;
}

/** At most so many signs after an address are looked at. */
const MOST_SIGNS = 9;

/** An address without the end of the sentence around it; a bracket that it opened itself is of it. */
function withoutSentence(address: string): string {
  let plain = address;
  for (let sign = 0; sign < MOST_SIGNS && /[.,;:!?)\]]$/.test(plain); sign += 1) {
    if (plain.endsWith(")") && plain.split("(").length >= plain.split(")").length) break;
    plain = plain.slice(0, -1);
  }
  return plain;
}
