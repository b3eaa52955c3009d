import { isEmpty } from "../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { KeyTable } from "./text/key-table.ts";

/** What a file of keys and texts says of one. */
export interface KeyedText {
  readonly key: string;
  /** One text a plural form. */
  readonly target: readonly string[];
  readonly note: string;
  readonly line: number;
}

const NONE: readonly string[] = [];

/** Units of a monolingual file; their sources are the template's. Of a key that is there twice the last one counts. */
export class KeyedUnits {
  readonly #sources: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #units: Unit[] = [];
  readonly #keys = new KeyTable((number) => this.#units[number]?.key ?? "");

  constructor(template: Catalogue | undefined) {
    if (template !== undefined) this.#sources = new Map(template.units.map(({ key, target }) => [key, target]));
  }

  add({ key, target, note, line }: KeyedText): void {
    const unit: Unit = {
      key,
      context: key,
      source: this.#sources?.get(key) ?? NONE,
      target,
      state: isEmpty(target) ? unitStates.untranslated : unitStates.translated,
      note,
      location: "",
      flags: "",
      previousSource: "",
      line,
    };
    const earlier = this.#keys.add(key);
    if (earlier === undefined) this.#units.push(unit);
    else this.#units[earlier] = unit;
  }

  all(): readonly Unit[] {
    return this.#units;
  }
}

export function keyedUnits(texts: Iterable<KeyedText>, template: Catalogue | undefined): readonly Unit[] {
  const units = new KeyedUnits(template);
  for (const text of texts) units.add(text);
  return units.all();
}
