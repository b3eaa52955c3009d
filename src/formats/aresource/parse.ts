import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import { languageOfPath } from "./language-of-path.ts";
import { XmlScanner, type OpenTag, type Token } from "../xml/scan.ts";
import { decodeText, type AndroidText } from "./text.ts";

/** An element of the file; offsets count UTF-16 units of its text. */
export interface Element {
  readonly tag: OpenTag;
  /** Where the content begins: behind the tag. */
  readonly contentStart: number;
  /** Where `</` stands; of a self-closing element, where its content would be. */
  readonly contentEnd: number;
  readonly end: number;
  readonly line: number;
  readonly children: readonly Element[];
}

/** An element with one text: a string, or an item of a list. */
export interface Item extends AndroidText {
  readonly element: Element;
  /** Of a plural's item. */
  readonly quantity: PluralCategory | undefined;
}

export type EntryKind = "string" | "plurals" | "string-array";

/** An element directly under `<resources>`, with the comments that belong to it. */
export interface Entry {
  /** Undefined for everything that is no string (`<color>`), or none for translators. */
  readonly kind: EntryKind | undefined;
  readonly name: string;
  readonly element: Element;
  readonly items: readonly Item[];
  readonly note: string;
  /** Of the element and the comments directly above and behind it. */
  readonly start: number;
  readonly end: number;
}

export interface AndroidFile {
  readonly text: string;
  readonly root: Element;
  readonly entries: readonly Entry[];
  /** Prefixes of namespaces that the root declares. */
  readonly prefixes: ReadonlySet<string>;
  /** In the service's spelling. */
  readonly language: string | undefined;
}

/** @throws {FormatError} with line and column */
export function parse(text: string, path?: string, language = languageOfPath(path)): AndroidFile {
  return new Parser(text, path).parse(language);
}

