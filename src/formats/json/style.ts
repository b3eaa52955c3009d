import { lineEndOf } from "../text/source-text.ts";
import { isContainer, type JsonContainer, type JsonFile, type JsonMember } from "./tree.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface JsonStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Indentation of one level; undefined where everything stands on one line. */
  readonly indent: string | undefined;
  /** Between key and value. */
  readonly colon: string;
  /** Whether an empty line stands between the braces of nothing, as Apple's programs write it. */
  readonly spreadsEmpty: boolean;
  /** Between two entries on one line. */
  readonly comma: string;
  /** Characters beyond those JSON demands that the file writes as `\uXXXX`. */
  readonly escaped: (character: string) => boolean;
  readonly upperCaseEscapes: boolean;
  readonly escapeSlash: boolean;
  readonly byteOrderMark: string;
  /** What follows the last brace. */
  readonly end: string;
}

/** The real service writes new files so (`json_indent` 4, facts §1.4). */
const DEFAULT_INDENT = "    ";

export function styleOf({ text, root }: JsonFile): JsonStyle {
  const { first } = root;
  const gap = first === undefined ? undefined : text.slice(first.gapStart, first.start);
  const property = firstProperty(root);
  const colon = property === undefined ? ": " : text.slice(property.nameEnd, property.valueStart);
  return {
    lineEnd: lineEndOf(text),
    indent: gap === undefined ? DEFAULT_INDENT : indentationOf(gap),
    colon,
    spreadsEmpty: colon === " : " && gap?.includes("\n") === true,
    comma: colon.endsWith(" ") ? " " : "",
    ...escapesOf(text),
    byteOrderMark: text.startsWith("\uFEFF") ? "\uFEFF" : "",
    end: text.slice(root.end),
  };
}

function firstProperty({ first }: JsonContainer): JsonMember | undefined {
  if (first === undefined || first.name !== undefined) return first;
  return isContainer(first.value) ? firstProperty(first.value) : undefined;
}

/** The blanks of the last line of a gap; undefined where the gap has no line break. */
export function indentationOf(gap: string): string | undefined {
  const lineBreak = gap.lastIndexOf("\n");
  return lineBreak === -1 ? undefined : /^[ \t]*/.exec(gap.slice(lineBreak + 1))?.[0];
}

const NON_ASCII = /[\u0080-\uFFFF]/;
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|([^]))/g;

export type JsonEscapes = Pick<JsonStyle, "escaped" | "upperCaseEscapes" | "escapeSlash">;

export function escapesOf(text: string): JsonEscapes {
  const ascii = new Set<string>();
  let hasNonAsciiEscape = false;
  let upperCaseEscapes = false;
  let escapeSlash = false;
  for (const [, hexadecimal, simple] of text.includes("\\") ? text.matchAll(ESCAPE) : []) {
    if (simple === "/") escapeSlash = true;
    if (hexadecimal === undefined) continue;
    if (/[A-F]/.test(hexadecimal)) upperCaseEscapes = true;
    const code = Number.parseInt(hexadecimal, 16);
    if (code > 0x7f) hasNonAsciiEscape = true;
    else if (code >= 0x20) ascii.add(String.fromCharCode(code));
  }
  const isAsciiOnly = hasNonAsciiEscape && !NON_ASCII.test(text.startsWith("\uFEFF") ? text.slice(1) : text);
  return {
    escaped: (character) => ascii.has(character) || (isAsciiOnly && character > "\u007F"),
    upperCaseEscapes,
    escapeSlash,
  };
}

const QUESTIONABLE = /[^\u0020\u0021\u0023-\u002E0-;=?-\u005B\u005D-\u007E]/g;

/** A JSON string token in the file's own way of escaping. */
export function quote(value: string, style: JsonEscapes): string {
  const token = JSON.stringify(value);
  const body = token.slice(1, -1).replace(QUESTIONABLE, (character) => {
    if (character === "/") return style.escapeSlash ? "\\/" : character;
    if (character === "\\" || character === '"' || !style.escaped(character)) return character;
    const digits = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${style.upperCaseEscapes ? digits.toUpperCase() : digits}`;
  });
  return `"${body}"`;
}
