import { bracketEdits, type BracketEntry } from "../text/bracket-edits.ts";
import { insertLines, removeLines } from "../text/line-edits.ts";
import { errorAt, type Edit } from "../text/source-text.ts";
import type { YamlCollection, YamlEntry, YamlFile, YamlNode, YamlText, Branch, Leaf, Slot } from "./node.ts";
import { isPlain, likeBlock, newBlock, quote } from "./scalar.ts";
import { inStyle, type YamlStyle } from "./style.ts";
import { keptSlots, slotsOf } from "../text/node-tree.ts";

/** YAML allows no more before the colon of a key that stands on one line. */
const MAXIMUM_KEY_LENGTH = 1024;

/** Turns what became of a file's tree into edits of its text. */
export class Writer {
  readonly #file: YamlFile;
  readonly #style: YamlStyle;
  readonly #path: string | undefined;
  #edits: Edit[] = [];

  constructor(file: YamlFile, style: YamlStyle, path: string | undefined) {
    this.#file = file;
    this.#style = style;
    this.#path = path;
  }

  edits(document: Branch): readonly Edit[] {
    this.#edits = [];
    const { collection } = document;
    if (collection === undefined) {
      const { text } = this.#file;
      if (document.live > 0) this.#insertLines(text.length, this.#children(document, ""));
    } else this.#collection(document, collection, collection.start);
    return this.#edits;
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  #insertLines(offset: number, lines: string): void {
    this.#edits.push(insertLines(this.#file.text, offset, lines));
  }