const ROOT = "resources";
const ENCODING = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)["']/;

interface Comment {
  readonly start: number;
  readonly end: number;
}

class Parser {
  readonly #text: string;
  readonly #scanner: XmlScanner;
  readonly #entries: Entry[] = [];
  #line = 1;
  #nextBreak: number;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#scanner = new XmlScanner(text, path);
    this.#nextBreak = this.#breakAfter(0);
  }

  parse(language: string | undefined): AndroidFile {
    const tag = this.#prolog();
    const line = this.#lineAt(tag.start);
    const { contentEnd, end } = tag.selfClosing ? { contentEnd: tag.end, end: tag.end } : this.#resources();
    this.#epilog();
    const prefixes = [...tag.attributes.keys()].filter((name) => name.startsWith("xmlns:"));
    return {
      text: this.#text,
      root: { tag, contentStart: tag.end, contentEnd, end, line, children: [] },
      entries: this.#entries,
      prefixes: new Set(prefixes.map((name) => name.slice("xmlns:".length))),
      language: language ?? tag.attributes.get("tools:locale"),
    };
  }

  #prolog(): OpenTag {
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind === "open" && token.name === ROOT) return token;
      if (token.kind === "instruction") this.#checkEncoding(token);
      else if (token.kind !== "comment" && !this.#isBlank(token)) {
        this.#scanner.fail(token.start, `expected <${ROOT}> around the strings`);
      }
    }
    return this.#scanner.fail(this.#text.length, `expected <${ROOT}> around the strings`);
  }

  #checkEncoding({ start, end }: Token): void {
    const [, encoding] = ENCODING.exec(this.#text.slice(start, end)) ?? [];
    if (encoding === undefined || /^(?:utf-?8|us-ascii)$/i.test(encoding)) return;
    this.#scanner.fail(start, `the file says that it is ${encoding}; save it as UTF-8 and say so`);
  }

  /** Everything up to `</resources>`. */
  #resources(): { contentEnd: number; end: number } {
    let comments: Comment[] = [];
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind === "open") {
        this.#entry(this.#element(token), comments);
        comments = [];
      } else if (token.kind === "comment") {
        if (!this.#takeTrailing(token)) comments.push(token);
      } else if (token.kind === "close") {
        if (token.name !== ROOT) this.#scanner.fail(token.start, `expected </${ROOT}> instead of </${token.name}>`);
        return { contentEnd: token.start, end: token.end };
      } else if (token.kind !== "instruction" && !this.#isBlank(token)) {
        this.#scanner.fail(token.start + this.#blankLength(token), "text outside any <string>");
      }
    }
    return this.#scanner.fail(this.#text.length, `</${ROOT}> is missing`);
  }

  #epilog(): void {
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind !== "comment" && token.kind !== "instruction" && !this.#isBlank(token)) {
        this.#scanner.fail(token.start + this.#blankLength(token), `expected the end of the file behind </${ROOT}>`);
      }
    }
  }

  #entry(element: Element, comments: readonly Comment[]): void {
    const { tag } = element;
    const kind = kindOf(element);
    const name = tag.attributes.get("name");
    if (kind !== undefined && name === undefined) {
      this.#scanner.fail(tag.start, `<${tag.name}> needs a name: <${tag.name} name="…">`);
    }
    this.#entries.push({
      kind,
      name: name ?? "",
      element,
      items: kind === undefined ? [] : this.#items(kind, element),
      note: comments.map((comment) => this.#noteOf(comment)).join("\n"),
      start: this.#ownStart(tag.start, comments),
      end: element.end,
    });
  }

  /** A comment with a blank line below it speaks of more than the next entry. */
  #ownStart(start: number, comments: readonly Comment[]): number {
    let own = start;
    for (const comment of comments.toReversed()) {
      const gap = this.#text.slice(comment.end, own);
      if (gap.indexOf("\n") !== gap.lastIndexOf("\n")) break;
      own = comment.start;
    }
    return own;
  }

  /** A comment behind an entry, on its line and the last thing there, belongs to it. */
  #takeTrailing(comment: Comment): boolean {
    const last = this.#entries.at(-1);
    if (last === undefined || last.end > comment.start) return false;
    if (!/^[ \t]*$/.test(this.#text.slice(last.end, comment.start))) return false;
    LINE_REST.lastIndex = comment.end;
    if (!LINE_REST.test(this.#text)) return false;
    const note = [last.note, this.#noteOf(comment)].filter((text) => text !== "").join("\n");
    this.#entries[this.#entries.length - 1] = { ...last, note, end: comment.end };
    return true;
  }

  #noteOf({ start, end }: Comment): string {
    return this.#text
      .slice(start + "<!--".length, end - "-->".length)
      .replaceAll("\r\n", "\n")
      .trim();
  }

  #items(kind: EntryKind, element: Element): Item[] {
    if (kind === "string") return [this.#item(element, undefined)];
    const items = element.children.filter(({ tag }) => tag.name === "item");
    if (kind === "string-array") return items.map((item) => this.#item(item, undefined));
    return items.flatMap((item) => {
      const quantity = item.tag.attributes.get("quantity");
      return isPluralCategory(quantity) ? [this.#item(item, quantity)] : [];
    });
  }

  #item(element: Element, quantity: PluralCategory | undefined): Item {
    const raw = this.#text.slice(element.contentStart, element.contentEnd);
    return { element, quantity, raw, value: decodeText(raw) };
  }

  /** Reads up to the end of an element; its children are those directly in it. */
  #element(tag: OpenTag): Element {
    const line = this.#lineAt(tag.start);
    const children: Element[] = [];
    if (tag.selfClosing) return { tag, contentStart: tag.end, contentEnd: tag.end, end: tag.end, line, children };
    const open: { tag: OpenTag; line: number }[] = [{ tag, line }];
    for (let token = this.#scanner.next(); token !== undefined; token = this.#scanner.next()) {
      if (token.kind === "open") {
        const own = { tag: token, line: open.length === 1 ? this.#lineAt(token.start) : 0 };
        if (!token.selfClosing) open.push(own);
        else if (open.length === 1) {
          const { end } = token;
          children.push({ ...own, contentStart: end, contentEnd: end, end, children: [] });
        }
      } else if (token.kind === "close") {
        const inner = open.pop();
        if (inner?.tag.name !== token.name) {
          return this.#scanner.fail(token.start, `expected </${inner?.tag.name ?? ""}> instead of </${token.name}>`);
        }
        const place = { contentStart: inner.tag.end, contentEnd: token.start, end: token.end };
        if (open.length === 0) return { ...inner, ...place, children };
        if (open.length === 1) children.push({ ...inner, ...place, children: [] });
      }
    }
    return this.#scanner.fail(tag.start, `<${tag.name}> is not closed: </${tag.name}> is missing`);
  }

  #isBlank(token: Token): boolean {
    return token.kind === "text" && this.#blankLength(token) === token.end - token.start;
  }

  #blankLength({ start, end }: Token): number {
    const text = this.#text.slice(start, end);
    return text.length - text.replace(/^[ \t\r\n]+/, "").length;
  }

  /** Offsets only grow from call to call. */
  #lineAt(offset: number): number {
    while (this.#nextBreak < offset) {
      this.#line += 1;
      this.#nextBreak = this.#breakAfter(this.#nextBreak + 1);
    }
    return this.#line;
  }

  #breakAfter(offset: number): number {
    const at = this.#text.indexOf("\n", offset);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

const LINE_REST = /[ \t]*(?:\r?\n|$)/y;

function kindOf({ tag }: Element): EntryKind | undefined {
  if (tag.attributes.get("translatable") === "false") return undefined;
  return tag.name === "string" || tag.name === "plurals" || tag.name === "string-array" ? tag.name : undefined;
}

/** The texts of a plural's forms, by their categories: "" where the file has none; "other" stands in for the last one. */
export function pluralTexts({ items }: Entry, quantities: readonly PluralCategory[]): readonly string[] {
  const values = new Map(items.map(({ quantity, value }) => [quantity, value]));
  const last = quantities.at(-1);
  return quantities.map(
    (quantity) => values.get(quantity) ?? (quantity === last ? values.get("other") : undefined) ?? "",
  );
}

export interface AndroidUnit {
  readonly key: string;
  readonly target: readonly string[];
  readonly note: string;
  readonly line: number;
}

/** All texts for translators in file order. Of a key that is there twice the last one counts, as for the service. */
export function unitsOf({ entries, language }: AndroidFile): readonly AndroidUnit[] {
  const units = new Map<string, AndroidUnit>();
  for (const entry of entries) for (const unit of entryUnits(entry, language)) units.set(unit.key, unit);
  return [...units.values()];
}

function entryUnits(entry: Entry, language: string | undefined): readonly AndroidUnit[] {
  const { kind, name, note, items, element } = entry;
  if (kind === "plurals") {
    const quantities = pluralCategories(language, presentQuantities(entry));
    return [{ key: name, target: pluralTexts(entry, quantities), note, line: element.line }];
  }
  return items.map((item, index) => ({
    key: kind === "string" ? name : elementKey(name, index),
    target: [item.value],
    note,
    line: item.element.line,
  }));
}

export function presentQuantities({ items }: Entry): readonly PluralCategory[] {
  return items.flatMap(({ quantity }) => quantity ?? []);
}

/** Key of an element of a `<string-array>`. */
export function elementKey(name: string, index: number): string {
  return `${name}[${String(index)}]`;
}
