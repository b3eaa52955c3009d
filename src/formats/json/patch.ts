import type { UnitChange } from "../../catalog/unit-change.ts";
import { errorAt } from "../source-text.ts";
import { keyOf, type JsonContainer, type JsonFile, type JsonMember } from "./parse.ts";
import { indentationOf, quote, styleOf, type JsonStyle } from "./style.ts";

/** Name of a property or index of an element. */
export type Step = string | number;

/** How a new key becomes a place in the file: taken literally (`json`) or split at its dots (`json-nested`). */
export type KeyReader = (key: string) => readonly Step[];

interface Leaf {
  readonly kind: "leaf";
  /** Undefined for numbers, booleans and null. */
  readonly value: string | undefined;
  readonly token: string;
}

interface Branch {
  readonly kind: "branch";
  readonly original: JsonContainer | undefined;
  readonly isArray: boolean;
  readonly path: string | undefined;
  readonly parent: Branch | undefined;
  readonly slots: Slot[];
  /** The last slot of each name. */
  readonly byName: Map<string, Slot>;
  touched: boolean;
}

/** A property or an element: of the file, or new. Removed ones stay as anchors for additions. */
interface Slot {
  readonly name: string | undefined;
  readonly branch: Branch;
  /** Key and separator, as they are written before the value. */
  readonly lead: string;
  /** Blanks from the brace or comma before it; undefined for a new one. */
  readonly gapBefore: string | undefined;
  /** Blanks up to the comma or brace behind it; undefined for a new one. */
  readonly gapAfter: string | undefined;
  readonly start: number;
  value: Leaf | Branch;
  removed: boolean;
}

export interface PatchOptions {
  readonly path?: string | undefined;
  readonly style?: JsonStyle;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(
  file: JsonFile,
  changes: readonly UnitChange[],
  readKey: KeyReader,
  options: PatchOptions = {},
): string {
  return changes.length === 0 ? file.text : new Patch(file, readKey, options).apply(changes);
}

class Patch {
  readonly #file: JsonFile;
  readonly #readKey: KeyReader;
  readonly #path: string | undefined;
  readonly #style: JsonStyle;
  readonly #root: Branch;
  /** Texts by key; more than one where the file has a key twice. */
  readonly #texts = new Map<string, Slot[]>();
  readonly #branches = new Map<string, Branch>();

  constructor(file: JsonFile, readKey: KeyReader, { path, style }: PatchOptions) {
    this.#file = file;
    this.#readKey = readKey;
    this.#path = path;
    this.#style = style ?? styleOf(file);
    this.#root = this.#branch(file.root, undefined, undefined);
  }

