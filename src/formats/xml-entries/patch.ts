import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { applyEdits, errorAt, type Edit } from "../text/source-text.ts";
import { contentSpellings, writeContent } from "../xml/content.ts";
import { contentEdit, EntryGaps } from "../xml/edit.ts";
import type { Spellings } from "../xml/spelling.ts";
import { isXmlText } from "../xml/write.ts";
import type { EntryGrammar, EntryStyle } from "./grammar.ts";
import { isString, type Entry, type EntryFile, type StringEntry } from "./parse.ts";
import { styleOf } from "./style.ts";

/** An entry of the file, or a new one, with its wanted text. Removed ones stay as anchors for additions. */
interface Block {
  readonly entry: Entry | undefined;
  /** What stands above it; undefined for a new one. */
  readonly gap: string | undefined;
  readonly key: string;
  readonly note: string;
  text: string;
  isRemoved: boolean;
  next: Block | undefined;
}

export interface PatchOptions {
  readonly path?: string | undefined;
  /** How to write, where that is another file's way; with an entry to be like. */
  readonly like?: EntryFile | undefined;
}

/** The edits that changes make of a file's text; every value that no change names keeps its bytes. */
export function patchEdits(
  file: EntryFile,
  grammar: EntryGrammar,
  changes: readonly PlainChange[],
  options: PatchOptions = {},
): readonly Edit[] {
  return changes.length === 0 ? [] : new Patch(file, grammar, options).edits(changes);
}

class Patch {
  readonly #file: EntryFile;
  readonly #grammar: EntryGrammar;
  readonly #path: string | undefined;
  readonly #style: EntryStyle;
  readonly #model: StringEntry | undefined;
  readonly #spellings: Spellings;
  /** Stands before the first entry. */
  readonly #start: Block = newBlock("", "", "");
  /** What the first string follows: a header is no string. */
  #top: Block = this.#start;
  /** The last string, or whatever is last where there is none. */
  #last: Block = this.#start;
  /** More than one where the file has a key twice; the last one counts. */
  readonly #blocks = new Map<string, Block[]>();

  constructor(file: EntryFile, grammar: EntryGrammar, { path, like = file }: PatchOptions) {
    this.#file = file;
    this.#grammar = grammar;
    this.#path = path;
    this.#style = styleOf(like);
    this.#model = like.entries.find(isString);
    this.#spellings = contentSpellings(like.entries.flatMap((entry) => rawText(like, entry) ?? []));
    this.#link();
  }

