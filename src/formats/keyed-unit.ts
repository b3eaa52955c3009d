import { isEmpty } from "../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";

/** What a file of keys and texts says of one. */
export interface KeyedText {
  readonly key: string;
  /** One text a plural form. */
  readonly target: readonly string[];
  readonly note: string;
  readonly line: number;
}

/** Units of a monolingual file; their sources are the template's. */
export function keyedUnits(texts: Iterable<KeyedText>, template: Catalogue | undefined): readonly Unit[] {
  const sources = new Map(template?.units.map(({ key, target }) => [key, target]));
  return Array.from(texts, ({ key, target, note, line }) => ({
    key,
    context: key,
    source: sources.get(key) ?? [],
    target,
    state: isEmpty(target) ? unitStates.untranslated : unitStates.translated,
    note,
    location: "",
    flags: "",
    previousSource: "",
    line,
  }));
}
