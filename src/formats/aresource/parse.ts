import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import type { Flaw } from "../../catalog/unit.ts";
import type { KeyedText } from "../keyed-unit.ts";
import { commentText, isTrailing, ownStart } from "../xml/edit.ts";
import { ElementReader } from "../xml/element-reader.ts";
import type { PlacedElement, Span } from "../xml/placed-element.ts";
import type { AndroidText } from "./markup.ts";
import type { AndroidDialect } from "./dialect.ts";

/** An element with one text: a string, or an item of a list. */
export interface Item extends AndroidText {
  readonly element: PlacedElement;
  readonly line: number;
  /** Of a plural's item. */
  readonly quantity: PluralCategory | undefined;
}

export type EntryKind = "string" | "plurals" | "string-array";

/** An element directly under `<resources>`, with the comments that belong to it. */
export interface Entry {
  /** Undefined for everything that is no string (`<color>`), or none for translators. */
  readonly kind: EntryKind | undefined;
  readonly name: string;
  readonly element: PlacedElement;
  readonly line: number;
  readonly items: readonly Item[];
  readonly note: string;
  /** Of the element and the comments directly above and behind it. */
  readonly start: number;
  readonly end: number;
}

export interface AndroidFile {
  readonly text: string;
  readonly dialect: AndroidDialect;
  readonly root: PlacedElement;
  readonly entries: readonly Entry[];
  readonly flaws: readonly Flaw[];
  /** Prefixes of namespaces that the root declares. */
  readonly prefixes: ReadonlySet<string>;
  /** In the service's spelling. */
  readonly language: string | undefined;
}

/** A file without its entries. */
export type AndroidFrame = Omit<AndroidFile, "entries">;

/** @throws {FormatError} with line and column */
export function parse(text: string, dialect: AndroidDialect, path?: string, language?: string): AndroidFile {
  const entries: Entry[] = [];
  return { ...parseEach(text, dialect, { path, language }, (entry) => void entries.push(entry)), entries };
}

/**
 * Tells of one entry after the other, so that nobody has to keep them all, and in which language they are.
 *
 * @throws {FormatError} with line and column
 */
export function parseEach(
  text: string,
  dialect: AndroidDialect,
  { path, language }: { readonly path?: string | undefined; readonly language?: string | undefined },
  tell: (entry: Entry, language: string | undefined) => void,
): AndroidFrame {
  return new Parser(text, dialect, path, language ?? dialect.languageOfPath(path), tell).parse();
}

const ROOT = "resources";

class Parser {
  readonly #text: string;
  readonly #dialect: AndroidDialect;
  readonly #reader: ElementReader;
  #language: string | undefined;
  readonly #tell: (entry: Entry, language: string | undefined) => void;
  /** A comment may still follow that is its own. */
  #last: Entry | undefined;

  constructor(
    text: string,
    dialect: AndroidDialect,
    path: string | undefined,
    language: string | undefined,
    tell: (entry: Entry, language: string | undefined) => void,
  ) {
    this.#text = text;
    this.#dialect = dialect;
    this.#language = language;
    this.#tell = tell;
    this.#reader = new ElementReader(text, path);
  }

  parse(): AndroidFrame {
    const tag = this.#reader.root([ROOT], "around the strings");
    this.#language ??= tag.attributes.get("tools:locale");
    const { start: contentEnd, end } = tag.selfClosing ? { start: tag.end, end: tag.end } : this.#resources();
    this.#next(undefined);
    this.#reader.finish();
    const prefixes = [...tag.attributes.keys()].filter((name) => name.startsWith("xmlns:"));
    return {
      text: this.#text,
      dialect: this.#dialect,
      root: { tag, contentStart: tag.end, contentEnd, end, children: [] },
      flaws: this.#reader.flaws,
      prefixes: new Set(prefixes.map((name) => name.slice("xmlns:".length))),
      language: this.#language,
    };
  }

  #next(entry: Entry | undefined): void {
    if (this.#last !== undefined) this.#tell(this.#last, this.#language);
    this.#last = entry;
  }

