import type { PlainChange } from "../../catalog/unit-change.ts";
import { applyLineEdits, insertLines, removeLines } from "../text/line-edits.ts";
import { errorAt, type Edit } from "../text/source-text.ts";
import { FormatError } from "../format.ts";
import type { FluentEntry, FluentFile } from "./parse.ts";
import { readParts, styleOf, textOf, writeBody, type FluentStyle, type Part } from "./write.ts";

/** An entry: of the file, or new. Removed ones stay as anchors for additions. */
interface Slot {
  readonly id: string;
  readonly entry: FluentEntry | undefined;
  /** What is to be written; undefined: what is there. */
  text: string | undefined;
  removed: boolean;
  next: Slot | undefined;
}

export interface PatchOptions {
  readonly path?: string | undefined;
  readonly style?: FluentStyle;
}

/** Applies changes to a file's text; every part of a message that no change names keeps its bytes. */
export function patch(file: FluentFile, changes: readonly PlainChange[], options: PatchOptions = {}): string {
  return changes.length === 0 ? file.text : new Patch(file, options).apply(changes);
}

const ID = /^-?[A-Za-z][\w-]*$/;

class Patch {
  readonly #file: FluentFile;
  readonly #path: string | undefined;
  readonly #style: FluentStyle;
  readonly #slots = new Map<string, Slot>();
  /** Those of an id that is there already: they go with it. */
  readonly #repeated = new Map<string, readonly Slot[]>();
  #first: Slot | undefined;
  #last: Slot | undefined;

  constructor(file: FluentFile, { path, style }: PatchOptions) {
    this.#file = file;
    this.#path = path;
    this.#style = style ?? styleOf(file);
    const all = [...file.entries, ...file.repeated].toSorted((one, other) => one.start - other.start);
    for (const entry of all) {
      this.#insert({ id: entry.id, entry, text: undefined, removed: false, next: undefined }, this.#last);
    }
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target[0] ?? "");
      else if (change.kind === "add") this.#add(change.unit.key, change.unit.target[0] ?? "", change.after);
      else this.#remove(change.key);
    }
    return applyLineEdits(this.#file.text, this.#edits());
  }

  #insert(slot: Slot, behind: Slot | undefined): void {
    slot.next = behind === undefined ? this.#first : behind.next;
    if (behind === undefined) this.#first = slot;
    else behind.next = slot;
    if (slot.next === undefined) this.#last = slot;
    const known = this.#slots.get(slot.id);
    if (known === undefined || known.removed) this.#slots.set(slot.id, slot);
    else this.#repeated.set(slot.id, [...(this.#repeated.get(slot.id) ?? []), slot]);
  }

  #live(id: string): Slot | undefined {
    const slot = this.#slots.get(id);
    return slot?.removed === false ? slot : undefined;
  }

  #set(id: string, text: string): void {
    const slot = this.#live(id);
    if (slot === undefined) throw new RangeError(`no unit "${id}" in the file`);
    this.#write(slot, text);
  }

  /** A message without a text is none: as for the service, it is not in the file. */
  #write(slot: Slot, text: string): void {
    if (text === "") slot.removed = true;
    else if (text !== (slot.text ?? textOf(slot.entry?.parts ?? []))) slot.text = text;
  }

  #remove(id: string): void {
    const slot = this.#live(id);
    if (slot !== undefined) slot.removed = true;
    for (const repeated of this.#repeated.get(id) ?? []) repeated.removed = true;
  }

  #add(id: string, text: string, after: string | undefined): void {
    if (!ID.test(id)) {
      const message = `"${id}" cannot name a message: a letter, then letters, digits, "_" and "-"`;
      throw errorAt(this.#file.text, 0, message, this.#path);
    }
    const live = this.#live(id);
    if (live !== undefined) return this.#write(live, text);
    const behind = after === undefined ? undefined : (this.#slots.get(after) ?? this.#last);
    this.#insert({ id, entry: undefined, text, removed: text === "", next: undefined }, behind);
  }

  #edits(): Edit[] {
    const { text, entries } = this.#file;
    const edits: Edit[] = [];
    let place = entries[0]?.start ?? text.length;
    let isStart = entries.length > 0;
    let added: Slot[] = [];
    const flush = (): void => {
      if (added.length > 0) edits.push(this.#addition(added, place, isStart));
      added = [];
      isStart = false;
    };
    for (let slot = this.#first; slot !== undefined; slot = slot.next) {
      const { entry, removed } = slot;
      if (entry === undefined) {
        if (!removed) added.push(slot);
        continue;
      }
      flush();
      if (removed) edits.push(removeLines(text, entry.start, entry.end));
      else if (slot.text !== undefined) {
        const body = this.#body(slot, slot.text);
        edits.push({ start: entry.bodyStart, end: entry.bodyEnd, text: body });
      }
      place = entry.end;
    }
    flush();
    return edits;
  }

  /** A blank line goes with it where the file has one there. */
  #addition(slots: readonly Slot[], place: number, isStart: boolean): Edit {
    const { text } = this.#file;
    const { lineEnd, hasGaps } = this.#style;
    const blocks = slots.map((slot) => `${slot.id} =${this.#body(slot, slot.text ?? "")}${lineEnd}`);
    const around = isStart ? text.slice(0, place).replace(/^\uFEFF/, "") : text.slice(place);
    const isGap = isStart
      ? /(?:^|\n)[ ]*\r?\n$|^$/.test(around.slice(-200))
      : /^[ ]*(?:\r?\n|$)/.test(around.slice(0, 200));
    const isOnly = this.#file.entries.length === 0;
    const gap = hasGaps && isGap ? lineEnd : "";
    const lines = isStart
      ? blocks.map((block) => block + gap).join("")
      : blocks.map((block, index) => (isOnly && index === 0 ? block : gap + block)).join("");
    return insertLines(text, place, lines);
  }

  #body({ id, entry }: Slot, text: string): string {
    return writeBody(this.#partsOf(id, text, entry), this.#style, entry, this.#file.text);
  }

  #partsOf(id: string, text: string, entry: FluentEntry | undefined): readonly Part[] {
    try {
      return readParts(id, text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const message = `what "${id}" is to say is not Fluent: ${error.message.replace(/^not Fluent: /, "")}`;
      throw errorAt(this.#file.text, entry?.bodyStart ?? 0, message, this.#path);
    }
  }
}
