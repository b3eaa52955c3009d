import { errorAt } from "../text/source-text.ts";
import type { StringStyle, TomlEntry, TomlNode, TomlText } from "./node.ts";

/** Deeper files are nobody's translations; the limit keeps the stack safe. */
const MAXIMUM_DEPTH = 100;

const NOT_TEXT =
  /(?:true|false|[+-]?(?:inf|nan)|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?)(?=[\s,\]}#]|$)/y;
const BARE_KEY = /[\w-]+/y;
const BLANKS = /[ \t]*/y;
const BLANKS_AND_LINES = /(?:[ \t\r\n]|#[^\n]*)*/y;

export interface Key {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Reads keys and values of TOML at a place that moves on. */
export class ValueReader {
  readonly text: string;
  at = 0;
  readonly #path: string | undefined;
  readonly #lineAt: (offset: number) => number;

  constructor(text: string, path: string | undefined, lineAt: (offset: number) => number) {
    this.text = text;
    this.#path = path;
    this.#lineAt = lineAt;
  }

  fail(offset: number, message: string): never {
    throw errorAt(this.text, offset, message, this.#path);
  }

  skip(pattern = BLANKS): void {
    pattern.lastIndex = this.at;
    this.at += pattern.exec(this.text)?.[0].length ?? 0;
  }

  /** `a."b c".d` */
  key(): Key {
    const start = this.at;
    const names: string[] = [];
    for (;;) {
      names.push(this.#name());
      if (names.length > MAXIMUM_DEPTH) this.fail(start, `a key of more than ${String(MAXIMUM_DEPTH)} names`);
      const end = this.at;
      this.skip();
      if (this.text[this.at] !== ".") {
        this.at = end;
        return { names, start, end };
      }
      this.at += 1;
      this.skip();
    }
  }

  #name(): string {
    const sign = this.text[this.at];
    if (sign === '"' || sign === "'") {
      if (this.text.startsWith(sign.repeat(3), this.at)) this.fail(this.at, "a key cannot have several lines");
      return this.#string().value;
    }
    BARE_KEY.lastIndex = this.at;
    const [name] =
      BARE_KEY.exec(this.text) ?? this.fail(this.at, 'expected a key: letters, digits, "_" and "-", or quotes');
    this.at += name.length;
    return name;
  }

  value(depth = 0): TomlNode {
    if (depth > MAXIMUM_DEPTH) this.fail(this.at, `nested deeper than ${String(MAXIMUM_DEPTH)} levels`);
    const sign = this.text[this.at];
    if (sign === '"' || sign === "'") return this.#string();
    if (sign === "[") return this.#array(depth);
    if (sign === "{") return this.#inlineTable(depth);
    const start = this.at;
    NOT_TEXT.lastIndex = start;
    const [token] = NOT_TEXT.exec(this.text) ?? this.fail(start, "expected a value; put texts in quotes");
    this.at += token.length;
    return { kind: "other", start, end: this.at, anchor: undefined, isVacant: true };
  }

  #array(depth: number): TomlNode {
    const start = this.at;
    const entries: TomlEntry[] = [];
    this.at += 1;
    for (;;) {
      this.skip(BLANKS_AND_LINES);
      if (this.text[this.at] === "]") break;
      entries.push(this.#entry(undefined, this.at, this.value(depth + 1)));
      this.skip(BLANKS_AND_LINES);
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== "]") this.fail(this.at, 'expected "," or "]" after a value of the list');
    }
    this.at += 1;
    return { kind: "list", isFlow: true, start, end: this.at, anchor: undefined, column: 0, entries };
  }

  #inlineTable(depth: number): TomlNode {
    const start = this.at;
    const entries: TomlEntry[] = [];
    const names = new Set<string>();
    this.at += 1;
    for (;;) {
      this.skip(BLANKS_AND_LINES);
      if (this.text[this.at] === "}") break;
      const key = this.key();
      const name = key.names.join(".");
      if (names.has(name)) this.fail(key.start, `"${name}" appears twice`);
      names.add(name);
      entries.push(this.#entry(name, key.start, this.assigned(depth + 1)));
      this.skip(BLANKS_AND_LINES);
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== "}") this.fail(this.at, 'expected "," or "}" after a value');
    }
    this.at += 1;
    return { kind: "map", isFlow: true, start, end: this.at, anchor: undefined, column: 0, entries };
  }

  /** `= value` */
  assigned(depth = 0): TomlNode {
    this.skip();
    if (this.text[this.at] !== "=") this.fail(this.at, 'expected "=" after the key');
    this.at += 1;
    this.skip();
    return this.value(depth);
  }

  #entry(name: string | undefined, start: number, node: TomlNode): TomlEntry {
    const line = this.#lineAt(start);
    return { name, keyStart: start, start, end: node.end, isCompact: false, line, note: "", node };
  }

  #string(): TomlText {
    const start = this.at;
    const sign = this.text[start] === "'" ? "'" : '"';
    const isMultiline = this.text.startsWith(sign.repeat(3), start);
    const contentStart = start + (isMultiline ? 3 : 1);
    const contentEnd = isMultiline ? this.#multilineEnd(contentStart, sign) : this.#lineStringEnd(contentStart, sign);
    this.at = contentEnd + (isMultiline ? 3 : 1);
    const raw = this.text.slice(contentStart, contentEnd);
    const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\r(?!\n)/.exec(raw);
    if (control !== null) this.fail(contentStart + control.index, "a control character has to be escaped (\\u0000)");
    const lead = isMultiline ? (/^\r?\n/.exec(raw)?.[0].length ?? 0) : 0;
    const body = raw.slice(lead);
    const value = sign === "'" ? body.replaceAll("\r\n", "\n") : this.#unescape(body, contentStart + lead, isMultiline);
    return { kind: "text", start, end: this.at, anchor: undefined, value, style: styleOf(sign, isMultiline) };
  }

  #lineStringEnd(from: number, sign: string): number {
    for (let at = from; at < this.text.length; at += 1) {
      const character = this.text[at];
      if (character === sign) return at;
      if (character === "\n") break;
      if (character === "\\" && sign === '"') at += 1;
    }
    return this.fail(from - 1, `the text is not closed: a ${sign} is missing`);
  }

  /** Up to two quotes may stand before the closing three. */
  #multilineEnd(from: number, sign: string): number {
    for (let at = from; at < this.text.length; at += 1) {
      const character = this.text[at];
      if (character === "\\" && sign === '"') at += 1;
      else if (character === sign && this.text.startsWith(sign.repeat(3), at)) {
        let end = at;
        while (end < at + 2 && this.text[end + 3] === sign) end += 1;
        return end;
      }
    }
    return this.fail(from - 3, `the text is not closed: ${sign.repeat(3)} is missing`);
  }

  #unescape(body: string, place: number, isMultiline: boolean): string {
    return body.replace(ESCAPE, (escape, hexadecimal: string | undefined, lineEnd: string | undefined, at: number) => {
      if (escape === "\r\n") return "\n";
      if (lineEnd !== undefined && isMultiline) return "";
      const simple = escapes[escape[1] ?? ""];
      if (simple !== undefined && hexadecimal === undefined) return simple;
      const code = Number.parseInt(hexadecimal?.slice(1) ?? "", 16);
      const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter
        ? String.fromCodePoint(code)
        : this.fail(place + at, `unknown escape ${escape.trim()}; a backslash itself is written \\\\`);
    });
  }
}

/** What does not stand for itself: an escape, and a line break of Windows. */
const ESCAPE = /\r\n|\\(?:(u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2})|([ \t]*\r?\n[ \t\r\n]*)|[^])/g;
const escapes: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\u001B",
  '"': '"',
  "\\": "\\",
};

function styleOf(sign: string, isMultiline: boolean): StringStyle {
  if (sign === "'") return isMultiline ? "multilineLiteral" : "literal";
  return isMultiline ? "multilineBasic" : "basic";
}
