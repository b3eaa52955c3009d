import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { quote, type EscapeStyle } from "./escape.ts";
import type { Entry, StringsFile } from "./parse.ts";
import { styleOf, type StringsStyle } from "./style.ts";

/** An entry of the file, or a new one, with its wanted text. Removed ones stay as anchors for additions. */
interface Block {
  /** Undefined for a new one. */
  readonly entry: Entry | undefined;
  /** What stands between the entry above and this one; undefined for a new one and the first one. */
  readonly gap: string | undefined;
  readonly key: string;
  readonly note: string;
  value: string | undefined;
  isRemoved: boolean;
  next: Block | undefined;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(file: StringsFile, changes: readonly PlainChange[], style = styleOf(file)): string {
  return changes.length === 0 ? file.text : new Patch(file, style).apply(changes);
}

class Patch {
  readonly #file: StringsFile;
  readonly #style: StringsStyle;
  /** Stands before the first entry. */
  readonly #top: Block = newBlock("", undefined, "");
  #last: Block = this.#top;
  /** More than one where the file has a key twice; the last one counts. */
  readonly #blocks = new Map<string, Block[]>();
  readonly #head: string;
  readonly #pieces: string[] = [];
  #isOpen = false;

  constructor(file: StringsFile, style: StringsStyle) {
    this.#file = file;
    this.#style = style;
    const { text, entries, bodyEnd } = file;
    this.#head = text.slice(0, entries[0]?.start ?? bodyEnd);
    let from: number | undefined;
    for (const entry of entries) {
      const gap = from === undefined ? undefined : text.slice(from, entry.start);
      this.#insert({ ...newBlock(entry.key, entry.value, entry.note), entry, gap }, this.#last);
      from = entry.end;
    }
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else for (const block of this.#blocks.get(change.key) ?? []) block.isRemoved = true;
    }
    return this.#render();
  }

  #set(key: string, [value = ""]: readonly string[]): void {
    const block = this.#live(key);
    if (block === undefined) throw new RangeError(`no unit "${key}" in the file`);
    block.value = value;
  }

  #add({ key, target: [value = ""], note }: Unit, after: string | undefined): void {
    const live = this.#live(key);
    if (live === undefined) return this.#insert(newBlock(key, value, note), this.#anchor(after));
    live.value = value;
  }

  #live(key: string): Block | undefined {
    return this.#blocks.get(key)?.findLast(({ isRemoved }) => !isRemoved);
  }

  #anchor(after: string | undefined): Block {
    if (after === undefined) return this.#top;
    return this.#blocks.get(after)?.at(-1) ?? this.#last;
  }

  #insert(block: Block, anchor: Block): void {
    block.next = anchor.next;
    anchor.next = block;
    if (anchor === this.#last) this.#last = block;
    // A list or a dictionary is no unit, and stays.
    if (block.value === undefined) return;
    const known = this.#blocks.get(block.key);
    if (known === undefined) this.#blocks.set(block.key, [block]);
    else known.push(block);
  }

  #render(): string {
    const { text, entries, bodyEnd } = this.#file;
    const { lineEnd } = this.#style;
    this.#push(this.#head);
    let isFirst = true;
    /** Below a section's comment that stayed: the next entry is not to get it. */
    let blanks: string | undefined;
    for (let block = this.#top.next; block !== undefined; block = block.next) {
      const { gap = this.#newGap(block) } = block;
      // What is not the entry's own, a section's comment, stays.
      const section = gap.trim() === "" ? "" : isFirst ? gap.trimStart() : gap;
      if (block.isRemoved) {
        this.#push(isFirst ? section : section.trimEnd(), section.includes("//"));
        if (section !== "") blanks = section.slice(section.trimEnd().length);
      } else {
        this.#push(isFirst ? section || this.#apart() : section || (blanks ?? gap));
        blanks = undefined;
        this.#push(this.#body(block), block.entry?.isOpen === true);
        isFirst = false;
      }
    }
    const tail = text.slice(entries.at(-1)?.end ?? bodyEnd);
    if (isFirst) this.#push(tail.trimStart());
    else this.#push(entries.length === 0 ? lineEnd + tail : tail);
    return this.#pieces.join("");
  }

  /** On the line of the entry above, a comment would be that one's. */
  #newGap({ note }: Block): string {
    const { gap, lineEnd } = this.#style;
    return note !== "" && !/[\r\n]/.test(gap) ? lineEnd : gap;
  }

  /** Comments of a file without entries are not the first one's. */
  #apart(): string {
    const { entries } = this.#file;
    const { lineEnd } = this.#style;
    if (entries.length > 0 || /^\uFEFF?\s*\{?\s*$/.test(this.#head)) return "";
    return lineEnd.repeat(
      2 - Math.min(2, this.#head.slice(this.#head.trimEnd().length).match(LINE_BREAK)?.length ?? 0),
    );
  }

  /** @param isOpen whether it ends in a comment that only a line end closes */
  #push(piece: string, isOpen = false): void {
    if (piece === "") return;
    if (this.#isOpen && !/^[ \t]*[\r\n]/.test(piece)) this.#pieces.push(this.#style.lineEnd);
    this.#pieces.push(piece);
    this.#isOpen = isOpen;
  }

  #body({ entry, key, note, value }: Block): string {
    if (entry === undefined) return this.#newEntry(key, note, value ?? "");
    const { text } = this.#file;
    if (value === undefined || value === entry.value) return text.slice(entry.start, entry.end);
    const before = text.slice(entry.start, entry.valueStart);
    const separator = entry.valueStart === entry.keyEnd ? this.#style.separator : "";
    return before + separator + this.#rewritten(entry, value) + text.slice(entry.valueEnd, entry.end);
  }

  /** Quotes and line ends of the former text are kept. */
  #rewritten({ valueStart, valueEnd, keyEnd }: Entry, value: string): string {
    const raw = this.#file.text.slice(valueStart, valueEnd);
    const isBare = valueStart > keyEnd && !/^["']/.test(raw);
    if (isBare && BARE.test(value)) return value;
    const hasRawLineEnds = /[\r\n]/.test(raw) && !/\\n/.test(raw) && this.#style.lineEnd !== "\r";
    return this.#quote(value, raw.startsWith("'") ? "'" : '"', { ...this.#style, hasRawLineEnds });
  }

  #newEntry(key: string, note: string, value: string): string {
    const { hasBareKeys, sign, separator } = this.#style;
    const name = hasBareKeys && BARE.test(key) ? key : this.#quote(key, sign, { ...this.#style, isAscii: false });
    return `${this.#comment(note)}${name}${separator}${this.#quote(value, sign)};`;
  }

  #comment(note: string): string {
    if (note === "") return "";
    const { hasLineComments, lineEnd, indent } = this.#style;
    const lines = note.split(/\r\n?|\n/);
    if (hasLineComments) return lines.map((line) => `// ${line}${lineEnd}${indent}`).join("");
    return `/* ${lines.join(lineEnd + indent).replaceAll("*/", "* /")} */${lineEnd}${indent}`;
  }

  #quote(text: string, sign: string, style: EscapeStyle = this.#style): string {
    return quote(text, sign, style);
  }
}

/** What can stand without quotes and is no comment. */
const BARE = /^(?!\/[/*])[\w$./:-]+$/;

const LINE_BREAK = /\r\n?|\n/g;

function newBlock(key: string, value: string | undefined, note: string): Block {
  return { entry: undefined, gap: undefined, key, note, value, isRemoved: false, next: undefined };
}