  apply(changes: readonly UnitChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit.key, change.unit.target[0] ?? "", change.after);
      else this.#remove(change.key);
    }
    const { text, root } = this.#file;
    return text.slice(0, root.start) + this.#render(this.#root) + text.slice(root.end);
  }

  #branch(container: JsonContainer, path: string | undefined, parent: Branch | undefined): Branch {
    const isArray = container.kind === "array";
    const branch = newBranch(container, isArray, path, parent);
    if (path !== undefined) this.#branches.set(path, branch);
    container.members.forEach((member, index) => {
      const slot = this.#slot(branch, member, index);
      branch.slots.push(slot);
      if (member.name !== undefined) branch.byName.set(member.name, slot);
    });
    return branch;
  }

  #slot(branch: Branch, member: JsonMember, index: number): Slot {
    const { text } = this.#file;
    const { node } = member;
    const members = branch.original?.members ?? [];
    const previousEnd = index === 0 ? undefined : members[index - 1]?.node.end;
    const before = previousEnd === undefined ? (branch.original?.start ?? 0) + 1 : text.indexOf(",", previousEnd) + 1;
    const next = members[index + 1];
    const after = next === undefined ? (branch.original?.end ?? 0) - 1 : text.indexOf(",", node.end);
    const key = keyOf(branch.path, member.name ?? index);
    const slot: Slot = {
      name: member.name,
      branch,
      lead: text.slice(member.start, node.start),
      gapBefore: text.slice(before, member.start),
      gapAfter: text.slice(node.end, after),
      start: member.start,
      value:
        node.kind === "object" || node.kind === "array"
          ? this.#branch(node, key, branch)
          : {
              kind: "leaf",
              value: node.kind === "text" ? node.value : undefined,
              token: text.slice(node.start, node.end),
            },
      removed: false,
    };
    if (node.kind === "text") this.#remember(key, slot);
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

  #set(key: string, [value = ""]: readonly string[]): void {
    const slot = this.#live(key);
    if (slot === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#write(slot, value);
  }

  #write(slot: Slot, value: string): void {
    if (slot.value.kind === "leaf" && slot.value.value === value) return;
    slot.value = { kind: "leaf", value, token: quote(value, this.#style) };
    touch(slot.branch);
  }

  #remove(key: string): void {
    for (const slot of this.#texts.get(key) ?? []) {
      slot.removed = true;
      touch(slot.branch);
    }
  }

  #add(key: string, value: string, after: string | undefined): void {
    const live = this.#live(key);
    if (live !== undefined) return this.#write(live, value);
    const anchor = after === undefined ? "start" : (this.#texts.get(after)?.at(-1) ?? "end");
    const { branch, steps } = this.#locate(key);
    let container = branch;
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      const slot = this.#place(container, step, anchor);
      touch(container);
      if (next === undefined) {
        slot.value = { kind: "leaf", value, token: quote(value, this.#style) };
        this.#remember(key, slot);
        return;
      }
      const path = keyOf(container.path, step);
      const child = newBranch(undefined, typeof next === "number", path, container);
      slot.value = child;
      this.#branches.set(path, child);
      container = child;
    }
  }

  /** The innermost container that is there, and the steps that lead from it to the key. */
  #locate(key: string): { branch: Branch; steps: readonly Step[] } {
    const steps = this.#readKey(key);
    for (let length = steps.length - 1; length > 0; length -= 1) {
      const path = steps.slice(0, length).reduce<string | undefined>(keyOf, undefined) ?? "";
      const branch = this.#branches.get(path);
      const isFitting = branch !== undefined && branch.isArray === (typeof steps[length] === "number");
      if (isFitting) return withoutObstacle(key, branch, steps.slice(length));
    }
    return withoutObstacle(key, this.#root, steps);
  }

  /** The slot for a step inside a container: one that holds no text yet, or a new one behind the anchor. */
  #place(branch: Branch, step: Step, anchor: Slot | "start" | "end"): Slot {
    if (typeof step === "number") return this.#element(branch, step);
    const existing = branch.byName.get(step);
    if (existing !== undefined && isAlive(existing)) return this.#vacant(existing);
    const sibling = typeof anchor === "object" ? ancestorIn(branch, anchor) : undefined;
    const slot = newSlot(branch, step, `${quote(step, this.#style)}${this.#colonOf(branch)}`);
    const position = sibling === undefined ? undefined : branch.slots.lastIndexOf(sibling) + 1;
    branch.slots.splice(position ?? (anchor === "start" ? 0 : branch.slots.length), 0, slot);
    branch.byName.set(step, slot);
    return slot;
  }

  #element(branch: Branch, index: number): Slot {
    const existing = branch.slots[index];
    if (existing !== undefined && !existing.removed) return this.#vacant(existing);
    if (existing !== undefined) {
      existing.removed = false;
      return existing;
    }
    while (branch.slots.length < index) branch.slots.push(newSlot(branch, undefined, ""));
    const slot = newSlot(branch, undefined, "");
    branch.slots.push(slot);
    return slot;
  }

  /** A number or null gives way to a text; a text or a group of texts does not. */
  #vacant(slot: Slot): Slot {
    if (slot.value.kind === "leaf" && slot.value.value === undefined) return slot;
    const what = slot.value.kind === "leaf" ? "a text" : "a group of texts";
    throw errorAt(
      this.#file.text,
      slot.start,
      `${JSON.stringify(slot.name ?? "")} is ${what} here and something else in what is to be added`,
      this.#path,
    );
  }

  #colonOf(branch: Branch): string {
    return branch.original?.members[0]?.separator ?? this.#style.colon;
  }

  #render(branch: Branch): string {
    const { original } = branch;
    if (!branch.touched && original !== undefined) return this.#file.text.slice(original.start, original.end);
    const [open, close] = branch.isArray ? ["[", "]"] : ["{", "}"];
    const last = branch.slots.findLastIndex(isAlive);
    // A gap in a list would shift the keys of all that follow: it is kept as an empty text.
    const slots = branch.isArray ? branch.slots.slice(0, last + 1) : branch.slots.filter(isAlive);
    if (slots.length === 0) {
      return original?.members.length === 0 ? this.#file.text.slice(original.start, original.end) : open + close;
    }
    const gaps = this.#gaps(branch);
    const originalFirst = branch.slots.find((slot) => slot.gapBefore !== undefined);
    const originalLast = branch.slots.findLast((slot) => slot.gapAfter !== undefined);
    const pieces = slots.flatMap((slot, index) => {
      const before = slot === originalFirst ? gaps.between : (slot.gapBefore ?? gaps.between);
      const after = slot === originalLast ? gaps.beforeComma : (slot.gapAfter ?? gaps.beforeComma);
      const isLast = index === slots.length - 1;
      return [
        index === 0 ? gaps.open : before,
        slot.lead,
        this.#valueOf(slot),
        isLast ? gaps.close : after,
        isLast ? close : ",",
      ];
    });
    return open + pieces.join("");
  }

  #valueOf(slot: Slot): string {
    if (slot.value.kind === "branch") return this.#render(slot.value);
    return slot.removed ? '""' : slot.value.token;
  }

  #gaps(branch: Branch): { open: string; between: string; beforeComma: string; close: string } {
    const originals = branch.slots.filter((slot) => slot.gapBefore !== undefined);
    const [first, second] = originals;
    const { lineEnd, comma } = this.#style;
    const indent = this.#childIndent(branch);
    const open = first?.gapBefore ?? (indent === undefined ? "" : lineEnd + indent);
    const isInline = indentationOf(open) === undefined;
    return {
      open,
      between: isInline ? (second?.gapBefore ?? comma) : lineEnd + (indentationOf(open) ?? ""),
      beforeComma: second === undefined ? "" : (first?.gapAfter ?? ""),
      close: originals.at(-1)?.gapAfter ?? (indent === undefined ? "" : lineEnd + this.#ownIndent(branch)),
    };
  }

  /** Indentation of a container's entries; undefined where they stand on one line. */
  #childIndent(branch: Branch): string | undefined {
    const [first] = branch.original?.members ?? [];
    if (branch.original !== undefined && first !== undefined) {
      return indentationOf(this.#file.text.slice(branch.original.start + 1, first.start));
    }
    if (branch.parent === undefined) return this.#style.indent;
    const outer = this.#childIndent(branch.parent);
    return outer === undefined || this.#style.indent === undefined ? undefined : outer + this.#style.indent;
  }

  #ownIndent(branch: Branch): string {
    return branch.parent === undefined ? "" : (this.#childIndent(branch.parent) ?? "");
  }
}

