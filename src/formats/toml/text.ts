import type { StringStyle, TomlText } from "./node.ts";

const CONTROL = /[\u0000-\u0008\u000A-\u001F\u007F]|\p{Cs}/u;
const CONTROL_IN_LINES = /[\u0000-\u0008\u000B-\u001F\u007F]|\p{Cs}/u;
const ESCAPED = /["\\]|[\u0000-\u0008\u000A-\u001F\u007F]|\p{Cs}/gu;
/** Of several quotes in a row the third would close the text, and so would any at its end. */
const ESCAPED_IN_LINES = /\\|[\u0000-\u0008\u000B-\u001F\u007F]|\p{Cs}|(?<="")"|"$/gu;

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};

function escape(character: string): string {
  const known = escapes[character];
  return known ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A text on one line, in that style where it can hold it; else in double quotes. */
export function quote(text: string, style: StringStyle): string {
  return style === "literal" && isLiteral(text) ? `'${text}'` : `"${text.replace(ESCAPED, escape)}"`;
}

/** Whether single quotes can hold a text. */
export function isLiteral(text: string): boolean {
  return !text.includes("'") && !CONTROL.test(text);
}

/** A name as a key, in double quotes where it needs some. */
export function quoteName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : quote(name, "basic");
}

/** A text in place of another, in the style of that one where it can hold it. */
export function rewritten(
  text: string,
  { style, value }: TomlText,
  token: string,
  file: { readonly lineEnd: string; readonly usual: StringStyle },
): string {
  if (style === "literal") return quote(text, style);
  // Double quotes that the former text needed are no choice of style.
  if (style === "basic") return quote(text, isLiteral(value) ? style : file.usual);
  const lead = /^.{3}\r?\n/.test(token) || text.startsWith("\n") ? "\n" : "";
  const isLiteralText = style === "multilineLiteral" && !text.includes("'''") && !text.endsWith("'");
  const isRaw = isLiteralText && !CONTROL_IN_LINES.test(text);
  const body = lead + (isRaw ? text : text.replace(ESCAPED_IN_LINES, escape));
  const marks = isRaw ? "'''" : '"""';
  return marks + body.replaceAll("\n", file.lineEnd) + marks;
}
