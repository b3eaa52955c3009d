import type { PlainChange } from "../../catalog/unit-change.ts";
import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";

/** What is to become of a unit of the file. */
export interface Override {
  readonly target: readonly string[];
  /** Undefined: translated, or untranslated where every text is empty. */
  readonly state: UnitState | undefined;
}

/** A unit of the file, or a new one. Removed ones stay as anchors for additions. */
export interface Block<Entry, Parent> {
  /** Undefined for what stands before a section's first unit. */
  readonly section: Section<Entry, Parent> | undefined;
  /** Of the file; undefined for a new one. */
  readonly entry: Entry | undefined;
  /** A new one. */
  unit: Unit | undefined;
  override: Override | undefined;
  removed: boolean;
  next: Block<Entry, Parent> | undefined;
  /** The one before it that has the same key. */
  readonly twin: Block<Entry, Parent> | undefined;
}

/** Units that stand in one element: `<file>`, `<context>`. */
export interface Section<Entry, Parent> {
  readonly parent: Parent;
  readonly top: Block<Entry, Parent>;
  last: Block<Entry, Parent>;
}

/** The units of a file by their sections, and what changes make of them. */
export class SectionedUnits<Entry, Parent> {
  readonly #sections: Section<Entry, Parent>[] = [];
  readonly #byKey = new Map<string, Block<Entry, Parent>>();

  get sections(): readonly Section<Entry, Parent>[] {
    return this.#sections;
  }

  /** @param after the section it follows; undefined: at the start */
  addSection(parent: Parent, after: Section<Entry, Parent> | undefined): Section<Entry, Parent> {
    const top = newBlock<Entry, Parent>(undefined, undefined, undefined, undefined);
    const section = { parent, top, last: top };
    this.#sections.splice(after === undefined ? 0 : this.#sections.lastIndexOf(after) + 1, 0, section);
    return section;
  }

  /** A unit of the file. @param key undefined for one that changes do not know */
  append(section: Section<Entry, Parent>, entry: Entry, key: string | undefined): Block<Entry, Parent> {
    return this.#insert(section, section.last, key, entry, undefined);
  }

  /** @param sectionFor where a new unit goes, by the section of the unit it follows */
  apply(
    changes: readonly PlainChange[],
    sectionFor: (unit: Unit, after: Section<Entry, Parent> | undefined) => Section<Entry, Parent>,
  ): void {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, { target: change.target, state: change.state });
      else if (change.kind === "remove") this.#remove(change.key);
      else if (this.#live(change.unit.key) !== undefined) this.#set(change.unit.key, change.unit);
      else this.#add(change.unit, change.after, sectionFor);
    }
  }

  #live(key: string): Block<Entry, Parent> | undefined {
    let block = this.#byKey.get(key);
    while (block?.removed === true) block = block.twin;
    return block;
  }

  #set(key: string, { target, state }: Override): void {
    const block = this.#live(key);
    if (block === undefined) throw new RangeError(`no unit "${key}" in the file`);
    if (block.unit === undefined) block.override = { target, state };
    else block.unit = { ...block.unit, target, state: state ?? unitStates.translated };
  }

  #add(
    unit: Unit,
    after: string | undefined,
    sectionFor: (unit: Unit, after: Section<Entry, Parent> | undefined) => Section<Entry, Parent>,
  ): void {
    const anchor = after === undefined ? undefined : this.#byKey.get(after);
    const section = sectionFor(unit, anchor?.section);
    const start = after === undefined || this.#isAbove(anchor?.section, section) ? section.top : section.last;
    this.#insert(section, anchor?.section === section ? anchor : start, unit.key, undefined, unit);
  }

  #isAbove(one: Section<Entry, Parent> | undefined, other: Section<Entry, Parent>): boolean {
    return one !== undefined && one !== other && this.#sections.indexOf(one) < this.#sections.indexOf(other);
  }

  #remove(key: string): void {
    for (let block = this.#byKey.get(key); block !== undefined; block = block.twin) block.removed = true;
  }

  #insert(
    section: Section<Entry, Parent>,
    anchor: Block<Entry, Parent>,
    key: string | undefined,
    entry: Entry | undefined,
    unit: Unit | undefined,
  ): Block<Entry, Parent> {
    const block = newBlock(section, entry, unit, key === undefined ? undefined : this.#byKey.get(key));
    block.next = anchor.next;
    anchor.next = block;
    if (anchor === section.last) section.last = block;
    if (key !== undefined) this.#byKey.set(key, block);
    return block;
  }
}

function newBlock<Entry, Parent>(
  section: Section<Entry, Parent> | undefined,
  entry: Entry | undefined,
  unit: Unit | undefined,
  twin: Block<Entry, Parent> | undefined,
): Block<Entry, Parent> {
  return { section, entry, unit, override: undefined, removed: false, next: undefined, twin };
}

/** The units of a section, in order, removed ones too. */
export function* blocksOf<Entry, Parent>(section: Section<Entry, Parent>): Generator<Block<Entry, Parent>> {
  for (let block = section.top.next; block !== undefined; block = block.next) yield block;
}

/** The new units of a section that are still to be written. */
export function newUnits<Entry, Parent>(section: Section<Entry, Parent>): readonly Unit[] {
  return [...blocksOf(section)].flatMap(({ unit, removed }) => (unit === undefined || removed ? [] : [unit]));
}
