import { isEmpty } from "../catalog/texts.ts";
import { CONTEXT_SEPARATOR, unitStates, type Unit } from "../catalog/unit.ts";
import { additionsOf, type Donor, type NewUnit, type PlainChange, type UnitChange } from "../catalog/unit-change.ts";
import { defined } from "../core/defined.ts";
import type { Format, FormatCore, ReadOptions } from "./format.ts";
import { errorAt } from "./text/source-text.ts";
import { refuseForms } from "./plural-changes.ts";
import { refuseUnmeant } from "./text/unmeant-bytes.ts";
import { transplant } from "./transplant.ts";

/** A format that takes every kind of change: renames, donors, units of which only key and texts are told. */
export function defineFormat(core: FormatCore): Format {
  const { layout: _, companion: __, tellsWideBytes = false, takesNoHalves = false, ...format } = core;
  const refuse = (bytes: Uint8Array, { path, charset }: ReadOptions): void =>
    refuseUnmeant(bytes, path, tellsWideBytes || charset !== undefined);
  return {
    ...format,

    read(bytes, options = {}) {
      refuse(bytes, options);
      return core.read(bytes, options);
    },

    patch(bytes, changes, options = {}) {
      if (changes.length > 0) refuse(bytes, options);
      if (core.holdsOneForm === true) refusePlurals(core.id, changes, options.path);
      const { plain, donors } = new PlainChanges(core, bytes, options).of(changes);
      if (takesNoHalves) refuseHalves(core.id, plain, options.path);
      if (donors.size === 0) return core.patch(bytes, plain, options);
      return transplant(core, bytes, { changes: plain, donors }, options);
    },

    create(catalogue, options, like) {
      if (takesNoHalves) refuseHalves(core.id, additionsOf(catalogue.units), undefined);
      return core.create(catalogue, options, like);
    },
  };
}

/** @throws {FormatError} */
function refusePlurals(id: string, changes: readonly UnitChange[], path: string | undefined): void {
  for (const change of changes) {
    if (change.kind === "remove" || change.kind === "rename") continue;
    const { key, target } = change.kind === "add" ? change.unit : change;
    refuseForms(key, target, { path, place: `a string of ${id}` });
  }
}

/** Encoded, they would become another character. @throws {FormatError} */
function refuseHalves(id: string, changes: readonly PlainChange[], path: string | undefined): void {
  for (const change of changes) {
    if (change.kind === "remove") continue;
    const broken = (change.kind === "add" ? change.unit : change).target.find((text) => !text.isWellFormed());
    if (broken === undefined) continue;
    const message = `${JSON.stringify(broken)} has half of a character (a lone surrogate), which ${id} cannot hold`;
    throw errorAt("", 0, message, path);
  }
}

/** Changes as the format knows them, and where the entries come from that are added, by their new keys. */
class PlainChanges {
  readonly #core: FormatCore;
  readonly #bytes: Uint8Array;
  readonly #options: ReadOptions;
  #known: Map<string, Unit> | undefined;
  /** What changes made of units so far. */
  readonly #changed = new Map<string, Unit>();
  readonly #donors = new Map<string, Donor>();

  constructor(core: FormatCore, bytes: Uint8Array, options: ReadOptions) {
    this.#core = core;
    this.#bytes = bytes;
    this.#options = options;
  }

  of(changes: readonly UnitChange[]): {
    readonly plain: readonly PlainChange[];
    readonly donors: ReadonlyMap<string, Donor>;
  } {
    const hasRenames = changes.some(({ kind }) => kind === "rename");
    const plain = changes.flatMap((change): PlainChange[] => {
      if (change.kind === "rename") return this.#rename(change);
      if (hasRenames) this.#note(change);
      if (change.kind !== "add") return [change];
      const { unit: said, after, donor } = change;
      const unit = wholeUnit(said, this.#core.kind);
      if (donor !== undefined) this.#donors.set(unit.key, donor);
      return [{ kind: "add", unit, ...defined({ after, donor }) }];
    });
    return { plain: removalsFirst(plain), donors: this.#donors };
  }

  #note(change: Exclude<UnitChange, { kind: "rename" }>): void {
    if (change.kind === "add") this.#changed.set(change.unit.key, wholeUnit(change.unit, this.#core.kind));
    if (change.kind !== "set") return;
    const unit = this.#unit(change.key);
    if (unit === undefined) return;
    const { target, state = isEmpty(target) ? unitStates.untranslated : unitStates.translated } = change;
    this.#changed.set(change.key, { ...unit, target, state });
  }

  #unit(key: string): Unit | undefined {
    this.#known ??= new Map(this.#core.read(this.#bytes, this.#options).units.map((unit) => [unit.key, unit]));
    return this.#changed.get(key) ?? this.#known.get(key);
  }

  /** What a key says of its unit. XLIFF's names an id, and its source stays. */
  #named(former: Unit, to: string): Partial<Unit> {
    const { kind } = this.#core;
    const { context, source } = wholeUnit({ key: to, target: [] }, kind);
    if (kind === "monolingual") return { context };
    const [text] = wholeUnit({ key: former.key, target: [] }, kind).source;
    if (text === former.source[0]) return { context, source: [...source, ...former.source.slice(1)] };
    return former.context === former.key ? { context: to } : {};
  }

  /** The entry leaves, and comes back in its place under its new name. */
  #rename({ key, to, unit: said }: Extract<UnitChange, { kind: "rename" }>): PlainChange[] {
    const former = this.#unit(key);
    if (former === undefined) throw new RangeError(`no unit "${key}" in the file`);
    const unit = { ...former, ...this.#named(former, to), ...said, key: to };
    this.#changed.set(to, unit);
    if (this.#known?.has(key) === true) this.#donors.set(to, { bytes: this.#bytes, key });
    return [
      { kind: "remove", key },
      { kind: "add", unit, after: key },
    ];
  }
}

/** What goes makes room for what comes: a group where a text was, or a text where a group was. */
function removalsFirst(changes: readonly PlainChange[]): readonly PlainChange[] {
  const named = new Set<string>();
  const first = new Set<PlainChange>();
  for (const change of changes) {
    const key = change.kind === "add" ? change.unit.key : change.key;
    // What was there before alone goes first, and not what came since.
    if (change.kind === "remove" && !named.has(key)) first.add(change);
    named.add(key);
  }
  return first.size === 0 ? changes : [...first, ...changes.filter((change) => !first.has(change))];
}

function wholeUnit(unit: NewUnit, kind: Format["kind"]): Unit {
  const { key, target } = unit;
  const at = key.indexOf(CONTEXT_SEPARATOR);
  const isKeyed = kind === "monolingual";
  return {
    context: isKeyed ? key : key.slice(0, Math.max(at, 0)),
    source: isKeyed ? [] : [key.slice(at + 1)],
    state: isEmpty(target) ? unitStates.untranslated : unitStates.translated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 0,
    ...unit,
  };
}
