import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { errorAt } from "../text/source-text.ts";
import type { Dialect, NewStep } from "./dialect.ts";
import type { Item, List, PhpFile, Step, Text } from "./parse.ts";
import { styleOf, type PhpStyle } from "./style.ts";
import { quoteText, replaceText } from "./text.ts";
import {
  ancestorIn,
  childIndent,
  idOf,
  insertAfter,
  isAlive,
  newBranch,
  newSlot,
  rangeOf,
  slotAt,
  touch,
  type Branch,
  type Leaf,
  type Slot,
} from "./tree.ts";

/** Where the changed tree of a file is kept, to be rendered. */
export interface PatchedTree {
  readonly text: string;
  readonly style: PhpStyle;
  readonly root: Branch;
}

/** Applies changes; every value that no change names keeps its bytes when the tree is rendered. */
export function applyChanges(
  file: PhpFile,
  changes: readonly PlainChange[],
  dialect: Dialect,
  path: string | undefined,
): PatchedTree {
  return new Patch(file, dialect, path).apply(changes);
}

class Patch {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #path: string | undefined;
  readonly #style: PhpStyle;
  readonly #root: Branch;
  /** Texts by key; more than one where the file has a key twice. */
  readonly #texts = new Map<string, Slot[]>();
  readonly #lists = new Map<string, Branch>();

  constructor(file: PhpFile, dialect: Dialect, path: string | undefined) {
    this.#text = file.text;
    this.#dialect = dialect;
    this.#path = path;
    this.#style = styleOf(file);
    this.#root = this.#branch(file.statements, undefined, undefined);
  }

  apply(changes: readonly PlainChange[]): PatchedTree {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return { text: this.#text, style: this.#style, root: this.#root };
  }

  #branch(original: List, key: string | undefined, parent: Branch | undefined): Branch {
    let from = original.contentStart;
    const lastEnd = original.items.at(-1)?.tailEnd ?? from;
    const branch = newBranch(original.kind, key, parent, original, this.#text.slice(lastEnd, original.contentEnd));
    if (key !== undefined) this.#lists.set(key, branch);
    for (const item of original.items) {
      const slot = this.#slot(branch, item, this.#text.slice(from, item.start));
      insertAfter(branch, branch.last, slot);
      if (item.step?.kind === "index") branch.elements.push(slot);
      else if (item.step !== undefined) branch.byStep.set(idOf(item.step), slot);
      from = item.tailEnd;
    }
    return branch;
  }

  #slot(branch: Branch, { step, value, start, ownStart, end, isSigned, tailEnd }: Item, gap: string): Slot {
    const isFile = branch.kind === "file";
    const key =
      step === undefined || (branch.key === undefined && !isFile)
        ? undefined
        : this.#dialect.keyOf(branch.key, step, branch.kind);
    const [headEnd, valueEnd] = rangeOf(value, end);
    const slot: Slot = {
      ...newSlot(step, this.#text.slice(start, headEnd)),
      gap,
      behind: this.#text.slice(valueEnd, end),
      isSigned,
      tail: this.#text.slice(isSigned ? end + 1 : end, tailEnd),
      ownStart,
    };
    if (value === undefined) return slot;
    if ("items" in value) slot.value = this.#branch(value, key, branch);
    else
      slot.value = { kind: "leaf", text: value.text, original: value, token: this.#text.slice(...rangeOf(value, end)) };
    if (slot.value.kind === "leaf" && key !== undefined) this.#remember(key, slot);
    return slot;
  }

  #remember(key: string, slot: Slot): void {
    const known = this.#texts.get(key);
    if (known === undefined) this.#texts.set(key, [slot]);
    else known.push(slot);
  }

  #live(key: string): Slot | undefined {
    return this.#texts.get(key)?.findLast((slot) => !slot.removed);
  }

  #set(key: string, target: readonly string[]): void {
    const slot = this.#live(key);
    if (slot === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#write(slot, target);
  }

