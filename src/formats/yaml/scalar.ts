import type { ScalarStyle } from "./node.ts";

/** Reads as something else than a text to readers of YAML 1.1 (`no`, `1_000`, `12:30`, dates) or 1.2. */
const SPECIAL =
  /^(?:[~=]|<<|null|y|n|yes|no|on|off|true|false|[-+]?\.?\d[\d_.,:eExXoOa-fA-F+-]*|\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?|[-+]?\.(?:inf|nan))$/i;
/** Controls, separators that are line breaks to YAML 1.1, byte order marks, lone surrogates. */
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Cs}/u;
const UNPRINTABLE_IN_BLOCK = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Cs}/u;
/** ":word" is a symbol to Ruby. */
const INDICATOR = /^(?:[,[\]{}#&*!|>'"%@`:]|[-?](?:\s|$)|---|\.\.\.)/;
const FLOW_INDICATOR = /[,[\]{}]|^[-?:]|:$/;

/** Whether a text can stand without quotes, and reads as that text everywhere. */
export function isPlain(text: string, isFlow: boolean): boolean {
  if (text === "" || text.trim() !== text || UNPRINTABLE.test(text)) return false;
  if (INDICATOR.test(text) || /:(?:\s|$)|\s#/.test(text) || SPECIAL.test(text)) return false;
  return !(isFlow && FLOW_INDICATOR.test(text));
}

/** A text on one line, in that style where it can hold it; else in double quotes. */
export function quote(text: string, style: ScalarStyle, isFlow: boolean): string {
  if (style === "plain" && isPlain(text, isFlow)) return text;
  if (style === "single" && !UNPRINTABLE.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return `"${text.replace(ESCAPED, escape)}"`;
}

const ESCAPED = /["\\]|[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Cs}/gu;
const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u0000": "\\0",
};

function escape(character: string): string {
  const known = escapes[character];
  if (known !== undefined) return known;
  const code = character.charCodeAt(0);
  const digits = code.toString(16).toUpperCase();
  return code <= 0xff ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

/** Sign of a block text: `|` or `>`, its indentation and its chomping in either order, and a comment. */
const HEADER = /^([|>])(?:([1-9])[-+]?|[-+]?([1-9])?)([ \t]+#[^\r\n]*)?/;
const FIRST_INDENT = /\n([ ]*)(?=[^ \r\n])/;

/** A block text as it is in the file. */
interface Block {
  readonly sign: string;
  /** The digit that says how far it is indented, else "". */
  readonly indicator: string;
  readonly keeps: boolean;
  readonly comment: string;
  readonly indent: string;
  /** Characters of the longest line where lines are folded. */
  readonly width: number;
}

function readBlock(token: string, parentIndent: string): Block {
  const [header = "", sign = "|", one = "", two = "", comment = ""] = HEADER.exec(token) ?? [];
  const indicator = one + two;
  const found = FIRST_INDENT.exec(token)?.[1] ?? `${parentIndent}  `;
  const lines = token.split("\n").slice(1);
  const width = lines.length < 2 ? Number.POSITIVE_INFINITY : lines.reduce(longer, 0);
  return {
    sign,
    indicator,
    keeps: header.slice(0, header.length - comment.length).includes("+"),
    comment,
    indent: indicator === "" ? found : parentIndent + " ".repeat(Number(indicator)),
    width,
  };
}

function longer(width: number, line: string): number {
  return Math.max(width, line.trim().length);
}

/** A text in place of a block text, as a block where one can hold it; undefined where none can. */
export function likeBlock(text: string, token: string, parentIndent: string, lineEnd: string): string | undefined {
  const block = readBlock(token, parentIndent);
  const [body, chomping] = chomp(text, block.keeps);
  if (body === undefined || (block.indicator === "" && /^\n*[ \t]/.test(body))) return undefined;
  const lines = block.sign === ">" ? foldedLines(body, block.width) : body.split("\n");
  return lines === undefined
    ? undefined
    : write(`${block.sign}${block.indicator}${chomping}${block.comment}`, lines, block.indent, lineEnd);
}

/** A text of several lines as a new block; undefined where none can hold it. */
export function newBlock(text: string, indent: string, lineEnd: string): string | undefined {
  const [body, chomping] = chomp(text, false);
  if (body === undefined || /^\n*[ \t]/.test(body) || !body.includes("\n")) return undefined;
  return write(`|${chomping}`, body.split("\n"), indent, lineEnd);
}

function write(header: string, lines: readonly string[], indent: string, lineEnd: string): string {
  return [header, ...lines.map((line) => (line === "" ? "" : indent + line))].join(lineEnd);
}

/** The text without the line breaks at its end, and the sign for them; a block with more of them would swallow blank lines that follow. */
function chomp(text: string, keeps: boolean): [body: string | undefined, chomping: string] {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  const body = text.slice(0, end);
  const count = text.length - end;
  // Blanks alone in the last line belong to the line breaks at the end.
  if (LAST_LINE_BLANK.test(body) || UNPRINTABLE_IN_BLOCK.test(text)) return [undefined, ""];
  if (count === 0) return [body, "-"];
  if (keeps) return [body + "\n".repeat(count - 1), "+"];
  return count === 1 ? [body, ""] : [undefined, ""];
}

const LAST_LINE_BLANK = /(?:^|\n)[ \t]*$/;

/** Lines that read as the text when folded; undefined where one starts with a blank, or the text with an empty one: those fold in ways of their own. */
function foldedLines(text: string, width: number): readonly string[] | undefined {
  const lines = text.split("\n");
  if (lines[0] === "" || lines.some((line) => /^[ \t]/.test(line))) return undefined;
  return lines.flatMap((line, index) => (index === 0 || line === "" ? wrap(line, width) : ["", ...wrap(line, width)]));
}

/** Breaks only at single spaces between words: any other would be lost. */
function wrap(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    if (current === "") current = word;
    else if (current.length + 1 + word.length <= width) current += ` ${word}`;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}
