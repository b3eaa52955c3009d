import type { PathEnds } from "./bindable-path.ts";

/** Length of the suffix → suffix → what has it. */
type BySuffix<Thing> = Map<number, Map<string, Thing[]>>;

/**
 * Finds the few of many things that a path may be meant by, by what their paths begin and end with: as long for a thousand things as for
 * ten, however their paths lie (`a/de.json`, `b/de.json` or `de/a.json`, `de/b.json`).
 */
export class EndsIndex<Thing> {
  /** Length of the prefix → prefix. */
  readonly #byPrefix = new Map<number, Map<string, BySuffix<Thing>>>();
  readonly #places: ReadonlyMap<Thing, number>;

  constructor(things: readonly Thing[], endsOf: (thing: Thing) => PathEnds) {
    this.#places = new Map(things.map((thing, place) => [thing, place]));
    for (const thing of things) {
      const { prefix, suffix } = endsOf(thing);
      const ofLength = valueOf(this.#byPrefix, prefix.length, () => new Map<string, BySuffix<Thing>>());
      const bySuffix = valueOf(ofLength, prefix, (): BySuffix<Thing> => new Map());
      const sameLength = valueOf(bySuffix, suffix.length, () => new Map<string, Thing[]>());
      valueOf(sameLength, suffix, (): Thing[] => []).push(thing);
    }
  }

  /** All that have the path's own beginning and end, in the order in which they were given. */
  at(path: string): readonly Thing[] {
    let found: readonly Thing[] = [];
    let isMixed = false;
    for (const [length, byPrefix] of this.#byPrefix) {
      const bySuffix = path.length < length ? undefined : byPrefix.get(path.slice(0, length));
      if (bySuffix === undefined) continue;
      for (const [suffixLength, bySame] of bySuffix) {
        const things = bySame.get(path.slice(Math.max(0, path.length - suffixLength)));
        if (things === undefined) continue;
        isMixed ||= found.length > 0;
        found = isMixed ? [...found, ...things] : things;
      }
    }
    if (!isMixed) return found;
    const placeOf = (thing: Thing): number => this.#places.get(thing) ?? 0;
    return found.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function valueOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
