import { isEmpty } from "../../catalog/texts.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Catalogue, type Unit, type UnitState } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { Format } from "../../formats/format.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** A string as a file has it. */
export type WrittenUnit = Pick<
  UnitRecord,
  "id" | "key" | "context" | "source" | "target" | "state" | "note" | "location" | "flags" | "previous_source"
>;

export interface WriteOptions {
  readonly path: string;
  /** The service's code. */
  readonly language: string;
  readonly template: Catalogue | undefined;
  /** The template's bytes: what a string is besides its text, it is there. */
  readonly donor: Uint8Array | undefined;
  readonly languageForms: number;
  /** Whether the template has a plural under that key; without it, a string's source tells where it has several texts. */
  readonly isPlural?: ((key: string) => boolean | undefined) | undefined;
  /** Keys that the file has; default: they are read from it. */
  readonly keys?: ReadonlySet<string> | undefined;
}

/** @throws {FormatError} */
export function keysOf(
  format: Format,
  bytes: Uint8Array,
  { path, language }: Pick<WriteOptions, "path" | "language">,
): ReadonlySet<string> {
  return new Set(format.read(bytes, { path, language }).units.map(({ key }) => key));
}

/** The file with the units' texts: what it has is set, what it lacks is added after the key it follows in the template. */
export function writeUnits(
  format: Format,
  bytes: Uint8Array,
  units: readonly WrittenUnit[],
  { path, language, template, donor, languageForms, isPlural, keys }: WriteOptions,
): Uint8Array {
  const present = new Set(keys ?? keysOf(format, bytes, { path, language }));
  const order = (template?.units ?? []).map(({ key }) => key);
  const places = new Map(order.map((key, place) => [key, place]));
  /** The nearest earlier key of the template that the file has. */
  const predecessor = (key: string): string | undefined => {
    let place = places.get(key) ?? 0;
    while (place > 0) {
      place -= 1;
      const earlier = order[place];
      if (earlier !== undefined && present.has(earlier)) return earlier;
    }
    return undefined;
  };
  let [last] = [...present].slice(-1);
  const changes: UnitChange[] = [];
  for (const unit of units) {
    const target = texts(unit.target);
    if (present.has(unit.key)) {
      const plural = texts(unit.source).length > 1 ? true : isPlural?.(unit.key);
      changes.push({
        kind: "set",
        key: unit.key,
        target,
        state: fileState(unit.state, target),
        ...defined({ isPlural: plural }),
      });
    } else if (!isEmpty(target) || template === undefined) {
      const after = predecessor(unit.key) ?? last;
      changes.push({
        kind: "add",
        unit: asUnit(unit, target, languageForms),
        ...defined({ after }),
        ...(donor !== undefined && { donor: { bytes: donor, key: unit.key } }),
      });
      present.add(unit.key);
      last = unit.key;
    }
  }
  return format.patch(bytes, changes, { path, language, ...defined({ template }) });
}

/** What of a state a file can say; that a string is approved, few formats can. */
function fileState(state: number, target: readonly string[]): UnitState {
  if (isEmpty(target)) return unitStates.untranslated;
  if (state === unitStates.needsEditing || state === unitStates.approved) return state;
  return unitStates.translated;
}

function asUnit(row: WrittenUnit, target: readonly string[], languageForms: number): Unit {
  const source = texts(row.source);
  return {
    key: row.key,
    context: row.context,
    source,
    target: source.length > 1 && target.length < languageForms ? [...target, ""].slice(0, languageForms) : target,
    state: fileState(row.state, target),
    note: row.note,
    location: row.location,
    flags: row.flags,
    previousSource: row.previous_source,
    line: 0,
  };
}
