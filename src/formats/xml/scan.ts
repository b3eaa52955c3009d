import { errorAt } from "../text/source-text.ts";
import { Attributes } from "./attributes.ts";

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

export const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;
export const ILLEGAL_MESSAGE = "a control character that XML does not allow";
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;
const NAME = /[\p{L}_:][\p{L}\p{M}\p{N}_:.\u00B7-]*/uy;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/y;
/** `<!DOCTYPE tmx SYSTEM "tmx14.dtd">`, without declarations of its own. */
const TYPE_NAME =
  /<!DOCTYPE[ \t\r\n]+[\w:.-]+(?:[ \t\r\n]+(?:SYSTEM|PUBLIC[ \t\r\n]+(?:"[^"<>]*"|'[^'<>]*'))[ \t\r\n]+(?:"[^"<>]*"|'[^'<>]*'))?[ \t\r\n]*>/y;
const ENTITIES = new RegExp(ENTITY.source, "g");

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export interface ScanOptions {
  /** Lets a `<!DOCTYPE>` pass that names an outer type and declares nothing itself, as formats of exchange begin. */
  readonly mayNameType?: boolean;
  /** Whoever made the text of bytes looked for characters that XML does not have. */
  readonly isChecked?: boolean;
}

const code = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  blank: 32,
  exclamation: 33,
  quote: 34,
  ampersand: 38,
  apostrophe: 39,
  slash: 47,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
};

/** Characters of ASCII that a name begins with (1), or has inside of it (2). */
const NAME_CHARACTERS = Uint8Array.from({ length: 128 }, (_, character) => {
  const text = String.fromCharCode(character);
  return /[A-Za-z_:]/.test(text) ? 1 : /[0-9.-]/.test(text) ? 2 : 0;
});

const NAMES_KEPT = 512;
const NO_ATTRIBUTES = new Attributes();

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
  /** Next "&" and next "]]>" at or behind `#at`, as far as they have been looked for. */
  #ampersand = -1;
  #terminator = -1;
  /** Names that were read lately: the same few come again and again. */
  readonly #names: string[] = [];

  constructor(text: string, path?: string, { mayNameType = false, isChecked = false }: ScanOptions = {}) {
    this.#text = text;
    this.#path = path;
    this.#mayNameType = mayNameType;
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
    if (isChecked) return;
    const illegal = text.search(ILLEGAL);
    if (illegal !== -1) this.fail(illegal, ILLEGAL_MESSAGE);
    if (!text.isWellFormed()) this.fail(text.search(LONE_SURROGATE), "half of a character that takes two");
  }

  /** Undefined at the end of the text. @throws {FormatError} */
  next(): Token | undefined {
    const text = this.#text;
    const start = this.#at;
    if (start >= text.length) return undefined;
    if (text.charCodeAt(start) !== code.less) return this.#textToken(start);
    const mark = text.charCodeAt(start + 1);
    if (mark === code.slash) return this.#closeTag(start);
    if (mark === code.exclamation) return this.#declaration(start);
    return mark === code.question ? this.#until("?>", "instruction", start, 2) : this.#openTag(start);
  }

  #declaration(start: number): Token {
    if (this.#text.startsWith("<!--", start)) return this.#comment(start);
    if (this.#text.startsWith("<![CDATA[", start)) return this.#until("]]>", "cdata", start, 9);
    return this.#typeName(start);
  }

  /** Reads over a text, if that is what comes next: as `next`, without a token. */
  skipText(): void {
    const start = this.#at;
    if (start < this.#text.length && this.#text.charCodeAt(start) !== code.less) this.#textEnd(start);
  }

  /** Reads over `</name>`, if that is what comes next: as `next`, without a token. Returns its end. */
  skipClose(name: string): number | undefined {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(start + 1) !== code.slash || !text.startsWith(name, start + 2)) return undefined;
    this.#at = start + 2 + name.length;
    this.#blanks();
    if (text.charCodeAt(this.#at) === code.greater) return (this.#at += 1);
    this.#at = start;
    return undefined;
  }

  /** Reads over what is written so, letter by letter; else nothing is read. */
  skipLiteral(literal: string): boolean {
    const end = this.#at + literal.length;
    if (this.#text.slice(this.#at, end) !== literal) return false;
    this.#at = end;
    return true;
  }

  /** To where a piece began that was read. */
  goBack(offset: number): void {
    this.#at = offset;
  }

  /** Where the next piece begins. */
  get offset(): number {
    return this.#at;
  }

  fail(offset: number, message: string): never {
    throw errorAt(this.#text, offset, message, this.#path);
  }

  #textToken(start: number): Token {
    return { kind: "text", start, end: this.#textEnd(start) };
  }

  #textEnd(start: number): number {
    const next = this.#text.indexOf("<", start);
    const end = next === -1 ? this.#text.length : next;
    if (this.#terminator < start) this.#terminator = this.#find("]]>", start);
    if (this.#terminator < end) this.fail(this.#terminator, '"]]>" outside CDATA; write "]]&gt;"');
    this.#checkEntities(start, end);
    this.#at = end;
    return end;
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
      return this.fail(start, "a file of strings may not hold <!DOCTYPE> or other declarations");
    }
    this.#at = start + declaration.length;
    return { kind: "instruction", start, end: this.#at };
  }

  #closeTag(start: number): Token {
    this.#at = start + 2;
    const name = this.#name();
    this.#blanks();
    if (this.#text.charCodeAt(this.#at) !== code.greater) this.fail(this.#at, `expected ">" behind "</${name}"`);
    this.#at += 1;
    return { kind: "close", name, start, end: this.#at };
  }

  #openTag(start: number): Token {
    const text = this.#text;
    this.#at = start + 1;
    const name = this.#name();
    let attributes: Attributes | undefined;
    for (;;) {
      const isApart = this.#blanks();
      const mark = text.charCodeAt(this.#at);
      const selfClosing = mark === code.slash && text.charCodeAt(this.#at + 1) === code.greater;
      if (selfClosing || mark === code.greater) {
        this.#at += selfClosing ? 2 : 1;
        return openTag(name, attributes ?? NO_ATTRIBUTES, { start, end: this.#at, selfClosing });
      }
      if (Number.isNaN(mark)) this.fail(start, `the tag <${name} is not closed: ">" is missing`);
      if (!isApart) this.fail(this.#at, `expected a blank or ">" in the tag <${name}`);
      attributes ??= new Attributes();
      this.#attribute(attributes);
    }
  }

  #attribute(attributes: Attributes): void {
    const text = this.#text;
    const start = this.#at;
    const name = this.#name();
    if (attributes.has(name)) this.fail(start, `the attribute "${name}" appears twice`);
    this.#blanks();
    if (text.charCodeAt(this.#at) !== code.equals) this.fail(this.#at, `expected "=" behind the attribute "${name}"`);
    this.#at += 1;
    this.#blanks();
    const quote = text.charCodeAt(this.#at);
    if (quote !== code.quote && quote !== code.apostrophe) {
      this.fail(this.#at, `expected the value of "${name}" in quotes`);
    }
    attributes.add(name, this.#value(name, quote));
  }

  /** The value of an attribute, from its opening quote. */
  #value(name: string, quote: number): string {
    const text = this.#text;
    const from = this.#at + 1;
    let at = from;
    let isPlain = true;
    for (let character = text.charCodeAt(at); character !== quote; character = text.charCodeAt(at)) {
      if (Number.isNaN(character)) this.fail(this.#at, `the value of "${name}" is not closed`);
      if (character === code.less) this.fail(at, 'no "<" may stand in an attribute; write "&lt;"');
      if (character < code.blank || character === code.ampersand) isPlain = false;
      at += 1;
    }
    this.#at = at + 1;
    const value = text.slice(from, at);
    if (isPlain) return value;
    this.#checkEntities(from, at);
    return decodeEntities(value.replace(/\r\n|[\t\r\n]/g, " "));
  }

  #name(): string {
    const text = this.#text;
    const start = this.#at;
    if (NAME_CHARACTERS[text.charCodeAt(start)] !== 1) return this.#anyName();
    let at = start + 1;
    let character = text.charCodeAt(at);
    while (character < 128 && NAME_CHARACTERS[character] !== 0) {
      at += 1;
      character = text.charCodeAt(at);
    }
    if (character >= 128) return this.#anyName();
    this.#at = at;
    return this.#known(start, at);
  }

  #known(start: number, end: number): string {
    const text = this.#text;
    const place = (text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 7 + (end - start) * 13) % NAMES_KEPT;
    const known = this.#names[place] ?? "";
    if (known.length === end - start && text.startsWith(known, start)) return known;
    // The name of a property is there once in the whole program: to compare it with another takes no look at it.
    const [name = ""] = Object.keys({ [text.slice(start, end)]: true });
    this.#names[place] = name;
    return name;
  }

  /** A name that is not all ASCII, or none. */
  #anyName(): string {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) return this.fail(this.#at, 'expected a name; "<" in a text is written "&lt;"');
    this.#at += name.length;
    return name;
  }

  #blanks(): boolean {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    for (;;) {
      const character = text.charCodeAt(at);
      const isBlank =
        character === code.blank ||
        character === code.lineFeed ||
        character === code.carriageReturn ||
        character === code.tab;
      if (!isBlank) break;
      at += 1;
    }
    this.#at = at;
    return at > start;
  }

  #checkEntities(start: number, end: number): void {
    if (this.#ampersand < start) this.#ampersand = this.#find("&", start);
    while (this.#ampersand < end) {
      ENTITY.lastIndex = this.#ampersand;
      const match = ENTITY.exec(this.#text);
      if (match === null || ENTITY.lastIndex > end || !isCharacter(match)) {
        this.fail(this.#ampersand, 'unknown entity; "&" itself is written "&amp;", and a character &#160;');
      }
      this.#ampersand = this.#find("&", this.#ampersand + 1);
    }
  }

  #find(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

/** All of them are made here: see `placed`. */
export function openTag(
  name: string,
  attributes: ReadonlyMap<string, string>,
  { start, end, selfClosing }: Pick<OpenTag, "start" | "end" | "selfClosing">,
): OpenTag {
  return { kind: "open", name, attributes, start, end, selfClosing };
}

function isCharacter([, decimal, hexadecimal, name]: readonly (string | undefined)[]): boolean {
  if (name !== undefined) return true;
  const number = codeOf(decimal, hexadecimal);
  const isSurrogate = number >= 0xd800 && number <= 0xdfff;
  return number <= 0x10ffff && !isSurrogate && !ILLEGAL.test(String.fromCodePoint(number));
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
