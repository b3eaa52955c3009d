import { isUtf8 } from "node:buffer";
import type { StringToken } from "./scan.ts";

export type Quote = "'" | '"';

const controls: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  e: "\u001B",
  f: "\f",
};

/** Bytes, characters, signs, and a variable in the text. */
const ESCAPE =
  /((?:\\x[0-9A-Fa-f]{1,2}|\\[0-7]{1,3})+)|\\u\{([0-9A-Fa-f]{1,8})\}|\\([nrtvef\\$"])|\$(?=[A-Za-z_{\u0080-\uFFFF])/g;

/**
 * What PHP makes of a literal; line breaks in it are `\n` as in files of other systems. Undefined where it is more than a
 * text: with variables in it, or bytes that are not UTF-8.
 */
export function decodeString(raw: string, { kind }: Pick<StringToken, "kind">): string | undefined {
  if (kind === "single") return lines(raw.slice(1, -1)).replaceAll(/\\([\\'])/g, "$1");
  if (kind === "double") return decodeEscapes(lines(raw.slice(1, -1)), true);
  const body = bodyOf(raw);
  if (body === undefined || kind === "nowdoc") return body;
  return decodeEscapes(body, false);
}

function lines(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

function decodeEscapes(text: string, isQuoted: boolean): string | undefined {
  if (!/[\\$]/.test(text)) return text;
  let isText = true;
  const decoded = text.replaceAll(ESCAPE, (escape, bytes?: string, code?: string, sign?: string) => {
    if (sign === '"' && !isQuoted) return escape;
    if (sign !== undefined) return controls[sign] ?? sign;
    const decodedHere = bytes === undefined ? character(code) : decodeBytes(bytes);
    isText &&= decodedHere !== undefined;
    return decodedHere ?? "";
  });
  return isText ? decoded : undefined;
}

function character(code: string | undefined): string | undefined {
  const point = code === undefined ? Number.NaN : Number.parseInt(code, 16);
  const isCharacter = point < 0xd800 || (point > 0xdfff && point <= 0x10ffff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}

function decodeBytes(escapes: string): string | undefined {
  const codes = escapes.slice(1).split("\\");
  const bytes = Buffer.from(
    codes.map((code) => (code.startsWith("x") ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8))),
  );
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Lines of a heredoc without the indentation of the last one; undefined where one has less. */
function bodyOf(raw: string): string | undefined {
  const [, ...all] = lines(raw).split("\n");
  const indent = /^[ \t]*/.exec(all.pop() ?? "")?.[0] ?? "";
  if (!all.every((line) => line.startsWith(indent) || line.trim() === "")) return undefined;
  return all.map((line) => line.slice(indent.length)).join("\n");
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\0-\u001F\u007F]/;
const UNQUOTABLE = /[\0-\u001F\u007F\\"]|\$(?=[A-Za-z_{\u0080-\uFFFF])/g;
const names: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\u001B": "\\e",
  "\f": "\\f",
};

/** How literals are written. */
export interface LiteralStyle {
  readonly quote: Quote;
  /** A line break in quotes stands as it is. */
  readonly breaksLines: boolean;
  /** A backslash in single quotes is written twice, also where one would do. */
  readonly doubles?: boolean;
  readonly lineEnd: string;
}

/** A literal of a text; control characters need double quotes. Nothing in it is ever taken for a variable. */
export function quoteText(text: string, { quote, breaksLines, doubles = false, lineEnd }: LiteralStyle): string {
  if (!CONTROL.test(breaksLines ? text.replaceAll("\n", "") : text)) {
    return (quote === "'" ? quoteSingle(text, doubles) : quoteDouble(text, "\n")).replaceAll("\n", lineEnd);
  }
  return quoteDouble(text);
}

/** @param doubles every backslash is written twice, also where one would do */
function quoteSingle(text: string, doubles: boolean): string {
  return `'${text.replaceAll(doubles ? /['\\]/g : /'|\\(?=['\\]|$)/g, String.raw`\$&`)}'`;
}

/** Whether a literal has two backslashes where one would do. */
export function doublesBackslashes(raw: string): boolean {
  return raw.matchAll(/\\([^])(?=([^]))/g).some(([, sign, next]) => sign === "\\" && next !== "\\" && next !== "'");
}

/** @param plain a control character that stands as it is */
function quoteDouble(text: string, plain?: string): string {
  const body = text.replaceAll(UNQUOTABLE, (sign) => {
    if (sign === plain) return sign;
    if (!CONTROL.test(sign)) return `\\${sign}`;
    return names[sign] ?? `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
  });
  return `"${body}"`;
}

/** Whether a literal has double quotes because single ones could not say it. */
export function needsDoubleQuotes(raw: string): boolean {
  return /\\(?:[nrtvef0-7]|x[0-9A-Fa-f]|u\{)/.test(raw);
}

const OPENING = /^<<<[^\r\n]*(\r\n?|\n)/;
const CLOSING = /([ \t]*)(\w+)$/;

/** The same literal with another text, in the file's line ends: a heredoc stays one where it can. */
export function replaceText(
  raw: string,
  { kind }: Pick<StringToken, "kind">,
  text: string,
  usual: LiteralStyle,
): string {
  const { lineEnd } = usual;
  const breaksLines = usual.breaksLines || raw.includes("\n");
  if (kind === "single") {
    const doubles = raw.includes("\\") ? doublesBackslashes(raw) : usual.doubles === true;
    return quoteText(text, { ...usual, quote: "'", breaksLines, doubles });
  }
  if (kind === "double") {
    return quoteText(text, { ...usual, quote: needsDoubleQuotes(raw) ? usual.quote : '"', breaksLines });
  }
  const isMultiLine = !CONTROL.test(text.replaceAll("\n", ""));
  const [opening] = OPENING.exec(raw) ?? [];
  const [, indent = "", label = ""] = CLOSING.exec(raw) ?? [];
  const isHeld = isMultiLine && !new RegExp(`^[ \\t]*${label}(?![\\w\\u0080-\\uFFFF])`, "m").test(text);
  if (opening === undefined || !isHeld) return quoteText(text, usual);
  if (text === "") return `${opening}${indent}${label}`;
  const body = kind === "nowdoc" ? text : text.replaceAll(/\\|\$(?=[A-Za-z_{\u0080-\uFFFF])/g, String.raw`\$&`);
  const indented = body.split("\n").map((line) => (line === "" ? "" : indent + line));
  return `${opening}${indented.join(lineEnd)}${lineEnd}${indent}${label}`;
}
