import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import type { Charset } from "../text/charset.ts";
import {
  ChainEdge,
  insertAfter,
  KeyedLinks,
  newLink,
  putIn,
  standing,
  takeOut,
  type Link,
} from "../text/line-chain.ts";
import { FormatError } from "../format.ts";
import { applyByteEdits, decodeUtf8, type ByteEdit } from "../text/source-text.ts";
import { eachPart, parse, type Entry, type Part, type PropertiesFile } from "./parse.ts";
import { utf8Pieces, type Piece } from "./pieces.ts";
import {
  DEFAULT_SEPARATOR,
  EscapeLearner,
  escapeComment,
  escapeKey,
  escapeValue,
  separatorIn,
  type PropertiesStyle,
} from "./style.ts";

interface EntryLink extends Link {
  readonly kind: "entry";
  readonly key: string;
  value: string;
  /** Blanks and key. */
  readonly lead: string;
  separator: string;
  readonly comments: readonly Link[];
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(file: PropertiesFile, changes: readonly PlainChange[], style: PropertiesStyle): string {
  return changes.length === 0 ? file.text : new Patch(file, style).apply(changes);
}

class Patch {
  readonly #style: PropertiesStyle;
  /** Joins both ends of the chain. */
  readonly #edge: Link = new ChainEdge();
  readonly #entries = new KeyedLinks<EntryLink>();
  /** Behind a notice at the top, above the first entry and its comment. */
  readonly #top: Link;
  /** The last entry there ever was; a removed one still tells the place. */
  #last: Link;

  constructor(file: PropertiesFile, style: PropertiesStyle) {
    this.#style = style;
    const links = new Map<Part, Link>();
    let first: EntryLink | undefined;
    this.#last = this.#edge;
    for (const part of file.parts) {
      const link = this.#linkOf(file.text, part, links);
      links.set(part, link);
      insertAfter(this.#edge.previous, link);
      if (!isEntry(link)) continue;
      first ??= link;
      this.#last = link;
      this.#entries.add(link);
    }
    this.#top = first === undefined ? this.#edge.previous : (first.comments[0] ?? first).previous;
    if (first === undefined) this.#last = this.#top;
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return this.#render();
  }

  #linkOf(text: string, part: Part, links: ReadonlyMap<Part, Link>): Link | EntryLink {
    const link = newLink(part.kind, text.slice(part.start, part.end), text.slice(part.end, part.next));
    if (part.kind !== "entry") return link;
    return {
      ...link,
      kind: "entry",
      key: part.key,
      value: part.value,
      lead: text.slice(part.start, part.keyEnd),
      separator: text.slice(part.keyEnd, part.valueStart),
      comments: part.comments.flatMap((comment) => links.get(comment) ?? []),
    };
  }

  #set(key: string, [value = ""]: readonly string[]): void {
    const entry = this.#entries.live(key);
    if (entry === undefined) throw noUnit(key);
    this.#write(entry, value);
  }

