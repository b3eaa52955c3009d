import { isEmpty } from "../../catalog/difference.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Catalogue, type Unit, type UnitState } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { Format } from "../../formats/format.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

export interface WriteOptions {
  readonly path: string;
  /** The service's code. */
  readonly language: string;
  readonly template: Catalogue | undefined;
  /** The template's bytes: what a string is besides its text, it is there. */
  readonly donor: Uint8Array | undefined;
  readonly languageForms: number;
}

/** The file with the units' texts: what it has is set, what it lacks is added after the key it follows in the template. */
export function writeUnits(
  format: Format,
  bytes: Uint8Array,
  units: readonly UnitRecord[],
  { path, language, template, donor, languageForms }: WriteOptions,
): Uint8Array {
  const present = new Set(format.read(bytes, { path, language }).units.map(({ key }) => key));
  const order = (template?.units ?? []).map(({ key }) => key);
  const changes: UnitChange[] = [];
  for (const unit of units) {
    const target = texts(unit.target);
    if (present.has(unit.key)) {
      changes.push({ kind: "set", key: unit.key, target, state: fileState(unit.state, target) });
    } else if (!isEmpty(target) || template === undefined) {
      const after = predecessor(unit.key, order, present) ?? lastOf(present);
      changes.push({
        kind: "add",
        unit: asUnit(unit, target, languageForms),
        ...defined({ after }),
        ...(donor !== undefined && { donor: { bytes: donor, key: unit.key } }),
      });
      present.add(unit.key);
    }
  }
  return format.patch(bytes, changes, { path, language, ...defined({ template }) });
}

/** The nearest earlier key of the template that the file has. */
function predecessor(key: string, order: readonly string[], present: ReadonlySet<string>): string | undefined {
  const place = order.indexOf(key);
  return place < 0 ? undefined : order.slice(0, place).findLast((earlier) => present.has(earlier));
}

function lastOf(keys: ReadonlySet<string>): string | undefined {
  return [...keys].at(-1);
}

/** What of a state a file can say; that a string is approved, few formats can. */
function fileState(state: number, target: readonly string[]): UnitState {
  if (isEmpty(target)) return unitStates.untranslated;
  if (state === unitStates.needsEditing || state === unitStates.approved) return state;
  return unitStates.translated;
}

function asUnit(row: UnitRecord, target: readonly string[], languageForms: number): Unit {
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