function newBranch(
  original: JsonContainer | undefined,
  isArray: boolean,
  path: string | undefined,
  parent: Branch | undefined,
): Branch {
  const touched = original === undefined;
  return { kind: "branch", original, isArray, path, parent, slots: [], byName: new Map(), touched };
}

function newSlot(branch: Branch, name: string | undefined, lead: string): Slot {
  return {
    name,
    branch,
    lead,
    gapBefore: undefined,
    gapAfter: undefined,
    start: 0,
    value: { kind: "leaf", value: undefined, token: "null" },
    removed: false,
  };
}

function touch(branch: Branch): void {
  for (let at: Branch | undefined = branch; at !== undefined && !at.touched; at = at.parent) at.touched = true;
}

/** A group that lost all its texts goes too; one that was empty before stays. */
function isAlive(slot: Slot): boolean {
  if (slot.removed) return false;
  if (slot.value.kind === "leaf") return true;
  const { original, slots } = slot.value;
  return original?.members.length === 0 || slots.some(isAlive);
}

/** The slot of a container in which the anchor stands, however deep. */
function ancestorIn(branch: Branch, anchor: Slot): Slot | undefined {
  if (anchor.branch === branch) return anchor;
  for (let inner: Branch | undefined = anchor.branch; inner !== undefined; inner = inner.parent) {
    const { parent } = inner;
    if (parent === branch) return branch.slots.find((slot) => slot.value === inner);
  }
  return undefined;
}

/** Where a text stands in the way of a group, the rest of the key becomes one name: it reads the same. */
function withoutObstacle(
  key: string,
  branch: Branch,
  steps: readonly Step[],
): { branch: Branch; steps: readonly Step[] } {
  const [first] = steps;
  const obstacle = typeof first === "string" && steps.length > 1 ? branch.byName.get(first) : undefined;
  const isBlocked = obstacle?.removed === false && obstacle.value.kind === "leaf" && obstacle.value.value !== undefined;
  if (!isBlocked) return { branch, steps };
  return { branch, steps: [branch.path === undefined ? key : key.slice(branch.path.length + 1)] };
}
