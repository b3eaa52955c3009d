import type { YamlCollection, YamlEntry, YamlOther, YamlText } from "./node.ts";

/** A value without entries: one of the file, or a new text. */
export interface Leaf {
  readonly kind: "leaf";
  readonly node: YamlText | YamlOther | undefined;
  /** What is to be written; undefined: what is there. */
  text: string | undefined;
}

/** A map or a list: of the file, or new. */
export interface Branch {
  readonly kind: "branch";
  readonly collection: YamlCollection | undefined;
  readonly isList: boolean;
  /** Key of the collection; undefined for that of the top. */
  readonly path: string | undefined;
  readonly host: Slot | undefined;
  /** A map of plural categories, which is one unit. */
  readonly isPlural: boolean;
  /** Stays when it has lost all its entries. */
  readonly staysEmpty: boolean;
  first: Slot | undefined;
  last: Slot | undefined;
  /** The last slot of each name. */
  readonly byName: Map<string, Slot>;
  /** Of a list, by index. */
  readonly elements: Slot[];
  /** Number of slots that are alive. */
  live: number;
}

/** An entry: of the file, or new. Removed ones stay as anchors for additions. */
export interface Slot {
  readonly name: string | undefined;
  readonly branch: Branch;
  readonly entry: YamlEntry | undefined;
  value: Leaf | Branch;
  removed: boolean;
  next: Slot | undefined;
}

export function newBranch(
  place: Pick<Branch, "path" | "host" | "isList"> & Partial<Pick<Branch, "collection" | "isPlural" | "staysEmpty">>,
): Branch {
  return {
    kind: "branch",
    collection: undefined,
    isPlural: false,
    staysEmpty: false,
    ...place,
    first: undefined,
    last: undefined,
    byName: new Map(),
    elements: [],
    live: 0,
  };
}

export function newSlot(branch: Branch, name: string | undefined, entry?: YamlEntry): Slot {
  const value: Leaf = { kind: "leaf", node: undefined, text: undefined };
  return { name, branch, entry, value, removed: false, next: undefined };
}

/** Puts a slot behind another one; behind none, at the start. */
export function insert(slot: Slot, behind: Slot | undefined): void {
  const { branch } = slot;
  slot.next = behind === undefined ? branch.first : behind.next;
  if (behind === undefined) branch.first = slot;
  else behind.next = slot;
  if (slot.next === undefined) branch.last = slot;
  if (slot.name !== undefined) branch.byName.set(slot.name, slot);
  if (branch.isList) branch.elements.push(slot);
}

export function* slotsOf(branch: Branch): Generator<Slot> {
  for (let slot = branch.first; slot !== undefined; slot = slot.next) yield slot;
}

/** A group that lost all its entries goes too; one that was empty before stays. */
export function isAlive({ removed, value }: Slot): boolean {
  return !removed && (value.kind === "leaf" || value.live > 0 || value.staysEmpty);
}

/** Slots that are written: those alive, and in a list all up to the last of them, so that no key shifts. */
export function keptSlots(branch: Branch): ReadonlySet<Slot> {
  if (!branch.isList) return new Set([...slotsOf(branch)].filter(isAlive));
  return new Set(branch.elements.slice(0, branch.elements.findLastIndex(isAlive) + 1));
}

/** Counts a slot that came to life or died, up to where that makes no difference. */
export function countAlive(branch: Branch, delta: 1 | -1): void {
  let at: Branch | undefined = branch;
  while (at !== undefined) {
    at.live += delta;
    const isTurn: boolean = at.live === (delta === 1 ? 1 : 0);
    const { host, staysEmpty }: Branch = at;
    at = isTurn && !staysEmpty && host?.removed === false ? host.branch : undefined;
  }
}

export function remove(slot: Slot): void {
  if (!isAlive(slot)) return;
  slot.removed = true;
  countAlive(slot.branch, -1);
}

/** The slot of a collection in which the anchor stands, however deep. */
export function ancestorIn(branch: Branch, anchor: Slot): Slot | undefined {
  for (let slot: Slot | undefined = anchor; slot !== undefined; slot = slot.branch.host) {
    if (slot.branch === branch) return slot;
  }
  return undefined;
}
