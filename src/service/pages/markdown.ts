import { html, webAddress, type Content } from "../../http-api/markup.ts";

/** Each part is bounded: what looks for its end never looks far, whatever somebody wrote. */
const PARTS = [
  /`([^`\n]{1,500})`/,
  /\*\*(?=\S)([^*\n]{1,500})\*\*/,
  /(?<![\w*])[*_](?=[^\s*_])([^*_\n]{1,500})[*_](?![\w*])/,
  /\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()]{1,2000})\)/,
  /(https?:\/\/[^\s<>"`]{1,2000})/,
].map(({ source }) => source);
const PART = new RegExp(PARTS.join("|"), "g");
/** Ends a sentence sooner than an address. */
const END_OF_SENTENCE = /[.,;:!?)\]]{1,9}$/;

/**
 * Explanations, comments and announcements, which others wrote: emphasis, code and links of Markdown, and addresses as links. Nothing
 * of it becomes HTML, no picture is loaded, and lines stay where they were.
 */
export function markdown(text: string): Content {
  const parts: Content[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: code, 2: strong, 3: emphasis, 4: words, 5: target, 6: address } of text.matchAll(
    PART,
  )) {
    parts.push(text.slice(end, index));
    end = index + whole.length;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`);
    else if (words !== undefined) parts.push(linked(words, target ?? "", whole));
    else {
      const plain = (address ?? "").replace(END_OF_SENTENCE, "");
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
