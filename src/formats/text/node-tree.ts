/** Offsets count UTF-16 units of the file's text; `end` is exclusive and before the line's end. */
interface NodeBase {
  readonly start: number;
  readonly end: number;
  /** Name by which other places of the file repeat it (YAML `&name`). */
  readonly anchor: string | undefined;
}

/** `Style`: the ways in which a format writes a text. */
export interface TextNode<Style> extends NodeBase {
  readonly kind: "text";
  readonly value: string;
  readonly style: Style;
}

/** A number, a boolean, nothing, an alias, an object of some program: no text for translators, its bytes stay. */
export interface OtherNode extends NodeBase {
  readonly kind: "other";
  /** A text or a group may take its place; where `start` is `end`, there is nothing yet. */
  readonly isVacant: boolean;
}

export interface CollectionNode<Style> extends NodeBase {
  readonly kind: "map" | "list";
  /** In brackets: `{a: x}`, `[x, y]`. */
  readonly isFlow: boolean;
  /** Column of the entries of a block, from 0. */
  readonly column: number;
  readonly entries: readonly NodeEntry<Style>[];
}

export type DocumentNode<Style> = TextNode<Style> | OtherNode | CollectionNode<Style>;

/** `key: value` of a map or `- value` of a list. */
export interface NodeEntry<Style> {
  /** As written, without its quotes. Undefined for an element, and for a key that is no text. */
  readonly name: string | undefined;
  /** Where the key, or the dash of a block's element, stands. */
  readonly keyStart: number;
  /** Of a block's entry: whole lines, with the comments directly above; in brackets: from key to value. */
  readonly start: number;
  readonly end: number;
  /** Stands behind a dash on the dash's line. */
  readonly isCompact: boolean;
  readonly line: number;
  readonly note: string;
  readonly node: DocumentNode<Style>;
}

/** A value without entries: one of the file, or a new text. */
export interface Leaf<Style> {
  readonly kind: "leaf";
  readonly node: TextNode<Style> | OtherNode | undefined;
  /** What is to be written; undefined: what is there. */
  text: string | undefined;
}

/** A map or a list: of the file, or new. */
export interface Branch<Style> {
  readonly kind: "branch";
  readonly collection: CollectionNode<Style> | undefined;
  readonly isList: boolean;
  /** Key of the collection; undefined for that of the top. */
  readonly path: string | undefined;
  readonly host: Slot<Style> | undefined;
  /** A map of plural categories, which is one unit. */
  readonly isPlural: boolean;
  /** Stays when it has lost all its entries. */
  readonly staysEmpty: boolean;
  first: Slot<Style> | undefined;
  last: Slot<Style> | undefined;
  /** The last slot of each name. */
  readonly byName: Map<string, Slot<Style>>;
  /** Of a list, by index. */
  readonly elements: Slot<Style>[];
  /** Number of slots that are alive. */
  live: number;
}

/** An entry: of the file, or new. Removed ones stay as anchors for additions. */
export interface Slot<Style> {
  readonly name: string | undefined;
  readonly branch: Branch<Style>;
  readonly entry: NodeEntry<Style> | undefined;
  value: Leaf<Style> | Branch<Style>;
  removed: boolean;
  next: Slot<Style> | undefined;
}

