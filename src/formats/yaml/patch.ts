import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { applyLineEdits } from "../text/line-edits.ts";
import { errorAt } from "../text/source-text.ts";
import { splitKey, type Step } from "./key.ts";
import { keyOf, type YamlCollection, type YamlEntry, type YamlNode, type Branch, type Slot } from "./node.ts";
import { type YamlCatalogueFile } from "./units.ts";
import { parse } from "./parse.ts";
import { styleOf, type YamlStyle } from "./style.ts";
import {
  countAlive,
  elementAt,
  insert,
  isAlive,
  keptSlots,
  newBranch,
  newSlot,
  openBranch,
  placeBehind,
  remove,
  textOf,
  writeText,
} from "../text/node-tree.ts";
import { becomesPlural, type FormsChange } from "../plural-changes.ts";
import { isPluralMap, writeForms } from "../text/plural-map.ts";
import { Writer } from "./writer.ts";

export interface PatchOptions {
  readonly path?: string | undefined;
  readonly style?: YamlStyle;
  /** Steps of a key where another file has it. */
  readonly places?: ReadonlyMap<string, readonly Step[]>;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(file: YamlCatalogueFile, changes: readonly PlainChange[], options: PatchOptions = {}): string {
  return changes.length === 0 ? file.text : new Patch(file, options).apply(changes);
}

class Patch {
  readonly #file: YamlCatalogueFile;
  readonly #path: string | undefined;
  readonly #style: YamlStyle;
  readonly #places: ReadonlyMap<string, readonly Step[]>;
  /** The whole file, and the collection in it that holds the units. */
  readonly #document: Branch;
  #root: Branch;
  /** Units by key; more than one slot where the file has a key twice. */
  readonly #units = new Map<string, Slot[]>();
  readonly #branches = new Map<string, Branch>();

  constructor(file: YamlCatalogueFile, { path, style, places }: PatchOptions) {
    this.#file = file;
    this.#path = path;
    this.#style = style ?? styleOf(file);
    this.#places = places ?? new Map();
    const { root, frame } = file;
    const isList = root?.kind === "list";
    this.#document = newBranch({ path: undefined, host: undefined, isList, collection: root, staysEmpty: true });
    this.#root = this.#document;
    if (frame === undefined) this.#fill(this.#document);
    else this.#root = this.#frame(frame);
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    const { text } = this.#file;
    const written = applyLineEdits(text, new Writer(this.#file, this.#style, this.#path).edits(this.#document));
    return this.#endsWithBlock(written) ? written + this.#style.lineEnd : written;
  }

  /** A block that has a line break at its end has it in the file, too: most readers lose it where the file ends before. */
  #endsWithBlock(written: string): boolean {
    const { text } = this.#file;
    const last = lastSlot(this.#document);
    if (text === "" || written.endsWith("\n") || last?.value.kind !== "leaf") return false;
    const isAsItWas = last.value.text === undefined && last.entry?.node.end === text.length;
    if (isAsItWas || textOf(last.value)?.endsWith("\n") !== true) return false;
    let node: YamlNode | undefined = parse(written, this.#path).root;
    while (node?.kind === "map" || node?.kind === "list") node = node.entries.at(-1)?.node;
    if (node?.kind !== "text") return false;
    return (node.style === "literal" || node.style === "folded") && node.end === written.length;
  }

  /** The entry that names the language, with the units in it. */
  #frame(entry: YamlEntry): Branch {
    const host = newSlot(this.#document, entry.name, entry);
    insert(host, undefined);
    this.#document.live = 1;
    const collection = entry.node.kind === "map" ? entry.node : undefined;
    const branch = newBranch({ path: undefined, host, isList: false, collection, staysEmpty: true });
    host.value = branch;
    this.#fill(branch);
    return branch;
  }

  #fill(branch: Branch): void {
    for (const [index, entry] of (branch.collection?.entries ?? []).entries()) {
      const slot = newSlot(branch, entry.name, entry);
      insert(slot, branch.last);
      const isUnreadable = !branch.isList && entry.name === undefined;
      const key = keyOf(branch.path, entry.name ?? index);
      const { node } = entry;
      if (node.kind === "text" || node.kind === "other") slot.value = { kind: "leaf", node, text: undefined };
      else slot.value = this.#branchOf(node, key, slot);
      if (isAlive(slot)) branch.live += 1;
      if (node.kind === "text" && !isUnreadable) this.#remember(key, slot);
    }
  }

  #branchOf(node: YamlCollection, path: string, host: Slot): Branch {
    const isPlural = this.#file.hasPlurals && isPluralMap(node);
    const staysEmpty = node.entries.length === 0 || this.#isReferredTo(node);
    const branch = newBranch({ path, host, isList: node.kind === "list", collection: node, isPlural, staysEmpty });
    if (isPlural) {
      this.#remember(path, host);
      for (const entry of node.entries) this.#form(branch, entry);
    } else {
      this.#branches.set(path, branch);
      this.#fill(branch);
    }
    return branch;
  }

  #form(branch: Branch, entry: YamlEntry): void {
    const slot = newSlot(branch, entry.name, entry);
    const { node } = entry;
    if (node.kind === "text" || node.kind === "other") slot.value = { kind: "leaf", node, text: undefined };
    insert(slot, branch.last);
    branch.live += 1;
  }