  #write(entry: EntryLink, value: string): void {
    if (entry.value === value) return;
    entry.separator = separatorFor(entry, this.#separator(entry.key));
    entry.value = value;
    entry.body = entry.lead + entry.separator + escapeValue(value, entry.separator, this.#style);
  }

  #separator(key: string): string {
    return separatorOfKey(key, this.#style.separator);
  }

  #remove(key: string): void {
    for (const entry of this.#entries.all(key)) takeOut(entry, entry.comments);
  }

  #add({ key, target: [value = ""], note }: Unit, after: string | undefined): void {
    const live = this.#entries.live(key);
    if (live !== undefined) return this.#write(live, value);
    const anchor = after === undefined ? this.#top : (this.#entries.last(after) ?? this.#last);
    const entry = this.#newEntry(key, value, note);
    putIn(standing(anchor), entry, entry.comments, this.#style.isSpaced);
    this.#entries.add(entry);
    if (anchor === this.#last) this.#last = entry;
  }

  #newEntry(key: string, value: string, note: string): EntryLink {
    const separator = value === "" ? this.#separator(key).trimEnd() : this.#separator(key);
    const lead = this.#style.indent + escapeKey(key, this.#style);
    const body = lead + separator + escapeValue(value, separator, this.#style);
    const comments = note === "" ? [] : note.split(LINE_BREAK).map((line) => this.#newComment(line));
    return { ...newLink("entry", body, ""), kind: "entry", key, value, lead, separator, comments };
  }

  #newComment(line: string): Link {
    return newLink("comment", this.#style.indent + escapeComment(line, this.#style), "");
  }

  #render(): string {
    const { lineEnd, hasFinalBreak, byteOrderMark } = this.#style;
    const pieces = [byteOrderMark];
    for (let link = this.#edge.next; link !== this.#edge; link = link.next) {
      pieces.push(link.body);
      const isLast = link.next === this.#edge;
      if (isLast && !hasFinalBreak) break;
      // The end of the file ends a line that a backslash would continue; now an empty line has to.
      if (link.lineBreak === "" && link.kind !== "comment" && endsOpen(link.body)) pieces.push(lineEnd);
      pieces.push(link.lineBreak === "" ? lineEnd : link.lineBreak);
    }
    return pieces.join("");
  }
}

/** Without a sign, an empty key would not be there. */
function separatorOfKey(key: string, usual: string): string {
  return key === "" && !/[=:]/.test(usual) ? "=" : usual;
}

/** An empty text is often written without the blank in front. */
function separatorFor({ value, separator }: Pick<EntryLink, "value" | "separator">, usual: string): string {
  const isShort = value === "" && separator === usual.trimEnd();
  return isShort || separator === "" ? usual : separator;
}

/** An entry that gets another text, and where the text that it is read from stands in the file. */
interface NamedEntry {
  readonly entry: Entry;
  readonly piece: Piece;
}

/**
 * A file's bytes where no entry comes or goes: nothing but those that change has to be held. Undefined for other changes.
 * @throws {FormatError} with line and column.
 */
export function patchTexts(
  bytes: Uint8Array,
  path: string | undefined,
  changes: readonly PlainChange[],
  charset: Charset,
): Uint8Array | undefined {
  const wanted = new Map<string, string>();
  for (const change of changes) {
    if (change.kind !== "set" || wanted.has(change.key)) return undefined;
    wanted.set(change.key, change.target[0] ?? "");
  }
  try {
    return patchUtf8(bytes, path, wanted, charset);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // Its place is that in a piece.
    parse(decodeUtf8(bytes, path), path);
    throw error;
  }
}

function patchUtf8(
  bytes: Uint8Array,
  path: string | undefined,
  wanted: ReadonlyMap<string, string>,
  charset: Charset,
): Uint8Array {
  const named = new Map<string, NamedEntry>();
  const escapes = new EscapeLearner();
  let usual: string | undefined;
  for (const piece of utf8Pieces(bytes, path)) {
    escapes.enter(piece.text);
    const look = (part: Part): void => {
      if (part.kind !== "entry") return;
      escapes.see(part);
      usual ??= separatorIn(piece.text, part);
      // Of a key that is there twice the last one counts.
      if (wanted.has(part.key)) named.set(part.key, { entry: part, piece });
    };
    eachPart(piece.text, path, look, (key) => wanted.has(key));
  }
  const style = escapes.learn(charset);
  const edits = [...wanted].flatMap(([key, value]): ByteEdit[] => {
    const { entry, piece } = named.get(key) ?? {};
    if (entry === undefined || piece === undefined) throw noUnit(key);
    if (entry.value === value) return [];
    const { keyEnd, valueStart, end } = entry;
    const own = { value: entry.value, separator: piece.text.slice(keyEnd, valueStart) };
    const separator = separatorFor(own, separatorOfKey(key, usual ?? DEFAULT_SEPARATOR));
    const start = piece.byte + Buffer.byteLength(piece.text.slice(0, keyEnd));
    const length = Buffer.byteLength(piece.text.slice(keyEnd, end));
    return [{ start, end: start + length, bytes: Buffer.from(separator + escapeValue(value, separator, style)) }];
  });
  return applyByteEdits(bytes, edits);
}

function noUnit(key: string): RangeError {
  return new RangeError(`no unit "${key}" in the file`);
}

function isEntry(link: Link): link is EntryLink {
  return link.kind === "entry";
}

const LINE_BREAK = /\r\n?|\n/;
const BACKSLASHES_AT_END = /(?<!\\)(?:\\\\)*\\$/;

function endsOpen(body: string): boolean {
  return BACKSLASHES_AT_END.test(body);
}
