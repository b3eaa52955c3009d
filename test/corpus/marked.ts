import { unitStates, type Catalogue, type Unit } from "../../src/catalog/unit.ts";
import type { UnitChange } from "../../src/formats/format.ts";

/** A unit with a text that it did not have. */
export interface MarkedUnit {
  readonly unit: Unit;
  readonly target: readonly string[];
}

/** Puts a word of its own before each text, which stays a text that a translator could have written: placeholders and line ends are there. */
export function marked(unit: Unit, index: number): MarkedUnit {
  const target = unit.target.map((text, form) => {
    const whole = text === "" ? (unit.source.at(-1) ?? "") : text;
    const blanks = /^\s*/.exec(whole)?.[0] ?? "";
    return `${blanks}Q${String(index)}x${String(form)}${whole.slice(blanks.length)}`;
  });
  return { unit, target };
}

export function changeOf({ unit, target }: MarkedUnit): UnitChange {
  return { kind: "set", key: unit.key, target, state: markedState(unit) };
}

function markedState({ state }: Unit): Unit["state"] {
  return state === unitStates.untranslated ? unitStates.translated : state;
}

/** What the file has to say once some of its units are marked. */
export function expected(units: readonly Unit[], changed: readonly MarkedUnit[]): readonly unknown[] {
  const byUnit = new Map(changed.map((one) => [one.unit, one]));
  return units.map((unit) => {
    const target = byUnit.get(unit)?.target ?? unit.target;
    return meaning({ ...unit, target, state: byUnit.has(unit) ? markedState(unit) : unit.state });
  });
}

export function said({ units }: Catalogue): readonly unknown[] {
  return units.map(meaning);
}

function meaning({ key, context, source, target, state, note, location, flags }: Unit): unknown {
  return { key, context, source, target, state, note, location, flags };
}

const LEAST_SAMPLES = 4;

/** Units spread evenly over a file, the first among them; as many as the work of reading it again for each allows. */
export function sample(units: readonly Unit[], bytes: number, budget: number): readonly MarkedUnit[] {
  const count = Math.max(LEAST_SAMPLES, Math.floor(budget / Math.max(bytes, 1)));
  const step = Math.max(1, Math.ceil(units.length / count));
  return units.flatMap((unit, index) => (index % step === 0 ? [marked(unit, index)] : []));
}
