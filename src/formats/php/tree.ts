import type { Item, List, Step, Text } from "./parse.ts";
import { indentationOf, type PhpStyle } from "./style.ts";

export interface Leaf {
  readonly kind: "leaf";
  readonly text: string;
  /** In the file; undefined for a new one. */
  readonly original: Text | undefined;
  readonly token: string;
}

/** An item of the file, or a new one. Removed ones stay as anchors for additions. */
export interface Slot {
  readonly step: Step | undefined;
  /** Undefined until it stands in one. */
  branch: Branch | undefined;
  /** What stands above it, up to the item before; undefined for a new one. */
  readonly gap: string | undefined;
  readonly head: string;
  /** Undefined where the head is all of it: code that is no translation. */
  value: Leaf | Branch | undefined;
  /** Between value and `,` or `;`. */
  readonly behind: string;
  readonly isSigned: boolean;
  readonly tail: string;
  readonly ownStart: number;
  removed: boolean;
  next: Slot | undefined;
}

/** A list of the file, or a new one, or the file itself. */
export interface Branch {
  readonly kind: List["kind"];
  readonly original: List | undefined;
  readonly key: string | undefined;
  readonly parent: Branch | undefined;
  /** Above the closing sign. */
  readonly closeGap: string;
  /** Stands before the first slot. */
  readonly top: Slot;
  last: Slot;
  /** The last slot of each name. */
  readonly byStep: Map<string, Slot>;
  /** Elements without a key, by their places. */
  readonly elements: Slot[];
  touched: boolean;
}

/** From the value's first character to behind it. */
export function rangeOf(value: Item["value"], end: number): [number, number] {
  if (value === undefined) return [end, end];
  if (!("items" in value)) return [value.start, value.end];
  return [value.contentStart, value.contentEnd];
}

export function idOf(step: Step): string {
  if (step.kind === "index") return "";
  return step.kind === "name" ? `'${step.name}` : step.code;
}

/** A list without its items. */
export function newBranch(
  kind: List["kind"],
  key: string | undefined,
  parent: Branch | undefined,
  original?: List,
  closeGap = "",
): Branch {
  const top = newSlot(undefined, "");
  const branch: Branch = {
    kind,
    original,
    key,
    parent,
    closeGap,
    top,
    last: top,
    byStep: new Map(),
    elements: [],
    touched: original === undefined,
  };
  return branch;
}

/** An item without a place. */
export function newSlot(step: Step | undefined, head: string): Slot {
  return {
    step,
    branch: undefined,
    gap: undefined,
    head,
    value: undefined,
    behind: "",
    isSigned: false,
    tail: "",
    ownStart: 0,
    removed: false,
    next: undefined,
  };
}

export function insertAfter(branch: Branch, place: Slot, slot: Slot): void {
  slot.branch = branch;
  slot.next = place.next;
  place.next = slot;
  if (branch.last === place) branch.last = slot;
}

export function slotAt(branch: Branch, step: Step): Slot | undefined {
  return step.kind === "index" ? branch.elements[step.index] : branch.byStep.get(idOf(step));
}

export function touch(branch: Branch | undefined): void {
  for (let at = branch; at !== undefined && !at.touched; at = at.parent) at.touched = true;
}

/** The slot of a list in which the anchor stands, however deep. */
export function ancestorIn(branch: Branch, anchor: Slot): Slot | undefined {
  if (anchor.branch === branch) return anchor;
  for (let inner = anchor.branch; inner !== undefined; inner = inner.parent) {
    const { parent } = inner;
    if (parent === branch) return slotsOf(branch).find((slot) => slot.value === inner);
  }
  return undefined;
}

export function slotsOf(branch: Branch): Slot[] {
  const slots: Slot[] = [];
  for (let slot = branch.top.next; slot !== undefined; slot = slot.next) slots.push(slot);
  return slots;
}

/** A group that lost all its texts goes too; one that was empty before stays, and so does what a file gives a name to. */
export function isAlive(slot: Slot): boolean {
  if (slot.removed) return false;
  const { value, branch } = slot;
  if (value === undefined || value.kind === "leaf" || branch?.kind === "file") return true;
  return value.original?.items.length === 0 || slotsOf(value).some(isAlive);
}

/** Indentation of a list's elements; undefined where they stand on one line. */
export function childIndent(
  { text, style }: { readonly text: string; readonly style: PhpStyle },
  branch: Branch,
): string | undefined {
  const { original, parent } = branch;
  const [first] = original?.items ?? [];
  if (original !== undefined && first !== undefined) {
    return indentationOf(text.slice(original.contentStart, first.start));
  }
  if (parent === undefined) return "";
  const outer = childIndent({ text, style }, parent);
  return outer === undefined ? undefined : outer + style.indent;
}