  #link(): void {
    const { text, contentStart, entries } = this.#file;
    let from = contentStart;
    let before = this.#start;
    let lastString: Block | undefined;
    for (const entry of entries) {
      const { key = "", text: value = "" } = entry.wording ?? {};
      const block = { ...newBlock(key, value, entry.note), entry, gap: text.slice(from, entry.start) };
      before.next = block;
      if (isString(entry)) {
        if (lastString === undefined) this.#top = before;
        lastString = block;
        this.#remember(block);
      }
      before = block;
      from = entry.end;
    }
    this.#last = lastString ?? before;
    if (lastString === undefined) this.#top = before;
  }

  edits(changes: readonly PlainChange[]): readonly Edit[] {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else for (const block of this.#blocks.get(change.key) ?? []) block.isRemoved = true;
    }
    return changes.every(({ kind }) => kind === "set") ? this.#textEdits(changes) : this.#contentEdits();
  }

  /** Where no entry comes or goes. */
  #textEdits(changes: readonly PlainChange[]): readonly Edit[] {
    const blocks = new Set(changes.map((change) => (change.kind === "set" ? this.#live(change.key) : undefined)));
    return Array.from(blocks).flatMap((block) => {
      if (block?.entry === undefined || !isString(block.entry)) return [];
      return block.entry.wording.text === block.text ? [] : [this.#edit(block.entry, block.text)];
    });
  }

  #set(key: string, [text = ""]: readonly string[]): void {
    const block = this.#live(key);
    if (block === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#check(key, text);
    block.text = text;
  }

  #add({ key, target, note }: Unit, after: string | undefined): void {
    if (this.#live(key) !== undefined) return this.#set(key, target);
    const [text = ""] = target;
    for (const part of [key, text, note]) this.#check(key, part);
    const block = newBlock(key, text, note);
    const anchor = after === undefined ? this.#top : (this.#blocks.get(after)?.at(-1) ?? this.#last);
    block.next = anchor.next;
    anchor.next = block;
    if (anchor === this.#last) this.#last = block;
    this.#remember(block);
  }

  #check(key: string, text: string): void {
    if (isXmlText(text)) return;
    const message = `"${key}" cannot be written: XML does not allow one of its characters`;
    throw errorAt(this.#file.text, this.#file.root.start, message, this.#path);
  }

  #remember(block: Block): void {
    const known = this.#blocks.get(block.key);
    if (known === undefined) this.#blocks.set(block.key, [block]);
    else known.push(block);
  }

  #live(key: string): Block | undefined {
    return this.#blocks.get(key)?.findLast(({ isRemoved }) => !isRemoved);
  }

  #contentEdits(): readonly Edit[] {
    const { text, root, contentStart, contentEnd, end } = this.#file;
    const body = this.#body();
    if (!root.selfClosing) return [{ start: contentStart, end: contentEnd, text: body }];
    if (body === "") return [];
    const { length } = text.slice(0, root.end - "/>".length).trimEnd();
    return [{ start: length, end, text: `>${body}</${root.name}>` }];
  }

  #body(): string {
    const { text, contentStart, contentEnd, entries } = this.#file;
    const pieces: string[] = [];
    const gaps = new EntryGaps();
    for (let block = this.#start.next; block !== undefined; block = block.next) {
      const { gap = this.#style.gap } = block;
      if (block.isRemoved) pieces.push(gaps.removed(gap));
      else pieces.push(gaps.live(gap), this.#entry(block));
    }
    const tail = text.slice(entries.at(-1)?.end ?? contentStart, contentEnd);
    const written = pieces.join("");
    const needsLineEnd = entries.length === 0 && tail === "" && written !== "" && this.#style.gap.includes("\n");
    return written + (needsLineEnd ? this.#style.lineEnd : tail);
  }

  #entry({ entry, key, note, text }: Block): string {
    if (entry === undefined) {
      const content = writeContent(text, this.#style.lineEnd, "", this.#spellings);
      return this.#grammar.write({ key, content, note }, this.#style, this.#file.root, this.#model?.element);
    }
    const original = this.#file.text.slice(entry.start, entry.end);
    if (!isString(entry) || entry.wording.text === text) return original;
    const { start, end, text: content } = this.#edit(entry, text);
    return applyEdits(original, [{ start: start - entry.start, end: end - entry.start, text: content }]);
  }

  #edit({ element, wording: { place } }: StringEntry, text: string): Edit {
    const file = this.#file.text;
    const { lineEnd } = this.#style;
    if (place !== undefined) {
      const former = file.slice(place.contentStart, place.contentEnd);
      return contentEdit(file, place, writeContent(text, lineEnd, former, this.#spellings));
    }
    const content = writeContent(text, lineEnd, "", this.#spellings);
    const around = file.slice(element.contentStart, element.contentEnd);
    return contentEdit(file, element, this.#grammar.withPlace?.(around, content, this.#style) ?? content);
  }
}

function rawText({ text }: EntryFile, { wording }: Entry): string | undefined {
  return wording?.place === undefined ? undefined : text.slice(wording.place.contentStart, wording.place.contentEnd);
}

function newBlock(key: string, text: string, note: string): Block {
  return { entry: undefined, gap: undefined, key, note, text, isRemoved: false, next: undefined };
}
