import type { Flaw } from "../../catalog/unit.ts";
import { appended } from "../text/short-list.ts";
import { AlikeElements } from "./alike-elements.ts";
import { placed, type PlacedElement, type Span } from "./placed-element.ts";
import { XmlScanner, type OpenTag, type Token } from "./scan.ts";

interface OpenElement {
  readonly tag: OpenTag;
  /** Undefined for none: most elements have no child. */
  children: PlacedElement[] | undefined;
}

/** Deeper than any format of strings goes. */
const MAXIMUM_DEPTH = 100;
/** Left over of a tag or of an entity that somebody took away; or a remark as programs have them. */
const STRAY = /^(?:(?:&(?:lt|gt|amp|quot|apos);|[>;,."'/\\-]){1,8}|\/\/[^\r\n]*)$/;
const STRAY_SHOWN = 40;
const NO_CHILDREN: readonly PlacedElement[] = [];

/**
 * Reads an XML file element by element, in one pass and without keeping what was read: {@link root}, then for each token
 * directly in it {@link next} (or {@link element} for all of an element at once), then {@link finish}. Well-formedness is
 * checked on the way.
 *
 * ```ts
 * const reader = new ElementReader(text, path);
 * const root = reader.root(["resources"], "around the strings");
 * for (let token = reader.next(); token?.kind === "open" || token?.kind === "comment"; token = reader.next()) …
 * reader.finish();
 * ```
 */
export class ElementReader {
  readonly text: string;
  readonly #scanner: XmlScanner;
  readonly #alike: AlikeElements;
  /** Of the elements that {@link next} has entered, the root outermost. */
  readonly #names: string[] = [];
  #root = "";
  readonly #flaws: Flaw[] = [];
  #line = 1;
  #nextBreak: number;

  /** @param text a file's, as `xmlEncoded` lets it through: of characters that XML has */
  constructor(text: string, path?: string) {
    this.text = text;
    this.#scanner = new XmlScanner(text, path, { mayNameType: true, isChecked: true });
    this.#alike = new AlikeElements(text, this.#scanner);
    this.#nextBreak = this.#breakAfter(0);
  }

  /**
   * The tag of the file's outermost element; an XML declaration, comments and instructions may stand before it.
   *
   * @param what is said of a file that has another one: `expected <resources> around the strings`
   * @throws {FormatError}
   */
  root(names: readonly string[], what: string): OpenTag {
    const expected = names.map((name) => `<${name}>`).join(" or ");
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind === "open" && names.includes(token.name)) {
        this.#root = token.name;
        if (!token.selfClosing) this.#names.push(token.name);
        return token;
      }
      if (token.kind !== "instruction" && token.kind !== "comment" && !this.#isBlank(token))
        this.fail(token.start, `expected ${expected} ${what}`);
    }
    return this.fail(this.text.length, `expected ${expected} ${what}`);
  }

  /**
   * What comes next in the element that is open: a tag, a comment, or the end tag. Undefined at the end of the root.
   * A text that says something is an error here: texts stand in what {@link element} reads.
   *
   * @throws {FormatError}
   */
  next(): Token | undefined {
    const name = this.#names.at(-1);
    if (name === undefined) return undefined;
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind === "text" || token.kind === "cdata") {
        if (!this.#isBlank(token)) this.#stray(token, name);
      } else if (token.kind === "close") {
        if (token.name !== name) this.fail(token.start, `expected </${name}> instead of </${token.name}>`);
        this.#names.pop();
        return token;
      } else if (token.kind !== "instruction") return token;
    }
    return this.fail(this.text.length, `</${name}> is missing`);
  }

  /** Signs without a word between elements, and remarks, say nothing to readers, and are left where they are. */
  get flaws(): readonly Flaw[] {
    return this.#flaws;
  }

  #stray(token: Token, name: string): void {
    const start = token.start + this.#blankLength(token);
    const stray = this.text.slice(start, token.end).trim();
    if (token.kind !== "text" || !STRAY.test(stray)) this.fail(start, `text directly in <${name}>`);
    this.#flaws.push({
      line: this.lineAt(start),
      message: `${stray.slice(0, STRAY_SHOWN)} stands between two elements of <${name}>`,
    });
  }

  /** Goes into an element whose tag {@link next} gave: what follows is what stands in it, up to its end tag. */
  enter(tag: OpenTag): void {
    if (tag.selfClosing) return;
    if (this.#names.length >= MAXIMUM_DEPTH) this.fail(tag.start, "elements are nested too deep");
    this.#names.push(tag.name);
  }

  /** All of an element whose tag {@link next} gave, up to its end tag. */
  element(tag: OpenTag): PlacedElement {
    if (tag.selfClosing) return placed(tag, NO_CHILDREN, tag.end, tag.end);
    return this.#alike.read(tag) ?? this.#takenApart(tag);
  }

  #takenApart(tag: OpenTag): PlacedElement {
    const scanner = this.#scanner;
    const outer: OpenElement[] = [];
    let open: OpenElement = { tag, children: undefined };
    for (;;) {
      scanner.skipText();
      const start = scanner.offset;
      const end = scanner.skipClose(open.tag.name);
      if (end === undefined) {
        const inner = this.#child(open, outer.length);
        if (inner === undefined) continue;
        outer.push(open);
        open = inner;
      } else {
        const element = placed(open.tag, open.children ?? NO_CHILDREN, start, end);
        const parent = outer.pop();
        if (parent === undefined) {
          this.#alike.learn(element);
          return element;
        }
        parent.children = appended(parent.children, element);
        open = parent;
      }
    }
  }

  /** Reads what comes next inside of an element. Returns the child whose content follows. */
  #child(open: OpenElement, depth: number): OpenElement | undefined {
    const token = this.#scanner.next();
    const { name, start } = open.tag;
    if (token === undefined) return this.fail(start, `<${name}> is not closed: </${name}> is missing`);
    if (token.kind === "close") return this.fail(token.start, `expected </${name}> instead of </${token.name}>`);
    if (token.kind !== "open") return undefined;
    if (!token.selfClosing) {
      if (depth + 1 >= MAXIMUM_DEPTH) this.fail(token.start, "elements are nested too deep");
      return { tag: token, children: undefined };
    }
    open.children = appended(open.children, placed(token, NO_CHILDREN, token.end, token.end));
    return undefined;
  }

  /** Behind the root only comments may stand. @throws {FormatError} */
  finish(): void {
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind !== "comment" && token.kind !== "instruction" && !this.#isBlank(token)) {
        this.fail(token.start + this.#blankLength(token), `expected the end of the file behind </${this.#root}>`);
      }
    }
  }

  /** Line of an offset, from 1. Offsets only grow from call to call. */
  lineAt(offset: number): number {
    while (this.#nextBreak < offset) {
      this.#line += 1;
      this.#nextBreak = this.#breakAfter(this.#nextBreak + 1);
    }
    return this.#line;
  }

  fail(offset: number, message: string): never {
    return this.#scanner.fail(offset, message);
  }

  #isBlank(token: Token): boolean {
    return token.kind === "text" && this.#blankLength(token) === token.end - token.start;
  }

  #blankLength({ start, end }: Span): number {
    const { text } = this;
    let at = start;
    while (at < end && isXmlBlank(text.charCodeAt(at))) at += 1;
    return at - start;
  }

  #breakAfter(offset: number): number {
    const at = this.text.indexOf("\n", offset);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

function isXmlBlank(character: number): boolean {
  return character === 32 || character === 10 || character === 9 || character === 13;
}