  #isReferredTo({ anchor }: YamlNode): boolean {
    return anchor !== undefined && this.#file.aliases.has(anchor);
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
    const { hasPlurals, language } = this.#file;
    const isPlural = hasPlurals && becomesPlural(change, value.kind === "branch", language);
    if (isPlural !== (value.kind === "branch")) {
      this.#refuseRepeated(key, slot, "changed into something else");
      this.#put(slot, key, target, isPlural);
    } else if (value.kind === "branch") writeForms(value, target, language);
    else writeText(value, target[0] ?? "");
  }

  #remove(key: string): void {
    for (const slot of this.#units.get(key) ?? []) {
      if (isAlive(slot)) this.#refuseRepeated(key, slot, "removed");
      remove(slot);
    }
  }

  #refuseRepeated(key: string, slot: Slot, what: string): void {
    const node = slot.value.kind === "leaf" ? slot.value.node : slot.value.collection;
    if (node?.anchor === undefined || !this.#isReferredTo(node)) return;
    const line = String(this.#file.aliases.get(node.anchor));
    throw this.#error(slot, `"${key}" cannot be ${what}: line ${line} repeats it by *${node.anchor}`);
  }

  #add(unit: Unit, after: string | undefined): void {
    const { key, source, target } = unit;
    const isPlural = this.#file.hasPlurals && (target.length > 1 || source.length > 1);
    const live = this.#live(key);
    if (live !== undefined) return this.#write(key, live, { target, ...(isPlural && { isPlural }) });
    const anchor = after === undefined ? "start" : (this.#units.get(after)?.at(-1) ?? "end");
    const { branch, steps } = this.#locate(key);
    let container = branch;
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      const slot = this.#place(container, step, anchor);
      if (next === undefined) {
        this.#put(slot, key, target, isPlural);
        this.#remember(key, slot);
        return;
      }
      container = this.#group(slot, keyOf(container.path, step), typeof next === "number");
    }
  }

  #put(slot: Slot, key: string, target: readonly string[], isPlural: boolean): void {
    const wasAlive = slot.entry !== undefined && isAlive(slot);
    slot.removed = false;
    if (isPlural) {
      const forms = newBranch({ path: key, host: slot, isList: false, isPlural, staysEmpty: wasAlive });
      slot.value = forms;
      writeForms(forms, target, this.#file.language);
    } else {
      const node = slot.value.kind === "leaf" ? slot.value.node : undefined;
      slot.value = { kind: "leaf", node, text: target[0] ?? "" };
    }
    if (!wasAlive) countAlive(slot.branch, 1);
  }

  /** A new collection as the value of a slot. */
  #group(slot: Slot, path: string, isList: boolean): Branch {
    const branch = openBranch(slot, path, isList);
    this.#branches.set(path, branch);
    return branch;
  }

  /** The innermost collection that is there, and the steps that lead from it to the key. */
  #locate(key: string): { branch: Branch; steps: readonly Step[] } {
    const steps = this.#places.get(key) ?? splitKey(key, this.#root.isList);
    for (let length = steps.length - 1; length > 0; length -= 1) {
      const path = steps.slice(0, length).reduce<string | undefined>(keyOf, undefined) ?? "";
      const branch = this.#branches.get(path);
      const isFitting = branch !== undefined && branch.isList === (typeof steps[length] === "number");
      if (isFitting) return { branch, steps: steps.slice(length) };
    }
    return { branch: this.#root, steps };
  }

  /** The slot for a step inside a collection: one that holds no text yet, or a new one behind the anchor. */
  #place(branch: Branch, step: Step, anchor: Slot | "start" | "end"): Slot {
    if (typeof step === "number") {
      const element = elementAt(branch, step);
      return isAlive(element) ? this.#vacant(element) : element;
    }
    if (branch.isList)
      throw this.#error(branch.first, `"${step}" cannot be added: what is here is a list, "[0]" its first key`);
    const existing = branch.byName.get(step);
    if (existing !== undefined && isAlive(existing)) return this.#vacant(existing);
    const slot = newSlot(branch, step);
    insert(slot, placeBehind(branch, anchor));
    return slot;
  }

  /** A number or nothing gives way to a text; a text or a group of texts does not. */
  #vacant(slot: Slot): Slot {
    const { value, name } = slot;
    if (value.kind === "leaf" && value.node?.kind === "other" && value.node.isVacant && value.text === undefined)
      return slot;
    const what = value.kind === "branch" ? "a group of texts" : value.node?.kind === "other" ? "no text" : "a text";
    throw this.#error(slot, `${JSON.stringify(name ?? "")} is ${what} here and something else in what is to be added`);
  }

  #error(slot: Slot | undefined, message: string): Error {
    return errorAt(this.#file.text, slot?.entry?.keyStart ?? 0, message, this.#path);
  }
}

/** The last text or other value that is written. */
function lastSlot(branch: Branch): Slot | undefined {
  const slot = [...keptSlots(branch)].at(-1);
  return slot?.value.kind === "branch" ? (lastSlot(slot.value) ?? slot) : slot;
}
