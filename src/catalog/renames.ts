import { isEmpty } from "./texts.ts";
import type { Catalogue, Unit } from "./unit.ts";

/** A key that was given a new name: same texts, another key. */
export interface KeyRename {
  readonly from: string;
  readonly to: string;
}

/** A rename in a merge, and who made it. */
export interface Rename extends KeyRename {
  readonly by: "repository" | "service" | "both";
}

/** Each round may settle what the one before made unambiguous; blocks that need more are not worth a guess. */
const MOST_ROUNDS = 8;

/**
 * Keys that one version has and the next has under another name. A key is only taken for renamed if it is gone, a new key
 * has equal texts (all plural forms: source texts where the units have some, otherwise targets), and no other pair fits as
 * well. Of several keys with one text, those are paired that stand alone between the same two keys before and after.
 * What stays ambiguous is no rename: a removal and an addition, which put no text at a wrong key.
 */
export function findRenames(before: Catalogue, after: Catalogue): readonly KeyRename[] {
  const earlier = new Set(before.units.map(({ key }) => key));
  const later = new Set(after.units.map(({ key }) => key));
  const gone = before.units.filter((unit) => !later.has(unit.key) && isTelling(unit));
  const fresh = after.units.filter((unit) => !earlier.has(unit.key) && isTelling(unit));
  if (gone.length === 0 || fresh.length === 0) return [];
  const found = new Map<string, string>();
  pair(found, gone, fresh, textOf, textOf);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = gone.filter(({ key }) => !found.has(key));
    const taken = new Set(found.values());
    const free = fresh.filter(({ key }) => !taken.has(key));
    if (open.length === 0 || free.length === 0) break;
    const places = placesOf(before, (key) => (later.has(key) ? key : found.get(key)));
    const newPlaces = placesOf(after, (key) => (earlier.has(key) || taken.has(key) ? key : undefined));
    const settled = found.size;
    pair(
      found,
      open,
      free,
      (unit) => `${places.get(unit.key) ?? ""}\n${textOf(unit)}`,
      (unit) => `${newPlaces.get(unit.key) ?? ""}\n${textOf(unit)}`,
    );
    if (found.size === settled) break;
  }
  return Array.from(found, ([from, to]) => ({ from, to }));
}

type Signature = (unit: Unit) => string;

/** Adds the pairs whose signature one gone and one new unit have, and no others. */
function pair(
  found: Map<string, string>,
  gone: readonly Unit[],
  fresh: readonly Unit[],
  ofGone: Signature,
  ofFresh: Signature,
): void {
  const candidates = Map.groupBy(fresh, ofFresh);
  for (const [signature, sources] of Map.groupBy(gone, ofGone)) {
    const [from, another] = sources;
    const [to, rival] = candidates.get(signature) ?? [];
    if (from !== undefined && to !== undefined && another === undefined && rival === undefined)
      found.set(from.key, to.key);
  }
}

/** Between which lasting keys each unit stands. @param lasting the key both versions know a unit by, if they do */
function placesOf({ units }: Catalogue, lasting: (key: string) => string | undefined): ReadonlyMap<string, string> {
  const previous: (string | undefined)[] = [];
  let last: string | undefined;
  for (const { key } of units) {
    previous.push(last);
    last = lasting(key) ?? last;
  }
  const places = new Map<string, string>();
  let next: string | undefined;
  for (let index = units.length - 1; index >= 0; index -= 1) {
    const key = units[index]?.key ?? "";
    places.set(key, JSON.stringify([previous[index] ?? null, next ?? null]));
    next = lasting(key) ?? next;
  }
  return places;
}

/** Texts by which a unit is known again: what the translators see, or in a file without sources what it says. */
function identifyingTexts({ source, target }: Unit): readonly string[] {
  return isEmpty(source) ? target : source;
}

function textOf(unit: Unit): string {
  return JSON.stringify(identifyingTexts(unit));
}

function isTelling(unit: Unit): boolean {
  return !isEmpty(identifyingTexts(unit));
}
