import { readContent } from "../xml/content.ts";
import { commentText, isTrailing, ownStart } from "../xml/edit.ts";
import { ElementReader, type PlacedElement, type Span } from "../xml/element-reader.ts";
import type { Flaw } from "../../catalog/unit.ts";
import type { OpenTag } from "../xml/scan.ts";
import type { EntryGrammar, Wording } from "./grammar.ts";

/** An element directly in the root, with the comments that belong to it; offsets count UTF-16 units of the file's text. */
export interface Entry {
  readonly element: PlacedElement;
  /** Undefined for what is no string. */
  readonly wording: (Wording & { readonly text: string }) | undefined;
  /** What the comments say. */
  readonly note: string;
  readonly line: number;
  /** Of the element and the comments directly above and behind it. */
  readonly start: number;
  readonly end: number;
}

export interface EntryFile {
  readonly text: string;
  readonly root: OpenTag;
  /** Of the root; of a self-closing one both behind its tag. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly entries: readonly Entry[];
  readonly flaws: readonly Flaw[];
}

/** @throws {FormatError} with line and column */
export function parse(text: string, grammar: EntryGrammar, path?: string): EntryFile {
  return new Parser(text, grammar, path).parse();
}

class Parser {
  readonly #grammar: EntryGrammar;
  readonly #reader: ElementReader;
  readonly #entries: Entry[] = [];

  constructor(text: string, grammar: EntryGrammar, path: string | undefined) {
    this.#grammar = grammar;
    this.#reader = new ElementReader(text, path);
  }

  parse(): EntryFile {
    const reader = this.#reader;
    const root = reader.root([this.#grammar.root], "around the strings");
    let close: Span = { start: root.end, end: root.end };
    let comments: Span[] = [];
    for (let token = reader.next(); token !== undefined; token = reader.next()) {
      if (token.kind === "close") close = token;
      else if (token.kind === "open") {
        this.#entry(reader.element(token), comments);
        comments = [];
      } else if (!this.#takeTrailing(token)) comments.push(token);
    }
    reader.finish();
    const { text, flaws } = reader;
    const content = { contentStart: root.end, contentEnd: close.start, end: close.end };
    return { text, root, ...content, entries: this.#entries, flaws };
  }

  #entry(element: PlacedElement, comments: readonly Span[]): void {
    const { text } = this.#reader;
    const start = ownStart(text, element.tag.start, comments);
    const wording = this.#grammar.wordingOf(element, text);
    this.#entries.push({
      element,
      wording: wording === undefined ? undefined : { ...wording, text: this.#textOf(wording.place) },
      note: comments
        .filter((comment) => comment.start >= start)
        .map((comment) => commentText(text, comment))
        .join("\n"),
      line: this.#reader.lineAt(element.tag.start),
      start,
      end: element.end,
    });
  }

  #textOf(place: PlacedElement | undefined): string {
    if (place === undefined) return "";
    const [child] = place.children;
    if (child !== undefined) this.#reader.fail(child.tag.start, "no tag may stand in a text; write < as &lt;");
    return readContent(this.#reader.text.slice(place.contentStart, place.contentEnd));
  }

  #takeTrailing(comment: Span): boolean {
    const { text } = this.#reader;
    const last = this.#entries.at(-1);
    if (last === undefined || last.end > comment.start || !isTrailing(text, last.end, comment)) return false;
    const note = [last.note, commentText(text, comment)].filter((line) => line !== "").join("\n");
    this.#entries[this.#entries.length - 1] = { ...last, note, end: comment.end };
    return true;
  }
}

export type StringEntry = Entry & { readonly wording: Wording & { readonly text: string } };

export function isString(entry: Entry): entry is StringEntry {
  return entry.wording !== undefined;
}

/** Of a key that is there twice the last one counts. */
export function stringsByKey({ entries }: EntryFile): ReadonlyMap<string, StringEntry> {
  return new Map(entries.filter(isString).map((entry) => [entry.wording.key, entry]));
}
