import { errorAt } from "../text/source-text.ts";
import { decodeEntities, XmlScanner, type OpenTag, type Token } from "./scan.ts";

export interface XmlElement {
  /** Without its namespace's prefix: readers of exchange formats tell elements by their local names. */
  readonly name: string;
  /** By their names as written: `id`, `xml:lang`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
  /** Offset of the tag in the text. */
  readonly start: number;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** @throws {FormatError} at the element's place */
  fail(element: XmlElement, message: string): never;
}

interface OpenElement extends XmlElement {
  readonly tag: OpenTag;
  readonly children: (XmlElement | string)[];
}

/** Deeper than any format of exchange goes. */
const MAXIMUM_DEPTH = 100;
const MAXIMUM_ELEMENTS = 2_000_000;
/** Within an element of a list. */
const MAXIMUM_PIECES = 10_000;

const ENCODING = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)["']/;

/**
 * A whole XML text as a tree. No entity but the predefined and numeric ones, no declarations (see {@link XmlScanner});
 * depth and number of elements are limited.
 *
 * @param most elements that it may have
 * @throws {FormatError} with line and column, unless the text is well-formed
 */
export function readXml(text: string, path?: string, most?: number): XmlDocument {
  return new TreeBuilder(text, path, { most }).build();
}

/** Elements that are taken out of the tree as soon as they end. */
interface HandOver {
  /** Their local name. */
  readonly name: string;
  /** @param parent without what is in it; undefined: of the whole text */
  readonly take: (element: XmlElement, parent: XmlElement | undefined) => void;
}

/**
 * Hands over the elements of a name one by one, the inner ones first, so that nothing but the one at hand is kept: for texts that are
 * a long list of the same.
 *
 * @throws {FormatError} as {@link readXml}, when the elements before the fault were taken
 */
export function eachElement(text: string, name: string, take: HandOver["take"], path?: string): void {
  new TreeBuilder(text, path, { handOver: { name, take } }).build();
}

class TreeBuilder {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #scanner: XmlScanner;
  readonly #most: number;
  readonly #handOver: HandOver | undefined;
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  #count = 0;
  /** How deep in the outermost element that is to be handed over, itself counted; 0 outside of all. */
  #within = 0;
  /** Elements and texts in it. */
  #pieces = 0;

  constructor(
    text: string,
    path: string | undefined,
    { most = MAXIMUM_ELEMENTS, handOver }: { readonly most?: number | undefined; readonly handOver?: HandOver },
  ) {
    this.#text = text;
    this.#path = path;
    this.#most = most;
    this.#handOver = handOver;
    this.#scanner = new XmlScanner(text, path, { mayNameType: true });
  }

  build(): XmlDocument {
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) this.#take(token);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) {
      this.#scanner.fail(unclosed.start, `<${unclosed.tag.name}> is not closed: </${unclosed.tag.name}> is missing`);
    }
    if (this.#root === undefined) this.#scanner.fail(this.#text.length, "expected an element");
    const [text, path] = [this.#text, this.#path];
    return {
      root: this.#root,
      fail(element, message) {
        throw errorAt(text, element.start, message, path);
      },
    };
  }

  #take(token: Token): void {
    switch (token.kind) {
      case "open":
        return this.#openElement(token);
      case "close":
        return this.#closeElement(token.name, token.start);
      case "text":
        return this.#addText(decodeEntities(this.#slice(token)), token.start);
      case "cdata":
        return this.#addText(this.#slice(token).slice("<![CDATA[".length, -"]]>".length), token.start);
      case "instruction":
        return this.#checkEncoding(token);
      case "comment":
        return;
    }
  }

  /** A line end is "\n" to every XML reader; a carriage return that is meant is written as an entity. */
  #slice({ start, end }: Token): string {
    return this.#text.slice(start, end).replace(/\r\n?/g, "\n");
  }

  #openElement(tag: OpenTag): void {
    this.#count += 1;
    if (this.#count > this.#most) this.#scanner.fail(tag.start, "too many elements");
    if (this.#open.length >= MAXIMUM_DEPTH) this.#scanner.fail(tag.start, "elements are nested too deep");
    if (this.#open.length === 0 && this.#root !== undefined) this.#failBehindRoot(tag.start);
    const { attributes, start } = tag;
    const element: OpenElement = { name: localName(tag.name), attributes, children: [], start, tag };
    if (this.#within > 0 || element.name === this.#handOver?.name) this.#within += 1;
    this.#add(element, start);
    this.#root ??= element;
    if (!tag.selfClosing) this.#open.push(element);
    else this.#end(element);
  }

  #closeElement(name: string, start: number): void {
    const element = this.#open.pop();
    if (element === undefined) this.#scanner.fail(start, `</${name}> closes nothing`);
    if (element.tag.name !== name) this.#scanner.fail(start, `expected </${element.tag.name}> instead of </${name}>`);
    this.#end(element);
  }

  #end(element: XmlElement): void {
    if (this.#handOver === undefined) return;
    const { name, take } = this.#handOver;
    if (this.#within > 0) this.#within -= 1;
    if (this.#within === 0) this.#pieces = 0;
    if (element.name !== name) return;
    const parent = this.#open.at(-1);
    if (this.#within > 0) parent?.children.pop();
    take(element, parent);
  }

  /** Of a list only what is within its elements is kept. */
  #add(child: XmlElement | string, start: number): void {
    const parent = this.#open.at(-1);
    if (this.#handOver === undefined) parent?.children.push(child);
    // The outermost one is nobody's child: it is handed over.
    else if (this.#within > Number(typeof child !== "string")) {
      this.#pieces += 1;
      if (this.#pieces > MAXIMUM_PIECES) this.#scanner.fail(start, "too many elements");
      parent?.children.push(child);
    }
  }

  #addText(text: string, start: number): void {
    if (this.#open.length > 0) this.#add(text, start);
    else if (text.trim() !== "") {
      if (this.#root !== undefined) this.#failBehindRoot(start);
      this.#scanner.fail(start, "expected an element");
    }
  }

  #failBehindRoot(start: number): never {
    return this.#scanner.fail(start, "expected the end of the file");
  }

  #checkEncoding(token: Token): void {
    const [, encoding] = ENCODING.exec(this.#slice(token)) ?? [];
    if (encoding === undefined || /^(?:utf-?(?:8|16)|us-ascii)$/i.test(encoding)) return;
    this.#scanner.fail(token.start, `the file says that it is ${encoding}; save it as UTF-8 and say so`);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export function childrenOf(element: XmlElement, name?: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** All elements of that name inside, in file order. */
export function descendantsOf(element: XmlElement, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);
}

/** The text of an element and of all elements in it. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}
