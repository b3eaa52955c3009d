import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { applyEdits, type Edit } from "../text/source-text.ts";
import { entryEdits, stateAfter, type Override } from "./entry-edits.ts";
import { headerFields, pluralCount } from "./header.ts";
import { parse, parseEach, type Entry, type PoFile } from "./parse.ts";
import { styleOf, writeUnit, type WritingStyle } from "./write.ts";

/** An entry of the file, or a new one, with what is to become of it. Removed ones stay as anchors for additions. */
interface Block {
  /** What stands between the entry above and this one. */
  readonly gap: string;
  readonly entry: Entry | undefined;
  unit: Unit | undefined;
  override: Override | undefined;
  removed: boolean;
  next: Block | undefined;
}

/**
 * Applies changes to a file's text; every entry that no change names keeps its bytes.
 * @throws {FormatError} with line and column.
 */
export function patch(text: string, changes: readonly PlainChange[], path?: string): string {
  return new Patch(parse(text, path)).apply(changes);
}

/**
 * The edits of a file where no entry comes or goes: nothing but the texts themselves has to be held. Undefined for other changes.
 * @throws {FormatError} with line and column.
 */
export function textEdits(text: string, changes: readonly PlainChange[], path?: string): readonly Edit[] | undefined {
  const sets = changes.filter((change) => change.kind === "set");
  if (sets.length < changes.length) return undefined;
  const left = new Map(sets.map((change) => [change.key, change]));
  const named: [Entry, Override][] = [];
  parseEach(text, path, (entry) => {
    const change = entry.obsolete || entry.key === "" ? undefined : left.get(entry.key);
    if (change === undefined) return;
    left.delete(entry.key);
    const { target, state, previousSource } = change;
    named.push([entry, { target, state: stateAfter(target, state), previousSource }]);
  });
  const [missing] = left.keys();
  if (missing !== undefined) throw noUnit(missing);
  const style = styleOf(text);
  const edits: Edit[] = [];
  for (const [entry, override] of named) edits.push(...entryEdits(text, entry, override, style));
  return edits;
}

function noUnit(key: string): RangeError {
  return new RangeError(`no unit "${key}" in the file`);
}

class Patch {
  readonly #file: PoFile;
  readonly #style: WritingStyle;
  readonly #pluralForms: number;
  /** Stands before the first entry. */
  readonly #top: Block;
  /** What comes before the first entry and is not its own: a byte order mark, or a file of comments only. */
  readonly #prefix: string;
  readonly #tail: string;
  readonly #byKey = new Map<string, Block>();
  readonly #obsolete = new Map<string, Block>();
  #lastActive: Block;

  constructor(file: PoFile) {
    const { text, entries } = file;
    this.#file = file;
    this.#style = styleOf(text);
    this.#pluralForms = pluralCount(headerFields(file.header).get("Plural-Forms")) ?? 1;
    this.#top = newBlock("", undefined, undefined);
    this.#lastActive = this.#top;
    const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    this.#prefix = entries.length === 0 ? text.trimEnd() : mark;
    this.#tail = text.slice(entries.at(-1)?.end ?? this.#prefix.length);
    let last = this.#top;
    let from = mark.length;
    for (const entry of entries) {
      const block = newBlock(text.slice(from, entry.start), entry, undefined);
      last.next = block;
      last = block;
      from = entry.end;
      if (entry.obsolete) this.#obsolete.set(entry.key, block);
      else {
        this.#lastActive = block;
        if (entry !== file.header) this.#byKey.set(entry.key, block);
      }
    }
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return this.#render();
  }

  #live(key: string): Block | undefined {
    const block = this.#byKey.get(key);
    return block?.removed === true ? undefined : block;
  }

  #set(key: string, { target, state: wanted, previousSource }: Partial<Override> & Pick<Override, "target">): void {
    const block = this.#live(key);
    if (block === undefined) throw noUnit(key);
    const state = stateAfter(target, wanted);
    if (block.unit === undefined) block.override = { target, state, previousSource };
    else block.unit = { ...block.unit, target, state, previousSource: previousSource ?? block.unit.previousSource };
  }

  #add(unit: Unit, after: string | undefined): void {
    if (this.#live(unit.key) !== undefined) return this.#set(unit.key, unit);
    const obsolete = this.#obsolete.get(unit.key);
    if (obsolete !== undefined) obsolete.removed = true;
    const anchor = this.#anchor(after);
    const block = newBlock("", undefined, unit);
    block.next = anchor.next;
    anchor.next = block;
    if (anchor === this.#lastActive) this.#lastActive = block;
    this.#byKey.set(unit.key, block);
  }

  #anchor(after: string | undefined): Block {
    if (after !== undefined) return this.#byKey.get(after) ?? this.#lastActive;
    const first = this.#top.next;
    return first?.entry !== undefined && first.entry === this.#file.header ? first : this.#top;
  }

  #remove(key: string): void {
    const block = this.#live(key);
    if (block !== undefined) block.removed = true;
  }

  #render(): string {
    const { lineEnd } = this.#style;
    const blank = lineEnd + lineEnd;
    const pieces = [this.#prefix];
    let isFirst = this.#prefix === "" || this.#prefix === "\uFEFF";
    /** What removed entries leave behind for the next one: the gap above the first, or a section's comment. */
    let carried: string | undefined;
    for (let block = this.#top.next; block !== undefined; block = block.next) {
      const isTop = block.entry !== undefined && block.entry === this.#file.entries[0];
      if (block.removed) {
        carried = isFirst ? (carried ?? block.gap) : (carried ?? "") + block.gap.trimEnd();
        continue;
      }
      if (isFirst) pieces.push(carried ?? block.gap);
      else pieces.push(carried ?? "", block.entry === undefined || isTop ? blank : block.gap);
      pieces.push(this.#text(block));
      carried = undefined;
      isFirst = false;
    }
    if (isFirst) pieces.push((carried ?? "") + this.#tail.trimStart());
    else pieces.push(carried ?? "", this.#file.entries.length === 0 ? lineEnd : this.#tail);
    return pieces.join("");
  }

  #text({ entry, unit, override }: Block): string {
    if (unit !== undefined) return writeUnit(unit, this.#style, this.#pluralForms);
    if (entry === undefined) return "";
    const { text } = this.#file;
    const original = text.slice(entry.start, entry.end);
    if (override === undefined) return original;
    return applyEdits(
      original,
      entryEdits(text, entry, override, this.#style).map((edit) => ({
        ...edit,
        start: edit.start - entry.start,
        end: edit.end - entry.start,
      })),
    );
  }
}

function newBlock(gap: string, entry: Entry | undefined, unit: Unit | undefined): Block {
  return { gap, entry, unit, override: undefined, removed: false, next: undefined };
}