export function newBranch<Style>(
  place: Pick<Branch<Style>, "path" | "host" | "isList"> &
    Partial<Pick<Branch<Style>, "collection" | "isPlural" | "staysEmpty">>,
): Branch<Style> {
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

export function newSlot<Style>(branch: Branch<Style>, name: string | undefined, entry?: NodeEntry<Style>): Slot<Style> {
  const value: Leaf<Style> = { kind: "leaf", node: undefined, text: undefined };
  return { name, branch, entry, value, removed: false, next: undefined };
}

/** Puts a slot behind another one; behind none, at the start. */
export function insert<Style>(slot: Slot<Style>, behind: Slot<Style> | undefined): void {
  const { branch } = slot;
  slot.next = behind === undefined ? branch.first : behind.next;
  if (behind === undefined) branch.first = slot;
  else behind.next = slot;
  if (slot.next === undefined) branch.last = slot;
  if (slot.name !== undefined) branch.byName.set(slot.name, slot);
  if (branch.isList) branch.elements.push(slot);
}

export function* slotsOf<Style>(branch: Branch<Style>): Generator<Slot<Style>> {
  for (let slot = branch.first; slot !== undefined; slot = slot.next) yield slot;
}

/** A group that lost all its entries goes too; one that was empty before stays. */
export function isAlive<Style>({ removed, value }: Slot<Style>): boolean {
  return !removed && (value.kind === "leaf" || value.live > 0 || value.staysEmpty);
}

/** Slots that are written: those alive, and in a list all up to the last of them, so that no key shifts. */
export function keptSlots<Style>(branch: Branch<Style>): ReadonlySet<Slot<Style>> {
  if (!branch.isList) return new Set([...slotsOf(branch)].filter(isAlive));
  return new Set(branch.elements.slice(0, branch.elements.findLastIndex(isAlive) + 1));
}

/** Counts a slot that came to life or died, up to where that makes no difference. */
export function countAlive<Style>(branch: Branch<Style>, delta: 1 | -1): void {
  let at: Branch<Style> | undefined = branch;
  while (at !== undefined) {
    at.live += delta;
    const isTurn: boolean = at.live === (delta === 1 ? 1 : 0);
    const { host, staysEmpty }: Branch<Style> = at;
    at = isTurn && !staysEmpty && host?.removed === false ? host.branch : undefined;
  }
}

export function remove<Style>(slot: Slot<Style>): void {
  if (!isAlive(slot)) return;
  slot.removed = true;
  countAlive(slot.branch, -1);
}

/** The element of a list; where it ends before that, with as many removed ones as it takes. */
export function elementAt<Style>(list: Branch<Style>, index: number): Slot<Style> {
  for (;;) {
    const existing = list.elements[index];
    if (existing !== undefined) return existing;
    const slot = newSlot(list, undefined);
    slot.removed = true;
    insert(slot, list.last);
  }
}

/** Makes a slot's value a new collection. */
export function openBranch<Style>(slot: Slot<Style>, path: string, isList: boolean): Branch<Style> {
  const wasAlive = slot.entry !== undefined && isAlive(slot);
  slot.removed = false;
  const branch = newBranch<Style>({ path, host: slot, isList, staysEmpty: wasAlive });
  slot.value = branch;
  return branch;
}

/** The slot of a collection in which the anchor stands, however deep. */
export function ancestorIn<Style>(branch: Branch<Style>, anchor: Slot<Style>): Slot<Style> | undefined {
  for (let slot: Slot<Style> | undefined = anchor; slot !== undefined; slot = slot.branch.host) {
    if (slot.branch === branch) return slot;
  }
  return undefined;
}

/**
 * What a new slot of a collection follows: the slot in which the anchor stands, the last one where it stands nowhere in it;
 * undefined where it stands further up in the file, and the new one comes first.
 */
export function placeBehind<Style>(
  branch: Branch<Style>,
  anchor: Slot<Style> | "start" | "end",
): Slot<Style> | undefined {
  if (anchor === "start") return undefined;
  const sibling = anchor === "end" ? undefined : ancestorIn(branch, anchor);
  return sibling ?? (anchor !== "end" && isAbove(anchor, branch) ? undefined : branch.last);
}

function isAbove<Style>(anchor: Slot<Style>, { collection }: Branch<Style>): boolean {
  if (collection === undefined) return false;
  for (let slot: Slot<Style> | undefined = anchor; slot !== undefined; slot = slot.branch.host) {
    const { entry } = lastOfFile(slot);
    if (entry !== undefined) return entry.keyStart < collection.start;
  }
  return false;
}

/** The slot itself, or of a new one the last before it that the file has. */
function lastOfFile<Style>(slot: Slot<Style>): Slot<Style> {
  let last = slot;
  if (slot.entry !== undefined) return slot;
  for (const other of slotsOf(slot.branch)) {
    if (other === slot) return last;
    if (other.entry !== undefined) last = other;
  }
  return last;
}

/** The text of a leaf, as it is to be; undefined where there is none. */
export function textOf<Style>({ text, node }: Leaf<Style>): string | undefined {
  return text ?? (node?.kind === "text" ? node.value : undefined);
}

/** Sets a text, unless it is that text already. */
export function writeText<Style>(leaf: Leaf<Style>, text: string): void {
  if (textOf(leaf) !== text) leaf.text = text;
}