  #write(slot: Slot, target: readonly string[]): void {
    const before = slot.value?.kind === "leaf" ? slot.value : undefined;
    const text = this.#dialect.textOf(target, before?.text);
    if (before?.text === text) return;
    slot.value = this.#leaf(text, before?.original);
    touch(slot.branch);
  }

  #leaf(text: string, original: Text | undefined): Leaf {
    const token =
      original === undefined
        ? quoteText(text, this.#style)
        : replaceText(this.#text.slice(original.start, original.end), original, text, this.#style);
    return { kind: "leaf", text, original, token };
  }

  #remove(key: string): void {
    for (const slot of this.#texts.get(key) ?? []) {
      slot.removed = true;
      touch(slot.branch);
    }
  }

  #add(unit: Unit, after: string | undefined): void {
    const { key, target } = unit;
    const live = this.#live(key);
    if (live !== undefined) return this.#write(live, target);
    const anchor = after === undefined ? "start" : (this.#texts.get(after)?.at(-1) ?? "end");
    const { branch, steps } = this.#locate(key);
    let list = branch;
    for (const [index, { step, isShort }] of steps.entries()) {
      const isText = index === steps.length - 1;
      const slot = this.#place(list, step, anchor, isText ? unit.note : "");
      touch(list);
      if (isText) {
        slot.value = this.#leaf(this.#dialect.textOf(target, undefined), undefined);
        this.#remember(key, slot);
        return;
      }
      list = this.#newList(list, slot, step, isShort && this.#style.isShort);
    }
  }

  #newList(parent: Branch, slot: Slot, step: Step, isShort: boolean): Branch {
    const key = this.#dialect.keyOf(parent.key, step, parent.kind);
    const list = newBranch(isShort ? "short" : "long", key, parent);
    slot.value = list;
    if (key !== undefined) this.#lists.set(key, list);
    return list;
  }

  /** The innermost list that is there, and the steps that lead from it to the text. */
  #locate(key: string): { branch: Branch; steps: readonly NewStep[] } {
    const place = this.#dialect.placeOf(key, (list) => this.#lists.has(list));
    if (place === undefined) {
      const message = `no place for a unit "${key}"; a key reads ${this.#dialect.example}`;
      throw errorAt(this.#text, this.#text.length, message, this.#path);
    }
    let branch = (place.list === undefined ? undefined : this.#lists.get(place.list)) ?? this.#root;
    for (const [index, { step: wanted, isShort }] of place.steps.entries()) {
      const step = this.#asWritten(branch, wanted);
      const existing = slotAt(branch, step);
      const rest = [{ step, isShort }, ...place.steps.slice(index + 1)];
      const value = existing?.value;
      const list = value?.kind === "long" || value?.kind === "short" ? value : undefined;
      if (list !== undefined && rest.length > 1) branch = list;
      // A list that lost all its texts gives way to one.
      else if (existing !== undefined && list !== undefined) {
        if (isAlive(existing)) throw this.#noPlace(key, existing);
        return { branch, steps: rest };
      } else return { branch, steps: this.#withoutObstacle(key, branch, existing, rest) };
    }
    return { branch, steps: [] };
  }

  /** A joined key does not say whether a name in it is a text or a constant. */
  #asWritten(branch: Branch, step: Step): Step {
    if (!this.#dialect.joinsBlockedKeys || step.kind !== "name") return step;
    const code = { kind: "code", code: step.name } as const;
    return branch.byStep.has(idOf(code)) && !branch.byStep.has(idOf(step)) ? code : step;
  }

  /** Where a text stands in the way of a group, the rest of a joined key becomes one name: it reads the same. */
  #withoutObstacle(
    key: string,
    branch: Branch,
    existing: Slot | undefined,
    rest: readonly NewStep[],
  ): readonly NewStep[] {
    const isBlocked = existing !== undefined && !existing.removed && (rest.length > 1 || existing.value === undefined);
    if (!isBlocked) return rest;
    if (this.#dialect.joinsBlockedKeys && rest.length > 1 && branch.key !== undefined) {
      const parents = this.#dialect.keyOf(branch.key, { kind: "name", name: "" }, "short") ?? "";
      return [{ step: { kind: "name", name: key.slice(parents.length) }, isShort: true }];
    }
    throw this.#noPlace(key, existing);
  }

  #noPlace(key: string, { ownStart }: Slot): Error {
    return errorAt(this.#text, ownStart, `the value here leaves no place for "${key}"`, this.#path);
  }

  /** The slot for a step inside a list: one that holds no text yet, or a new one behind the anchor. */
  #place(branch: Branch, step: Step, anchor: Slot | "start" | "end", note: string): Slot {
    if (step.kind === "index") return this.#element(branch, step.index);
    const sibling = typeof anchor === "object" ? ancestorIn(branch, anchor) : undefined;
    const slot = this.#newSlot(branch, step, note);
    insertAfter(branch, sibling ?? (isAbove(anchor, branch) ? branch.top : branch.last), slot);
    branch.byStep.set(idOf(step), slot);
    return slot;
  }

  #element(branch: Branch, index: number): Slot {
    const existing = branch.elements[index];
    if (existing !== undefined) {
      existing.removed = false;
      return existing;
    }
    for (;;) {
      const step = { kind: "index", index: branch.elements.length } as const;
      const slot = this.#newSlot(branch, step, "");
      slot.value = this.#leaf("", undefined);
      insertAfter(branch, branch.elements.at(-1) ?? branch.last, slot);
      branch.elements.push(slot);
      if (step.index === index) return slot;
    }
  }

  #newSlot(branch: Branch, step: Step, note: string): Slot {
    const isConstant = step.kind === "code" && CONSTANT.test(step.code);
    return {
      ...newSlot(step, this.#comment(branch, note) + this.#lead(branch, step)),
      behind: isConstant ? ")" : "",
      isSigned: branch.kind === "file",
      ownStart: branch.original?.contentStart ?? 0,
    };
  }

  /** Nothing in it ends the comment or the code. On a line of several items it stands between them. */
  #comment(branch: Branch, note: string): string {
    if (note === "") return "";
    const indent = childIndent({ text: this.#text, style: this.#style }, branch);
    const lines = note.split(/\r\n?|\n/);
    if (indent === undefined) return `/* ${lines.join(" ").replaceAll("*/", "* /")} */ `;
    const comments = lines.map((line) => `// ${line}`.trimEnd() + this.#style.lineEnd + indent);
    return comments.join("").replaceAll("?>", "? >");
  }

  #lead(branch: Branch, step: Step): string {
    if (step.kind === "index") return "";
    if (step.kind === "name")
      return `${quoteText(step.name, { ...this.#style, quote: this.#style.keyQuote, breaksLines: false })} => `;
    if (branch.kind !== "file") return `${step.code} => `;
    if (step.code === "return") return "return ";
    return CONSTANT.test(step.code) ? `${step.code}, ` : `${step.code} = `;
  }
}

const CONSTANT = /^define[ \t]*\(/i;

/** Whether a list begins below the anchor. */
function isAbove(anchor: Slot | "start" | "end", { original }: Branch): boolean {
  if (typeof anchor === "string") return anchor === "start";
  return anchor.ownStart < (original?.contentStart ?? 0);
}
