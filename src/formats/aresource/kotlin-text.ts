import { decodeEntities } from "../xml/scan.ts";
import {
  asSection,
  isEscapedMarkup,
  joined,
  prefixesOfMarkup,
  sectionOf,
  segmentsOf,
  type EncodeOptions,
} from "./markup.ts";

const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|([nt\\]))/g;
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\" };

/**
 * What a text of the Kotlin libraries says: they know `\n`, `\t`, `\\` and `\u0041`, and show quotes, apostrophes and blanks
 * as they are. A text with tags stays XML.
 *
 * @param raw content of an element that has been scanned
 */
export function decodeKotlinText(raw: string): string {
  const text = raw.replaceAll("\r\n", "\n");
  if (!text.includes("<")) return unescape(decodeEntities(text));
  const section = sectionOf(text);
  if (section !== undefined) return unescape(section);
  return segmentsOf(text)
    .map((segment) => (segment.isMarkup ? segment.text : unescape(segment.text)))
    .join("");
}

function unescape(text: string): string {
  return text.replaceAll(ESCAPE, (_match, code: string | undefined, character: string) =>
    code === undefined ? (escapes[character] ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The content of an element that says `value`. */
export function encodeKotlinText(value: string, { lineEnd, accepts, former }: EncodeOptions): string {
  const keepsLineEnds = former !== undefined && /[^]\n/.test(former.raw) && !former.raw.includes("\\n");
  const escaped = (text: string): string => escape(text, keepsLineEnds ? lineEnd : "\\n");
  const isSection = former !== undefined && sectionOf(former.raw) !== undefined;
  const section = isSection && sectionOf(value) === undefined ? asSection(escaped(value)) : undefined;
  if (section !== undefined) return section;
  const prefixes = isEscapedMarkup(former) ? undefined : prefixesOfMarkup(value);
  if (prefixes !== undefined && accepts(prefixes)) {
    const segments = segmentsOf(value);
    const markup = segments
      .map(({ isMarkup, text }) => (isMarkup ? text.replaceAll("\n", lineEnd) : escaped(text)))
      .join("");
    if (decodeKotlinText(markup) === joined(segments) || sectionOf(value) !== undefined) return markup;
  }
  return escaped(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const SPECIAL = /[\\\u0000-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu;

function escape(text: string, lineEnd: string): string {
  return text.replaceAll(SPECIAL, (character) => {
    if (character === "\n") return lineEnd;
    if (character === "\t") return "\\t";
    if (character === "\\") return "\\\\";
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
