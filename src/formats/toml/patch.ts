import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import {
  placeBehind,
  countAlive,
  elementAt,
  insert,
  isAlive,
  newBranch,
  newSlot,
  openBranch,
  remove,
  writeText,
} from "../text/node-tree.ts";
import { becomesPlural, refuseForms, type FormsChange } from "../plural-changes.ts";
import { writeForms, writeOther } from "../text/plural-map.ts";
import { applyLineEdits } from "../text/line-edits.ts";
import { errorAt } from "../text/source-text.ts";
import { splitKey, type Step } from "./key.ts";
import { keyOf, type Branch, type Slot, type TomlCollection } from "./node.ts";
import { isOneName, placesWithDots, stepsBeside } from "./places.ts";
import { styleOf, type TomlStyle } from "./style.ts";
import type { TableSlot } from "./table-slot.ts";
import { messageOf, type TomlCatalogueFile } from "./units.ts";
import { Writer } from "./writer.ts";

export interface PatchOptions {
  readonly path?: string | undefined;
  readonly style?: TomlStyle;
  /** Steps of keys with a dot, where other files have them. */
  readonly places?: ReadonlyMap<string, readonly Step[]>;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(file: TomlCatalogueFile, changes: readonly PlainChange[], options: PatchOptions = {}): string {
  return changes.length === 0 ? file.text : new Patch(file, options).apply(changes);
}

/** Where a key goes, and the steps that are left from there. */
interface KeyPlace {
  readonly branch: Branch;
  readonly steps: readonly Step[];
  /** Of the first step, where it is several names with dots between. */
  readonly names?: readonly string[];
}

/** All names up to a list as one step. */
function dotted(steps: readonly Step[]): Pick<KeyPlace, "steps" | "names"> {
  const number = steps.findIndex((step) => typeof step === "number");
  const names = steps.slice(0, number === -1 ? steps.length : number).map(String);
  return { steps: [names.join("."), ...steps.slice(names.length)], names };
}

class Patch {
  readonly #file: TomlCatalogueFile;
  readonly #path: string | undefined;
  readonly #style: TomlStyle;
  readonly #root: TableSlot;
  #lastTable: TableSlot;
  /** Units by key. */
  readonly #units = new Map<string, Slot[]>();
  readonly #branches = new Map<string, Branch>();
  readonly #tables = new Map<Branch, TableSlot>();
  /** Number of elements of each array of tables. */
  readonly #arrays = new Map<string, number>();
  /** Every path that leads to a value by a key with dots. */
  readonly #groups = new Set<string>();
  /** Steps of keys with a dot, here and there. */
  readonly #places: ReadonlyMap<string, readonly Step[]>;
  /** Names of new keys with dots. */
  readonly #dotted = new Map<Slot, readonly string[]>();

  constructor(file: TomlCatalogueFile, { path, style, places }: PatchOptions) {
    this.#file = file;
    this.#path = path;
    this.#style = style ?? styleOf(file);
    this.#places = new Map([...(places ?? []), ...placesWithDots(file)]);
    const slots = file.tables.map((table) => {
      const branch = newBranch({ path: table.path, host: undefined, isList: false, collection: table.collection });
      const slot: TableSlot = { table, branch, names: table.names, array: table.array, next: undefined };
      this.#fill(branch);
      this.#register(slot);
      return slot;
    });
    for (const [index, slot] of slots.entries()) slot.next = slots[index + 1];
    const [root] = slots;
    if (root === undefined) throw new RangeError("a file has a table at its top");
    this.#root = root;
    this.#lastTable = slots.at(-1) ?? root;
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else for (const slot of this.#units.get(change.key) ?? []) this.#remove(slot);
    }
    return applyLineEdits(this.#file.text, new Writer(this.#file, this.#style, this.#dotted).edits(this.#root));
  }

  #register(slot: TableSlot): void {
    const { branch, array } = slot;
    this.#tables.set(branch, slot);
    if (branch.path !== undefined) this.#branches.set(branch.path, branch);
    if (array !== undefined) this.#arrays.set(array, (this.#arrays.get(array) ?? 0) + 1);
    const message = branch.path === undefined ? undefined : messageOf(this.#file, branch.path, branch.collection);
    if (message === "plural") this.#remember(branch.path ?? "", this.#hostOf(branch));
    if (message === "single") {
      const [slotOfOther] = branch.byName.values();
      if (slotOfOther !== undefined) this.#remember(branch.path ?? "", slotOfOther);
    }
    if (message === undefined) for (const form of branch.byName.values()) this.#rememberText(form);
  }

  /** A slot that stands for a whole table, so that its forms are one unit. */
  #hostOf(branch: Branch): Slot {
    const slot = newSlot(branch, undefined);
    slot.value = branch;
    return slot;
  }

