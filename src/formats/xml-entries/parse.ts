import { readContent } from "../xml/content.ts";
import { commentText, isTrailing, ownStart } from "../xml/edit.ts";
import { ElementReader } from "../xml/element-reader.ts";
import type { PlacedElement, Span } from "../xml/placed-element.ts";
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

/** A file without its entries. */
export interface EntryFrame {
  readonly text: string;
  readonly root: OpenTag;
  /** Of the root; of a self-closing one both behind its tag. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly flaws: readonly Flaw[];
}

export interface EntryFile extends EntryFrame {
  readonly entries: readonly Entry[];
}

/** @throws {FormatError} with line and column */
export function parse(text: string, grammar: EntryGrammar, path?: string): EntryFile {
  const entries: Entry[] = [];
  const frame = eachEntry(text, grammar, path, (entry) => void entries.push(entry));
  return { ...frame, entries };
}

/**
 * Tells of one entry after the other, so that nobody has to keep them all.
 *
 * @throws {FormatError} with line and column
 */
export function eachEntry(
  text: string,
  grammar: EntryGrammar,
  path: string | undefined,
  tell: (entry: Entry) => void,
): EntryFrame {
  return new Parser(text, grammar, path, tell).parse();
}

class Parser {
  readonly #grammar: EntryGrammar;
  readonly #reader: ElementReader;
  readonly #tell: (entry: Entry) => void;
  /** A comment may still follow that is its own. */
  #last: Entry | undefined;

  constructor(text: string, grammar: EntryGrammar, path: string | undefined, tell: (entry: Entry) => void) {
    this.#grammar = grammar;
    this.#reader = new ElementReader(text, path);
    this.#tell = tell;
  }

  parse(): EntryFrame {
    const reader = this.#reader;
    const root = reader.root([this.#grammar.root], "around the strings");
    let close: Span = { start: root.end, end: root.end };
    let comments: Span[] = [];
    for (let token = reader.next(); token !== undefined; token = reader.next()) {
      if (token.kind === "close") close = token;
      else if (token.kind === "open") {
        this.#entry(reader.element(token), comments);
        if (comments.length > 0) comments = [];
      } else if (!this.#takeTrailing(token)) comments.push(token);
    }
    reader.finish();
    this.#next(undefined);
    const { text, flaws } = reader;
    const content = { contentStart: root.end, contentEnd: close.start, end: close.end };
    return { text, root, ...content, flaws };
  }

  #next(entry: Entry | undefined): void {
    if (this.#last !== undefined) this.#tell(this.#last);
    this.#last = entry;
  }

  #entry(element: PlacedElement, comments: readonly Span[]): void {
    const { text } = this.#reader;
    const start = ownStart(text, element.tag.start, comments);
    const wording = this.#grammar.wordingOf(element, text);
    this.#next({
      element,
      wording: wording === undefined ? undefined : { ...wording, text: this.#textOf(wording.place) },
      note: comments.length === 0 ? "" : noteOf(text, comments, start),
      line: this.#reader.lineAt(element.tag.start),
      start,
      end: element.end,
    });
  }

  #textOf(place: PlacedElement | undefined): string {
    if (place === undefined) return "";
    const [child] = place.children;
    if (child !== undefined) this.#reader.fail(child.tag.start, "a text may not hold a tag; write < as &lt;");
    return readContent(this.#reader.text.slice(place.contentStart, place.contentEnd));
  }

  #takeTrailing(comment: Span): boolean {
    const { text } = this.#reader;
    const last = this.#last;
    if (last === undefined || last.end > comment.start || !isTrailing(text, last.end, comment)) return false;
    const note = [last.note, commentText(text, comment)].filter((line) => line !== "").join("\n");
    this.#last = { ...last, note, end: comment.end };
    return true;
  }
}

/** What the comments say that are the entry's own. */
function noteOf(text: string, comments: readonly Span[], start: number): string {
  const own = comments.filter((comment) => comment.start >= start);
  return own.map((comment) => commentText(text, comment)).join("\n");
}

export type StringEntry = Entry & { readonly wording: Wording & { readonly text: string } };

export function isString(entry: Entry): entry is StringEntry {
  return entry.wording !== undefined;
}
