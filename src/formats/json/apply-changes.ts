import type { Unit } from "../../catalog/unit.ts";
import type { PlainChange } from "../../catalog/unit-change.ts";
import type { JsonEditor } from "./edit.ts";
import type { JsonEntry, JsonWriter } from "./entry.ts";

/** Applies changes of units, one after the other, to the tree that an editor holds. */
export function applyChanges<Entry extends JsonEntry>(
  writer: JsonWriter<Entry>,
  editor: JsonEditor,
  entries: readonly Entry[],
  changes: readonly PlainChange[],
): void {
  const changed = new ChangedUnits(writer, editor, entries);
  for (const change of changes) {
    if (change.kind === "add") changed.add(change.unit, change.after);
    else if (change.kind === "remove") changed.remove(change.key);
    else changed.set(change);
  }
}

class ChangedUnits<Entry extends JsonEntry> {
  readonly #writer: JsonWriter<Entry>;
  readonly #editor: JsonEditor;
  /** The last entry of each key; a removed one is still a place for additions. */
  readonly #entries = new Map<string, Entry>();
  /** Those before the last one of their key. */
  readonly #earlier = new Map<string, Entry[]>();
  readonly #removed = new Set<string>();

  constructor(writer: JsonWriter<Entry>, editor: JsonEditor, entries: readonly Entry[]) {
    this.#writer = writer;
    this.#editor = editor;
    for (const entry of entries) {
      const before = this.#entries.get(entry.key);
      if (before !== undefined) this.#rememberEarlier(before);
      this.#entries.set(entry.key, entry);
    }
  }

  #rememberEarlier(entry: Entry): void {
    const known = this.#earlier.get(entry.key);
    if (known === undefined) this.#earlier.set(entry.key, [entry]);
    else known.push(entry);
  }

  set({ key, target, state }: Extract<PlainChange, { kind: "set" }>): void {
    const entry = this.#live(key);
    if (entry === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#entries.set(key, this.#writer.set(entry, target, state));
  }

  add(unit: Unit, after: string | undefined): void {
    const { key } = unit;
    const live = this.#live(key);
    const anchor = after === undefined ? "start" : (this.#entries.get(after)?.members.at(-1) ?? "end");
    const entry = live === undefined ? this.#writer.add(unit, anchor) : this.#writer.set(live, unit.target, unit.state);
    this.#entries.set(key, entry);
    this.#removed.delete(key);
  }

  remove(key: string): void {
    const entry = this.#live(key);
    if (entry === undefined) return;
    for (const one of [...(this.#earlier.get(key) ?? []), entry]) this.#removeEntry(one);
    this.#earlier.delete(key);
    this.#removed.add(key);
  }

  #removeEntry(entry: Entry): void {
    if (this.#writer.remove !== undefined) this.#writer.remove(entry);
    else for (const member of entry.members) this.#editor.remove(member);
  }

  #live(key: string): Entry | undefined {
    return this.#removed.has(key) ? undefined : this.#entries.get(key);
  }
}
