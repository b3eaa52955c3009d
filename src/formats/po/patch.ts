import { isEmpty } from "../../catalog/difference.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import { applyEdits, type Edit } from "../source-text.ts";
import { headerFields, pluralCount } from "./header.ts";
import { isFuzzy, type Comment, type Entry, type PoFile } from "./parse.ts";
import { styleOf, writeField, writeStrings, writeUnit, type WritingStyle } from "./write.ts";

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

interface Override {
  readonly target: readonly string[];
  readonly state: UnitState;
  /** Undefined: as it is. */
  readonly previousSource: string | undefined;
}

/** Applies changes to a file's text; every entry that no change names keeps its bytes. */
export function patch(file: PoFile, changes: readonly UnitChange[]): string {
  return changes.length === 0 ? file.text : new Patch(file).apply(changes);
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

  apply(changes: readonly UnitChange[]): string {
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
    if (block === undefined) throw new RangeError(`no unit "${key}" in the file`);
    const state = isEmpty(target) ? unitStates.untranslated : (wanted ?? unitStates.translated);
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
    const edits = [...stringEdits(entry, override.target, this.#style), ...this.#markEdits(entry, override)];
    return applyEdits(
      original,
      edits.map((edit) => ({ ...edit, start: edit.start - entry.start, end: edit.end - entry.start })),
    );
  }

  /** The fuzzy mark, and the previous source that goes with it. */
  #markEdits(entry: Entry, { state, previousSource = entry.previousId }: Override): Edit[] {
    const isMarked = isFuzzy(this.#file.text, entry);
    const previous = entry.comments.filter((comment) => comment.kind === "previous");
    if (state !== unitStates.needsEditing) {
      const flags = entry.comments.filter((comment) => comment.kind === "flag");
      return isMarked
        ? [...flags.flatMap((comment) => this.#withoutFuzzy(comment)), ...previous.map((line) => this.#lineOf(line))]
        : [];
    }
    const mark = isMarked ? [] : [this.#addFuzzy(entry)];
    if (previousSource === entry.previousId) return mark;
    return [...mark, ...previous.map((line) => this.#lineOf(line)), ...this.#addPrevious(entry, previousSource)];
  }

  #addFuzzy(entry: Entry): Edit {
    const flags = entry.comments.find((comment) => comment.kind === "flag");
    if (flags !== undefined) return { start: flags.start + 2, end: flags.start + 2, text: " fuzzy," };
    const below = entry.comments.find((comment) => comment.kind === "previous") ?? entry.context ?? entry.id;
    return { start: below.start, end: below.start, text: `#, fuzzy${this.#style.lineEnd}` };
  }

  #addPrevious(entry: Entry, source: string): Edit[] {
    if (source === "") return [];
    const { start } = entry.context ?? entry.id;
    return [{ start, end: start, text: writeField("msgid", source, this.#style, "#| ") + this.#style.lineEnd }];
  }

  #withoutFuzzy(comment: Comment): Edit[] {
    const flags = this.#file.text.slice(comment.start + 2, comment.end).split(",");
    const rest = flags.filter((flag) => flag.trim() !== "fuzzy");
    if (rest.length === flags.length) return [];
    if (rest.every((flag) => flag.trim() === "")) return [this.#lineOf(comment)];
    return [{ start: comment.start + 2, end: comment.end, text: rest.join(",") }];
  }

  /** Deletes a comment with its line break. */
  #lineOf({ start, end }: Comment): Edit {
    return { start, end: this.#file.text.indexOf("\n", end) + 1, text: "" };
  }
}

/** Rewrites the msgstr fields whose text differs; forms that are missing are appended, superfluous ones go. */
function stringEdits({ strings, plural }: Entry, target: readonly string[], style: WritingStyle): Edit[] {
  const isPlural = plural !== undefined;
  const wanted = isPlural && target.length > 0 ? target : [target[0] ?? ""];
  const edits: Edit[] = [];
  strings.forEach((field, index) => {
    const value = wanted[index];
    if (value === undefined) {
      edits.push({ start: strings[index - 1]?.end ?? field.start, end: field.end, text: "" });
    } else if (value !== field.value) {
      const keyword = isPlural ? `msgstr[${String(index)}]` : "msgstr";
      edits.push({ start: field.start, end: field.end, text: writeField(keyword, value, style) });
    }
  });
  const last = strings.at(-1);
  if (last !== undefined && wanted.length > strings.length) {
    const missing = writeStrings(wanted, true, 0, style).slice(strings.length);
    edits.push({ start: last.end, end: last.end, text: missing.map((field) => style.lineEnd + field).join("") });
  }
  return edits;
}

function newBlock(gap: string, entry: Entry | undefined, unit: Unit | undefined): Block {
  return { gap, entry, unit, override: undefined, removed: false, next: undefined };
}
