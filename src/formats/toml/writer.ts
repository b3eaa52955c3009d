import { bracketEdits, type BracketEntry } from "../text/bracket-edits.ts";
import { insertLines, removeLines } from "../text/line-edits.ts";
import { keptSlots, slotsOf } from "../text/node-tree.ts";
import type { Edit } from "../text/source-text.ts";
import type { Branch, Slot, TomlCollection, TomlEntry, TomlFile, TomlTable } from "./node.ts";
import type { TomlStyle } from "./style.ts";
import { keptTables, tablesFrom, type TableSlot } from "./table-slot.ts";
import { quote, quoteName, rewritten } from "./text.ts";

/** Turns what became of a file's tables into edits of its text. */
export class Writer {
  readonly #file: TomlFile;
  readonly #style: TomlStyle;
  readonly #dotted: ReadonlyMap<Slot, readonly string[]>;

  /** @param dotted names of keys that have dots between them */
  constructor(file: TomlFile, style: TomlStyle, dotted: ReadonlyMap<Slot, readonly string[]>) {
    this.#dotted = dotted;
    this.#file = file;
    this.#style = style;
  }

  edits(root: TableSlot): readonly Edit[] {
    const { text } = this.#file;
    const kept = keptTables(root);
    const edits: Edit[] = [];
    let place = 0;
    let added: TableSlot[] = [];
    const flush = (next: TomlTable | undefined): void => {
      if (added.length > 0) edits.push(this.#newTables(added, place, next));
      added = [];
    };
    for (const slot of tablesFrom(root)) {
      const { table, branch } = slot;
      if (table === undefined) {
        if (kept.has(slot)) added.push(slot);
        continue;
      }
      flush(table);
      place = table.collection.end;
      if (kept.has(slot) || table.path === undefined) {
        for (const edit of this.#table(branch, table)) edits.push(edit);
      } else edits.push(removeLines(text, table.start, table.collection.end));
    }
    flush(undefined);
    return edits;
  }

  /** Behind the table before; before all others where nothing stands before them. */
  #newTables(slots: readonly TableSlot[], place: number, next: TomlTable | undefined): Edit {
    const { text, tables } = this.#file;
    const { lineEnd, hasGaps } = this.#style;
    const isTop = tables[0]?.collection.entries.length === 0 && next !== undefined && next === tables[1];
    const blocks = slots.map((slot) => this.#newTable(slot));
    if (isTop) {
      const below = hasGaps ? lineEnd : "";
      return { start: next.start, end: next.start, text: blocks.map((block) => block + below).join("") };
    }
    const offset = tables.length === 1 && tables[0]?.collection.entries.length === 0 ? text.length : place;
    // Between two tables without a blank line no other gets one.
    const gap = hasGaps && isBlank(text, offset) ? lineEnd : "";
    const isFirst = offset === 0 || (offset === 1 && text.startsWith("\uFEFF"));
    const lines = blocks.map((block, index) => (isFirst && index === 0 ? block : gap + block)).join("");
    return insertLines(text, offset, lines);
  }

  #newTable({ names, array, branch }: TableSlot): string {
    const name = names.map(quoteName).join(".");
    const header = array === undefined ? `[${name}]` : `[[${name}]]`;
    const kept = keptSlots(branch);
    const pairs = [...slotsOf(branch)]
      .filter((slot) => kept.has(slot))
      .map((slot) => this.#pair(slot, this.#style.indent));
    return header + this.#style.lineEnd + pairs.join("");
  }

  #table(branch: Branch, table: TomlTable): Edit[] {
    const edits: Edit[] = [];
    const kept = keptSlots(branch);
    const { text } = this.#file;
    const [first] = table.collection.entries;
    const isTop = table.path === undefined;
    const indent = first === undefined ? (isTop ? "" : this.#style.indent) : indentOf(text, first);
    let place = isTop && first !== undefined ? first.start : table.headerEnd;
    let added = "";
    const flush = (): void => {
      if (added !== "") edits.push(isTop && first === undefined ? this.#atTop(added) : this.#lines(place, added));
      added = "";
    };
    for (const slot of slotsOf(branch)) {
      const { entry } = slot;
      if (entry === undefined) {
        if (kept.has(slot)) added += this.#pair(slot, indent);
        continue;
      }
      flush();
      if (kept.has(slot)) {
        for (const edit of this.#kept(slot, entry)) edits.push(edit);
      } else edits.push(removeLines(text, entry.start, entry.end));
      place = entry.end;
    }
    flush();
    return edits;
  }

  #lines(offset: number, lines: string): Edit {
    return insertLines(this.#file.text, offset, lines);
  }

  /** Pairs without a table stand before all tables. */
  #atTop(lines: string): Edit {
    const { text, tables } = this.#file;
    const next = tables[1];
    if (next === undefined) return this.#lines(text.length, lines);
    return { start: next.start, end: next.start, text: lines + this.#style.lineEnd };
  }

  #kept(slot: Slot, { node }: TomlEntry): Edit[] {
    const { value, removed } = slot;
    const { start, end } = node;
    if (value.kind === "leaf") {
      if (removed) return [{ start, end, text: '""' }];
      if (value.text === undefined) return [];
      const { lineEnd, text: usual } = this.#style;
      const token = this.#file.text.slice(start, end);
      const text =
        node.kind === "text" ? rewritten(value.text, node, token, { lineEnd, usual }) : quote(value.text, usual);
      return [{ start, end, text }];
    }
    if (value.collection === undefined) return [{ start, end, text: this.#inline(value) }];
    const isGone = value.live === 0 && value.collection.entries.length > 0;
    if (isGone) return [{ start, end, text: value.isList ? "[]" : "{}" }];
    return this.#brackets(value, value.collection);
  }

  #brackets(branch: Branch, collection: TomlCollection): Edit[] {
    const kept = keptSlots(branch);
    const lead: string[] = [];
    const entries: (BracketEntry & { added: string[] })[] = [];
    for (const slot of slotsOf(branch)) {
      const { entry } = slot;
      const isKept = kept.has(slot);
      if (entry !== undefined) {
        const edits = isKept ? this.#kept(slot, entry) : [];
        entries.push({ start: entry.start, end: entry.end, isKept, edits, added: [] });
      } else if (isKept) (entries.at(-1)?.added ?? lead).push(this.#inlineEntry(slot));
    }
    return bracketEdits(this.#file.text, collection, lead, entries);
  }

  #pair(slot: Slot, indent: string): string {
    return indent + this.#inlineEntry(slot) + this.#style.lineEnd;
  }

  #inlineEntry(slot: Slot): string {
    const { name, value, removed, branch } = slot;
    const lead = branch.isList
      ? ""
      : (this.#dotted.get(slot) ?? [name ?? ""]).map(quoteName).join(".") + this.#style.equals;
    if (value.kind === "branch") return lead + this.#inline(value);
    return lead + quote(removed ? "" : (value.text ?? ""), this.#style.text);
  }

  #inline(branch: Branch): string {
    const kept = keptSlots(branch);
    const entries = [...slotsOf(branch)].filter((slot) => kept.has(slot)).map((slot) => this.#inlineEntry(slot));
    if (branch.isList) return `[${entries.join(", ")}]`;
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
}

/** The rest of the line is, or there is none. */
function isBlank(text: string, offset: number): boolean {
  const end = text.indexOf("\n", offset);
  return text.slice(offset, end === -1 ? undefined : end).trim() === "";
}

function indentOf(text: string, { keyStart }: TomlEntry): string {
  const before = text.slice(text.lastIndexOf("\n", keyStart - 1) + 1, keyStart);
  return /^[ \t]*$/.test(before) ? before : "";
}