  #rememberText(slot: Slot): void {
    const { value, name, branch } = slot;
    if (value.kind === "leaf" && value.node?.kind === "text") this.#remember(keyOf(branch.path, name ?? ""), slot);
  }

  #fill(branch: Branch): void {
    for (const [index, entry] of (branch.collection?.entries ?? []).entries()) {
      const slot = newSlot(branch, entry.name, entry);
      insert(slot, branch.last);
      const key = keyOf(branch.path, entry.name ?? index);
      if (!isOneName(this.#file.text, entry.keyStart)) this.#addGroups(branch.path, entry.name);
      const { node } = entry;
      if (node.kind === "text" || node.kind === "other") slot.value = { kind: "leaf", node, text: undefined };
      else slot.value = this.#flow(node, key, slot);
      if (isAlive(slot)) branch.live += 1;
      if (branch.isList) this.#rememberElement(key, slot);
    }
  }

  #rememberElement(key: string, slot: Slot): void {
    if (slot.value.kind === "leaf" && slot.value.node?.kind === "text") this.#remember(key, slot);
  }

  #addGroups(path: string | undefined, name: string | undefined): void {
    for (let dot = name?.indexOf(".") ?? -1; dot !== -1; dot = name?.indexOf(".", dot + 1) ?? -1) {
      this.#groups.add(keyOf(path, name?.slice(0, dot) ?? ""));
    }
  }

  #flow(node: TomlCollection, path: string, host: Slot): Branch {
    const isList = node.kind === "list";
    const message = messageOf(this.#file, path, node);
    const isPlural = message === "plural";
    const branch = newBranch({ path, host, isList, collection: node, isPlural, staysEmpty: node.entries.length === 0 });
    this.#branches.set(path, branch);
    this.#fill(branch);
    if (isPlural) this.#remember(path, host);
    else if (message === "single") {
      if (branch.first !== undefined) this.#remember(path, branch.first);
    } else if (!isList) for (const slot of branch.byName.values()) this.#rememberText(slot);
    return branch;
  }

  #remember(key: string, slot: Slot): void {
    const known = this.#units.get(key);
    if (known === undefined) this.#units.set(key, [slot]);
    else known.push(slot);
  }

  #live(key: string): Slot | undefined {
    return this.#units.get(key)?.findLast(isAlive);
  }

  #set(key: string, change: FormsChange): void {
    const slot = this.#live(key);
    if (slot === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#write(key, slot, change);
  }

  #write(key: string, slot: Slot, change: FormsChange): void {
    const { value } = slot;
    const { target } = change;
    const { isMessages, language } = this.#file;
    const isPlural = isMessages && becomesPlural(change, value.kind === "branch", language);
    if (value.kind === "branch") {
      if (isPlural) writeForms(value, target, language);
      else writeOther(value, target[0] ?? "");
    } else if (isPlural) this.#makePlural(key, slot, target);
    else writeText(value, target[0] ?? "");
  }

  /** A text alone in its table gets the other forms beside it; one that is a pair's value becomes a table in braces. */
  #makePlural(key: string, slot: Slot, target: readonly string[]): void {
    const { branch, name } = slot;
    if (name === undefined) {
      const offset = slot.entry?.keyStart ?? 0;
      const place = "an element of a list";
      refuseForms(key, target, { text: this.#file.text, offset, path: this.#path, place });
    }
    const isAlone = branch.path === key;
    const forms = isAlone ? branch : openBranch(slot, key, false);
    writeForms(forms, target, this.#file.language);
    this.#units.set(key, [isAlone ? (branch.host ?? this.#hostOf(branch)) : slot]);
  }

  #remove(slot: Slot): void {
    const { value, branch } = slot;
    if (value !== branch) return remove(slot);
    for (const form of branch.byName.values()) remove(form);
  }

  #add(unit: Unit, after: string | undefined): void {
    const { key, source, target } = unit;
    const live = this.#live(key);
    const isPlural = source.length > 1 || target.length > 1;
    if (live !== undefined) return this.#write(key, live, { target, ...(isPlural && { isPlural }) });
    const anchor = after === undefined ? "start" : (this.#units.get(after)?.at(-1) ?? "end");
    if (this.#file.isMessages && !this.#isFlat()) return this.#addMessage(unit, anchor, after);
    const { branch, steps, names } = this.#locate(key, anchor, after);
    let container = branch;
    for (const [index, step] of steps.entries()) {
      const slot = this.#place(container, step, anchor);
      if (names !== undefined && index === 0) this.#dotted.set(slot, names);
      if (index === steps.length - 1) {
        this.#put(slot, target[0] ?? "");
        this.#remember(key, slot);
        return;
      }
      container = this.#group(slot, keyOf(container.path, step), typeof steps[index + 1] === "number");
    }
  }

  /** Messages without plurals may stand as plain pairs; a file that has only those gets more of them. */
  #isFlat(): boolean {
    return this.#style.isFlat;
  }

  #addMessage({ key, target, source }: Unit, anchor: Slot | "start" | "end", after: string | undefined): void {
    const names = this.#stepsOf(key, after);
    const isText = names.every((name) => typeof name === "string");
    const isFree =
      isText && !this.#isTaken(key) && names.slice(1).every((_, index) => !this.#isUnitAt(names, index + 1));
    const branch = this.#table(isFree ? names.map(String) : [key], undefined, anchor).branch;
    if (target.length > 1 || source.length > 1) {
      writeForms(branch, target, this.#file.language);
      this.#remember(key, this.#hostOf(branch));
      return;
    }
    const slot = newSlot(branch, "other");
    insert(slot, branch.last);
    this.#put(slot, target[0] ?? "");
    this.#remember(key, slot);
  }

  /** Some unit or group stands at that path, or has. */
  #isTaken(key: string): boolean {
    return this.#branches.has(key) || this.#groups.has(key) || this.#units.has(key);
  }

  #isUnitAt(names: readonly Step[], length: number): boolean {
    const path = names.slice(0, length).reduce<string | undefined>(keyOf, undefined) ?? "";
    return this.#units.has(path) || this.#branches.has(path);
  }

  #put(slot: Slot, text: string): void {
    const wasAlive = slot.entry !== undefined && isAlive(slot);
    slot.removed = false;
    slot.value = { kind: "leaf", node: slot.value.kind === "leaf" ? slot.value.node : undefined, text };
    if (!wasAlive) countAlive(slot.branch, 1);
  }

  /** A new collection in brackets as the value of a slot. */
  #group(slot: Slot, path: string, isList: boolean): Branch {
    const branch = openBranch(slot, path, isList);
    this.#branches.set(path, branch);
    return branch;
  }

  /** A new table behind the one in which the anchor stands. */
  #table(names: readonly string[], array: string | undefined, anchor: Slot | "start" | "end"): TableSlot {
    const path = array === undefined ? names.join(".") : keyOf(array, this.#arrays.get(array) ?? 0);
    const branch: Branch = newBranch({ path, host: undefined, isList: false });
    const slot: TableSlot = { table: undefined, branch, names, array, next: undefined };
    const before = anchor === "start" ? this.#root : anchor === "end" ? this.#lastTable : this.#tableOf(anchor);
    slot.next = before.next;
    before.next = slot;
    if (before === this.#lastTable) this.#lastTable = slot;
    this.#register(slot);
    return slot;
  }

  #tableAt(names: readonly string[], anchor: Slot | "start" | "end"): Branch {
    return this.#branches.get(names.join(".")) ?? this.#table(names, undefined, anchor).branch;
  }

  #tableOf(slot: Slot): TableSlot {
    let branch: Branch = slot.branch;
    while (branch.host !== undefined) branch = branch.host.branch;
    return this.#tables.get(branch) ?? this.#lastTable;
  }

  /** As another file has the key, or this one that of the unit before it. */
  #stepsOf(key: string, after: string | undefined): readonly Step[] {
    const beside = after === undefined ? undefined : this.#places.get(after);
    return this.#places.get(key) ?? (beside && stepsBeside(key, beside)) ?? splitKey(key);
  }

  #locate(key: string, anchor: Slot | "start" | "end", after: string | undefined): KeyPlace {
    const steps = this.#stepsOf(key, after);
    const paths = steps.map((_, index) => steps.slice(0, index + 1).reduce<string | undefined>(keyOf, undefined) ?? "");
    const depth = paths.findLastIndex(
      (path, index) => index < steps.length - 1 && this.#accepts(path, steps[index + 1]),
    );
    const branch: Branch = this.#branches.get(paths[depth] ?? "") ?? this.#root.branch;
    const rest = steps.slice(depth + 1);
    const isBlocked = rest.slice(1).some((_, index) => this.#isTextAt(paths[depth + 1 + index] ?? ""));
    const isGroup = this.#groups.has(key) || (this.#branches.has(key) && rest.length > 1);
    if (isBlocked || isGroup)
      return { branch, steps: [depth === -1 ? key : key.slice((paths[depth] ?? "").length + 1)] };
    if (rest.length < 2 || branch.host !== undefined) return { branch, steps: rest };
    // Where keys with dots make a group, no header may name it; nor may one lead into an element of a list.
    const isGroupOfDots = this.#groups.has(paths[steps.length - 2] ?? "");
    const isInElement = steps.slice(0, depth + 1).some((step) => typeof step === "number");
    if (!this.#style.hasTables || isGroupOfDots || isInElement) return { branch, ...dotted(rest) };
    const outer = this.#tables.get(branch)?.names ?? [];
    return (
      this.#inNewTable(key, { outer, rest, paths: paths.slice(depth + 1) }, anchor) ?? {
        branch: this.#root.branch,
        steps: [key],
      }
    );
  }

  #accepts(path: string, next: Step | undefined): boolean {
    const branch = this.#branches.get(path);
    return branch !== undefined && branch.isList === (typeof next === "number");
  }

  #isTextAt(path: string): boolean {
    return this.#live(path) !== undefined;
  }

  /** Names up to the last make the table; a list of texts is a pair in it; a list of anything else is one of tables. */
  #inNewTable(
    key: string,
    { outer, rest, paths }: { outer: readonly string[]; rest: readonly Step[]; paths: readonly string[] },
    anchor: Slot | "start" | "end",
  ): KeyPlace | undefined {
    const number = rest.findIndex((step) => typeof step === "number");
    const array = paths[number - 1] ?? "";
    const isOfTables = number === rest.length - 2 && typeof rest[number + 1] === "string" && !this.#branches.has(array);
    const inline = paths.findIndex((path) => this.#style.inline.has(path));
    if (number === -1 || !isOfTables || inline !== -1) {
      const last = number === -1 ? rest.length - 1 : number - 1;
      const names = rest.slice(0, inline === -1 ? last : Math.min(inline, last)).map(String);
      const path = [...outer, ...names];
      const branch = path.length === 0 ? this.#root.branch : this.#tableAt(path, anchor);
      return { branch, steps: rest.slice(names.length) };
    }
    const isNext = rest[number] === (this.#arrays.get(array) ?? 0) && !this.#isTaken(key);
    if (!isNext) return undefined;
    const names = [...outer, ...rest.slice(0, number).map(String)];
    return { branch: this.#table(names, array, anchor).branch, steps: rest.slice(number + 1) };
  }

  /** The slot for a step inside a collection: one that holds no text yet, or a new one behind the anchor. */
  #place(branch: Branch, step: Step, anchor: Slot | "start" | "end"): Slot {
    if (typeof step === "number") {
      const element = elementAt(branch, step);
      return isAlive(element) ? this.#vacant(element) : element;
    }
    const existing = branch.byName.get(step);
    if (existing !== undefined && isAlive(existing)) return this.#vacant(existing);
    if (this.#isGroup(branch, step)) throw this.#error(branch.first, step, "a group of texts");
    const slot = newSlot(branch, step);
    insert(slot, placeBehind(branch, typeof anchor === "object" && anchor.value === branch ? "end" : anchor));
    return slot;
  }

  /** Tables or keys with dots have that name, and stay. */
  #isGroup({ path: outer, byName }: Branch, step: string): boolean {
    const path = keyOf(outer, step);
    if (this.#groups.has(path) && byName.entries().some(([name, slot]) => name.startsWith(`${step}.`) && isAlive(slot)))
      return true;
    if (!this.#branches.has(path) && !this.#file.parents.has(path) && !this.#arrays.has(path)) return false;
    return this.#tables.keys().some(({ path: own = "", live, collection }) => {
      const isIn = own === path || own.startsWith(`${path}.`) || own.startsWith(`${path}[`);
      return isIn && (live > 0 || collection?.entries.length === 0);
    });
  }

  /** A number gives way to a text; a text or a group of texts does not. */
  #vacant(slot: Slot): Slot {
    const { value, name = "" } = slot;
    if (value.kind === "leaf" && value.node?.kind === "other" && value.text === undefined) return slot;
    throw this.#error(slot, name, value.kind === "branch" ? "a group of texts" : "a text");
  }

  #error(slot: Slot | undefined, name: string, what: string): Error {
    const message = `"${name}" is ${what} here and something else in what is to be added`;
    return errorAt(this.#file.text, slot?.entry?.keyStart ?? 0, message, this.#path);
  }
}