  /** Everything up to `</resources>`: the place of that tag. */
  #resources(): Span {
    let comments: Span[] = [];
    for (let token = this.#reader.next(); token !== undefined; token = this.#reader.next()) {
      if (token.kind === "open") {
        this.#entry(this.#reader.element(token), comments);
        comments = [];
      } else if (token.kind === "close") return token;
      else if (!this.#takeTrailing(token)) comments.push(token);
    }
    return { start: this.#text.length, end: this.#text.length };
  }

  #entry(element: PlacedElement, comments: readonly Span[]): void {
    const { tag } = element;
    const kind = kindOf(element, this.#dialect);
    const name = tag.attributes.get("name");
    if (kind !== undefined && name === undefined) {
      this.#reader.fail(tag.start, `<${tag.name}> needs a name: <${tag.name} name="…">`);
    }
    const line = this.#reader.lineAt(tag.start);
    this.#next({
      kind,
      name: name ?? "",
      element,
      line,
      items: kind === undefined ? [] : this.#items(kind, element),
      note: comments.map((comment) => commentText(this.#text, comment)).join("\n"),
      start: ownStart(this.#text, tag.start, comments),
      end: element.end,
    });
  }

  /** A comment behind an entry, on its line and the last thing there, belongs to it. */
  #takeTrailing(comment: Span): boolean {
    const last = this.#last;
    if (last === undefined || !isTrailing(this.#text, last.end, comment)) return false;
    const note = [last.note, commentText(this.#text, comment)].filter((text) => text !== "").join("\n");
    this.#last = { ...last, note, end: comment.end };
    return true;
  }

  #items(kind: EntryKind, element: PlacedElement): Item[] {
    if (kind === "string") return [this.#item(element, undefined)];
    const items = element.children.filter(({ tag }) => tag.name === "item");
    if (kind === "string-array") return items.map((item) => this.#item(item, undefined));
    return items.flatMap((item) => {
      const quantity = item.tag.attributes.get("quantity");
      return isPluralCategory(quantity) ? [this.#item(item, quantity)] : [];
    });
  }

  #item(element: PlacedElement, quantity: PluralCategory | undefined): Item {
    const raw = this.#text.slice(element.contentStart, element.contentEnd);
    return { element, line: this.#reader.lineAt(element.tag.start), quantity, raw, value: this.#dialect.decode(raw) };
  }
}

function kindOf({ tag: { name, attributes } }: PlacedElement, { pluralTags }: AndroidDialect): EntryKind | undefined {
  if (attributes.get("translatable") === "false") return undefined;
  if (pluralTags.includes(name)) return "plurals";
  return name === "string" || name === "string-array" ? name : undefined;
}

/** The texts of a plural's forms, by their categories: "" where the file has none; "other" stands in for the last one. */
export function pluralTexts({ items }: Entry, quantities: readonly PluralCategory[]): readonly string[] {
  const values = new Map(items.map(({ quantity, value }) => [quantity, value]));
  const last = quantities.at(-1);
  return quantities.map(
    (quantity) => values.get(quantity) ?? (quantity === last ? values.get("other") : undefined) ?? "",
  );
}

export function entryUnits(entry: Entry, language: string | undefined): readonly KeyedText[] {
  const { kind, name, note, items, line } = entry;
  if (kind === "plurals") {
    const quantities = pluralCategories(language, presentQuantities(entry));
    return [{ key: name, target: pluralTexts(entry, quantities), note, line }];
  }
  return items.map((item, index) => ({
    key: kind === "string" ? name : elementKey(name, index),
    target: [item.value],
    note,
    line: item.line,
  }));
}

export function presentQuantities({ items }: Entry): readonly PluralCategory[] {
  return items.flatMap(({ quantity }) => quantity ?? []);
}

/** Key of an element of a `<string-array>`. */
export function elementKey(name: string, index: number): string {
  return `${name}[${String(index)}]`;
}