  #collection(branch: Branch, collection: YamlCollection, place: number): void {
    if (!collection.isFlow) this.#block(branch, collection);
    else if (collection.entries.length > 0 || isInFlow(branch)) this.#flow(branch, collection);
    else if (branch.live > 0) this.#fill(branch, place, collection.end);
  }

  #block(branch: Branch, { entries, column, start }: YamlCollection): void {
    const kept = keptSlots(branch);
    const indent = " ".repeat(column);
    let added: Slot[] = [];
    let place = entries[0]?.start ?? start;
    let isStart = true;
    const flush = (): void => {
      const lines = added.map((slot) => this.#entry(slot, indent)).join("");
      const isBehindDash = isStart && entries[0]?.isCompact === true;
      if (lines !== "" && isBehindDash) this.#replace(place, place, lines.slice(indent.length) + indent);
      else if (lines !== "") this.#insertLines(place, lines);
      added = [];
      isStart = false;
    };
    for (const slot of slotsOf(branch)) {
      if (slot.entry === undefined) {
        if (kept.has(slot)) added.push(slot);
        continue;
      }
      flush();
      if (kept.has(slot)) this.#kept(slot, slot.entry);
      else this.#delete(slot, slot.entry, kept);
      place = slot.entry.end;
    }
    flush();
  }

  #delete(slot: Slot, { start, end, isCompact, keyStart }: YamlEntry, kept: ReadonlySet<Slot>): void {
    const { text } = this.#file;
    if (isCompact) {
      const { next } = slot;
      const follower = next !== undefined && kept.has(next) ? next.entry : undefined;
      const isClose = follower !== undefined && /^[ ]*$/.test(text.slice(end, follower.keyStart));
      const lineEnd = end - (text[end - 1] === "\n" ? (text[end - 2] === "\r" ? 2 : 1) : 0);
      if (isClose) this.#replace(keyStart, follower.keyStart, "");
      else this.#replace(this.#beforeBlanks(keyStart), lineEnd, "");
      return;
    }
    this.#edits.push(removeLines(text, start, end));
  }

  #kept(slot: Slot, { node }: YamlEntry): void {
    const { value } = slot;
    if (value.kind === "leaf") {
      if (slot.removed) this.#fillWith(node, '""');
      else if (value.text !== undefined) this.#leaf(slot, value, node);
      return;
    }
    const { collection } = value;
    if (collection === undefined) {
      if (isInFlow(value)) this.#fillWith(node, this.#flowOf(value));
      else this.#fill(value, node.start, node.end);
    } else if (value.live > 0 || value.path === undefined || collection.entries.length === 0) {
      this.#collection(value, collection, node.start);
    } else this.#replace(collection.start, collection.end, collection.kind === "list" ? "[]" : "{}");
  }

  #leaf(slot: Slot, { text = "" }: Leaf, node: YamlNode): void {
    if (node.kind === "map" || node.kind === "list") return this.#leafFor(slot, text, node);
    const isFlow = slot.branch.collection?.isFlow === true;
    const parentIndent = " ".repeat(slot.branch.collection?.column ?? 0);
    const token =
      node.kind === "text"
        ? this.#rewritten(text, node, parentIndent, isFlow)
        : inStyle(text, this.#style.text, this.#style.quotes, isFlow);
    this.#fillWith(node, token);
  }

  /** A text in place of a group: behind its key, before a comment on that line. */
  #leafFor({ branch, entry }: Slot, text: string, { start, end }: YamlCollection): void {
    const isFlow = branch.collection?.isFlow === true;
    const token = inStyle(text, this.#style.text, this.#style.quotes, isFlow);
    const { keyStart = start } = entry ?? {};
    const head = this.#file.text.slice(keyStart, start);
    const line = head.indexOf("\n");
    if (line === -1) return this.#replace(start, end, token);
    const [before = ""] = HEAD_OF_GROUP.exec(head) ?? [];
    const lineEnd = keyStart + line - (head[line - 1] === "\r" ? 1 : 0);
    this.#replace(keyStart + before.length, keyStart + before.length, ` ${token}`);
    this.#replace(lineEnd, end, "");
  }

  /** In the style the text had; one that had quotes only because it needed them may lose them. */
  #rewritten(text: string, node: YamlText, parentIndent: string, isFlow: boolean): string {
    const { style, value, start, end } = node;
    const { quotes, text: usual, lineEnd } = this.#style;
    if (style === "literal" || style === "folded") {
      const token = this.#file.text.slice(start, end);
      return likeBlock(text, token, parentIndent, lineEnd) ?? quote(text, "double", isFlow);
    }
    if (style === "plain" && SYMBOL.test(value) && SYMBOL.test(text)) return text;
    if (style === "plain") return inStyle(text, style, quotes, isFlow);
    const wasForced = !isPlain(value, isFlow);
    return wasForced ? inStyle(text, usual, style, isFlow) : quote(text, style, isFlow);
  }

  /** A value in place of another, or behind a colon, a dash or a tag that has none. */
  #fillWith({ start, end }: YamlNode, token: string): void {
    this.#replace(start, end, start === end ? ` ${token}` : token);
  }

  /** Lines of a new collection behind a key or a dash. */
  #fill(branch: Branch, start: number, end: number): void {
    const { host } = branch;
    const { lineEnd, indent, listIndent } = this.#style;
    const from = this.#beforeBlanks(start);
    const isAtTop = host === undefined;
    const outer = " ".repeat(host?.branch.collection?.column ?? 0);
    const lines = this.#children(branch, isAtTop ? "" : outer + (branch.isList ? listIndent : indent));
    const isFirst =
      isAtTop && (from === 0 || this.#file.text[from - 1] === "\n" || this.#file.text[from - 1] === "\uFEFF");
    this.#replace(from, end, (isFirst ? "" : lineEnd) + lines.slice(0, -lineEnd.length));
  }

  #beforeBlanks(offset: number): number {
    let start = offset;
    while (start > 0 && (this.#file.text[start - 1] === " " || this.#file.text[start - 1] === "\t")) start -= 1;
    return start;
  }

  #children(branch: Branch, indent: string): string {
    const kept = keptSlots(branch);
    return [...slotsOf(branch)].map((slot) => (kept.has(slot) ? this.#entry(slot, indent) : "")).join("");
  }

  /** Lines of a new entry. */
  #entry(slot: Slot, indent: string): string {
    const { value } = slot;
    const { lineEnd, indent: step, listIndent } = this.#style;
    const isElement = slot.branch.isList;
    const lead = indent + (isElement ? "-" : `${this.#key(slot, false)}:`);
    if (value.kind === "leaf" || value.live === 0) return `${lead} ${this.#scalar(slot, indent)}${lineEnd}`;
    if (!isElement) return lead + lineEnd + this.#children(value, indent + (value.isList ? listIndent : step));
    const inner = `${indent}  `;
    return `${lead} ${this.#children(value, inner).slice(inner.length)}`;
  }

  #scalar({ value, removed }: Slot, indent: string): string {
    const text = value.kind === "leaf" && !removed ? (value.text ?? "") : "";
    const { hasBlocks, lineEnd, indent: step } = this.#style;
    const block = hasBlocks && text.includes("\n") ? newBlock(text, indent + step, lineEnd) : undefined;
    return block ?? this.#newText(text, false);
  }

  /** What looks like a symbol of Ruby is one in the file that it comes from. */
  #newText(text: string, isFlow: boolean): string {
    return SYMBOL.test(text) && !isFlow ? text : inStyle(text, this.#style.text, this.#style.quotes, isFlow);
  }

  #key({ name = "", branch }: Slot, isFlow: boolean): string {
    const key = inStyle(name, this.#style.keys, "double", isFlow);
    if (key.length <= MAXIMUM_KEY_LENGTH) return key;
    const place = branch.collection?.start ?? 0;
    const message = `a key of ${String(key.length)} characters; YAML allows ${String(MAXIMUM_KEY_LENGTH)}`;
    throw errorAt(this.#file.text, place, message, this.#path);
  }

  #flow(branch: Branch, collection: YamlCollection): void {
    const kept = keptSlots(branch);
    const lead: string[] = [];
    const entries: (BracketEntry & { added: string[] })[] = [];
    for (const slot of slotsOf(branch)) {
      const { entry } = slot;
      const isKept = kept.has(slot);
      if (entry === undefined) {
        if (isKept) (entries.at(-1)?.added ?? lead).push(this.#flowEntry(slot));
        continue;
      }
      const outer = this.#edits;
      this.#edits = [];
      if (isKept) this.#kept(slot, entry);
      entries.push({ start: entry.start, end: entry.end, isKept, edits: this.#edits, added: [] });
      this.#edits = outer;
    }
    for (const edit of bracketEdits(this.#file.text, collection, lead, entries)) this.#edits.push(edit);
  }

  #flowEntry(slot: Slot): string {
    const { value, removed, branch } = slot;
    const lead = branch.isList ? "" : `${this.#key(slot, true)}: `;
    if (value.kind === "branch") return lead + this.#flowOf(value);
    return lead + this.#newText(removed ? "" : (value.text ?? ""), true);
  }

  #flowOf(branch: Branch): string {
    const kept = keptSlots(branch);
    const slots = [...slotsOf(branch)].filter((slot) => kept.has(slot));
    const content = slots.map((slot) => this.#flowEntry(slot)).join(", ");
    return branch.isList ? `[${content}]` : `{${content}}`;
  }
}

const SYMBOL = /^:\w+$/;
/** A key, or a dash, with what stands before its value: an anchor, a tag. */
const HEAD_OF_GROUP = /^(?:-|"(?:[^"\\]|\\.)*"\s*:|'(?:[^']|'')*'\s*:|.*?:(?=\s))(?:[ \t]+[&!]\S*)*/;

function isInFlow(branch: Branch): boolean {
  return branch.host?.branch.collection?.isFlow === true;
}
