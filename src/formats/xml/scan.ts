import { errorAt } from "../source-text.ts";

/** A piece of an XML file; offsets count UTF-16 units of its text. */
export type Token =
  | { readonly kind: "text" | "cdata" | "comment" | "instruction"; readonly start: number; readonly end: number }
  | { readonly kind: "close"; readonly name: string; readonly start: number; readonly end: number }
  | OpenTag;

export interface OpenTag {
  readonly kind: "open";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
  readonly selfClosing: boolean;
}

const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/u;
const NAME = /[\p{L}_:][\p{L}\p{M}\p{N}_:.\u00B7-]*/uy;
const BLANKS = /[ \t\r\n]*/y;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/y;
/** `<!DOCTYPE tmx SYSTEM "tmx14.dtd">`, without declarations of its own. */
const TYPE_NAME =
  /<!DOCTYPE[ \t\r\n]+[\w:.-]+(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+(?:"[^"<>]*"|'[^'<>]*'))[ \t\r\n]+(?:"[^"<>]*"|'[^'<>]*'))?[ \t\r\n]*>/y;
const ENTITIES = new RegExp(ENTITY.source, "g");

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export interface ScanOptions {
  /** Lets a `<!DOCTYPE>` pass that names an outer type and declares nothing itself, as formats of exchange begin. */
  readonly mayNameType?: boolean;
}

/**
 * The pieces of an XML text, one by one: elements, comments, CDATA, processing instructions, the five predefined
 * entities and numeric ones. Declarations of types and entities are refused: nothing in a file may define what another
 * part of it means, or grow.
 */
export class XmlScanner {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #mayNameType: boolean;
  #at: number;

  constructor(text: string, path?: string, { mayNameType = false }: ScanOptions = {}) {
    this.#text = text;
    this.#path = path;
    this.#mayNameType = mayNameType;
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
    const illegal = text.search(ILLEGAL);
    if (illegal !== -1) this.fail(illegal, "a control character that XML does not allow");
  }

  /** Undefined at the end of the text. @throws {FormatError} */
  next(): Token | undefined {
    const text = this.#text;
    const start = this.#at;
    if (start >= text.length) return undefined;
    if (text[start] !== "<") return this.#textToken(start);
    if (text.startsWith("<!--", start)) return this.#comment(start);
    if (text.startsWith("<![CDATA[", start)) return this.#until("]]>", "cdata", start, 9);
    if (text.startsWith("<?", start)) return this.#until("?>", "instruction", start, 2);
    if (text.startsWith("<!", start)) return this.#typeName(start);
    return text[start + 1] === "/" ? this.#closeTag(start) : this.#openTag(start);
  }

  fail(offset: number, message: string): never {
    throw errorAt(this.#text, offset, message, this.#path);
  }

  #textToken(start: number): Token {
    const next = this.#text.indexOf("<", start);
    const end = next === -1 ? this.#text.length : next;
    const terminator = this.#text.slice(start, end).indexOf("]]>");
    if (terminator !== -1) this.fail(start + terminator, '"]]>" outside CDATA; write "]]&gt;"');
    this.#checkEntities(start, end);
    this.#at = end;
    return { kind: "text", start, end };
  }

  #comment(start: number): Token {
    const dashes = this.#text.indexOf("--", start + 4);
    if (dashes === -1) this.fail(start, 'the comment is not closed: "-->" is missing');
    if (this.#text[dashes + 2] !== ">") this.fail(dashes, 'no "--" may stand in a comment');
    this.#at = dashes + 3;
    return { kind: "comment", start, end: this.#at };
  }

  #until(mark: string, kind: "cdata" | "instruction", start: number, length: number): Token {
    const close = this.#text.indexOf(mark, start + length);
    if (close === -1) this.fail(start, `"${mark}" is missing`);
    this.#at = close + mark.length;
    return { kind, start, end: this.#at };
  }

  /** Only ever read over: what it names is not fetched. */
  #typeName(start: number): Token {
    TYPE_NAME.lastIndex = start;
    const [declaration] = TYPE_NAME.exec(this.#text) ?? [];
    if (declaration === undefined || !this.#mayNameType) {
      return this.fail(start, "no <!DOCTYPE> or other declaration may stand in a file of strings");
    }
    this.#at = start + declaration.length;
    return { kind: "instruction", start, end: this.#at };
  }

  #closeTag(start: number): Token {
    this.#at = start + 2;
    const name = this.#name();
    this.#blanks();
    if (this.#text[this.#at] !== ">") this.fail(this.#at, `expected ">" behind "</${name}"`);
    this.#at += 1;
    return { kind: "close", name, start, end: this.#at };
  }

  #openTag(start: number): Token {
    this.#at = start + 1;
    const name = this.#name();
    const attributes = new Map<string, string>();
    for (;;) {
      const isApart = this.#blanks();
      const mark = this.#text[this.#at];
      if (mark === ">" || (mark === "/" && this.#text[this.#at + 1] === ">")) {
        this.#at += mark === ">" ? 1 : 2;
        return { kind: "open", name, attributes, start, end: this.#at, selfClosing: mark === "/" };
      }
      if (mark === undefined) this.fail(start, `the tag <${name} is not closed: ">" is missing`);
      if (!isApart) this.fail(this.#at, `expected a blank or ">" in the tag <${name}`);
      this.#attribute(attributes);
    }
  }

  #attribute(attributes: Map<string, string>): void {
    const start = this.#at;
    const name = this.#name();
    if (attributes.has(name)) this.fail(start, `the attribute "${name}" is there twice`);
    this.#blanks();
    if (this.#text[this.#at] !== "=") this.fail(this.#at, `expected "=" behind the attribute "${name}"`);
    this.#at += 1;
    this.#blanks();
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") return this.fail(this.#at, `expected the value of "${name}" in quotes`);
    const from = this.#at + 1;
    const to = this.#text.indexOf(quote, from);
    if (to === -1) this.fail(this.#at, `the value of "${name}" is not closed`);
    const value = this.#text.slice(from, to);
    const bracket = value.indexOf("<");
    if (bracket !== -1) this.fail(from + bracket, 'no "<" may stand in an attribute; write "&lt;"');
    this.#checkEntities(from, to);
    this.#at = to + 1;
    attributes.set(name, decodeEntities(value.replace(/\r\n|[\t\r\n]/g, " ")));
  }

  #name(): string {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) return this.fail(this.#at, 'expected a name; "<" in a text is written "&lt;"');
    this.#at += name.length;
    return name;
  }

  #blanks(): boolean {
    BLANKS.lastIndex = this.#at;
    const { length } = BLANKS.exec(this.#text)?.[0] ?? "";
    this.#at += length;
    return length > 0;
  }

  #checkEntities(start: number, end: number): void {
    // Searched in the piece alone: the next "&" of the whole file may be far away.
    const piece = this.#text.slice(start, end);
    for (let at = piece.indexOf("&"); at !== -1; at = piece.indexOf("&", at + 1)) {
      ENTITY.lastIndex = at;
      const match = ENTITY.exec(piece);
      if (match === null || !isCharacter(match)) {
        this.fail(start + at, 'unknown entity; "&" itself is written "&amp;", and a character &#160;');
      }
    }
  }
}

function isCharacter([, decimal, hexadecimal, name]: readonly (string | undefined)[]): boolean {
  if (name !== undefined) return true;
  const code = codeOf(decimal, hexadecimal);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code <= 0x10ffff && !isSurrogate && !ILLEGAL.test(String.fromCodePoint(code));
}

function codeOf(decimal: string | undefined, hexadecimal: string | undefined): number {
  return decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number.parseInt(decimal, 10);
}

/** Predefined and numeric entities as the characters they stand for; the text has been scanned. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITIES, (_match, decimal?: string, hexadecimal?: string, name?: string) =>
    name === undefined ? String.fromCodePoint(codeOf(decimal, hexadecimal)) : (characters[name] ?? ""),
  );
}
