import { equalForms, isEmpty } from "./texts.ts";
import { findRenames, type KeyRename, type Rename } from "./renames.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

/** One unit on all sides. */
export interface Sides {
  readonly base: Unit | undefined;
  readonly repository: Unit | undefined;
  readonly service: Unit | undefined;
  /** The side that gave the unit its present key, which the other side does not know yet. */
  readonly renamedBy?: "repository" | "service";
}

export interface AlignInput {
  readonly base?: Catalogue | undefined;
  readonly repository: Catalogue;
  readonly service: Catalogue;
  /** What is known of the service's renames besides. */
  readonly serviceRenames?: readonly KeyRename[] | undefined;
}

/** A key that each side renamed in its own way: both keys stay. */
export interface DisputedRename {
  readonly from: string;
  readonly repository: string;
  readonly service: string;
}

/** Three catalogues, unit by unit: by the key that each unit has after the merge. */
export interface Aligned {
  /** In the service's order, then what only the others have in the repository's. */
  readonly keys: readonly string[];
  readonly renames: readonly Rename[];
  readonly disputed: readonly DisputedRename[];
  readonly sidesOf: (key: string) => Sides;
}

/**
 * Brings the units of three versions together, each side's renames followed: the text that one side has under the old key
 * stands beside the text that the other has under the new one.
 */
export function align({ base, repository, service, serviceRenames }: AlignInput): Aligned {
  const bases = byKey(base);
  const repositories = new Side(repository);
  const services = new Side(service);
  const renames: Rename[] = [];
  const disputed: DisputedRename[] = [];
  const renamedBy = new Map<string, "repository" | "service">();
  const byRepository = renamesOf(base, repository, service);
  const byService = renamesOf(base, service, repository, serviceRenames);

  const follow = (from: string, to: string, by: Rename["by"]): void => {
    renames.push({ from, to, by });
    const old = bases.get(from);
    bases.delete(from);
    const renamers = by === "both" ? [repositories, services] : [by === "repository" ? repositories : services];
    // A renamed unit that nobody translated yet takes over the text of the old key from the other side.
    const isBlank = renamers.some((side) => isEmpty(side.unit(to)?.target ?? []));
    if (old !== undefined) bases.set(to, isBlank ? { ...old, target: [], state: unitStates.untranslated } : old);
    if (by === "both") return;
    renamedBy.set(to, by);
    const other = by === "repository" ? services : repositories;
    const left = other.unit(from);
    const taken = other.unit(to);
    if (left === undefined) return;
    if (taken === undefined) other.rename(from, to);
    // The other side has both: the old one is removed as the renaming side wants it, if its text stands under the new key.
    else if (equalForms(left.target, taken.target)) bases.set(from, left);
    else if (old !== undefined) bases.set(from, old);
  };

  for (const from of new Set([...byRepository.keys(), ...byService.keys()])) {
    const [ours, theirs] = [byRepository.get(from), byService.get(from)];
    if (ours !== undefined && theirs !== undefined && ours !== theirs) {
      disputed.push({ from, repository: ours, service: theirs });
    } else {
      const by = ours === undefined ? "service" : theirs === undefined ? "repository" : "both";
      follow(from, ours ?? theirs ?? from, by);
    }
  }

  const [mine, other] = [repositories.units(), services.units()];
  return {
    keys: [...new Set([...other.keys(), ...mine.keys()])],
    renames,
    disputed,
    sidesOf: (key) => {
      const by = renamedBy.get(key);
      const sides = { base: bases.get(key), repository: mine.get(key), service: other.get(key) };
      return by === undefined ? sides : { ...sides, renamedBy: by };
    },
  };
}

/** One side's units, of which some are taken for others. */
class Side {
  readonly #units: ReadonlyMap<string, Unit>;
  readonly #renamed = new Map<string, string>();

  constructor(catalogue: Catalogue) {
    this.#units = byKey(catalogue);
  }

  unit(key: string): Unit | undefined {
    return this.#units.get(key);
  }

  rename(from: string, to: string): void {
    this.#renamed.set(from, to);
  }

  /** By the key after the merge, in file order. The units keep the key that they have in the file. */
  units(): ReadonlyMap<string, Unit> {
    return new Map(Array.from(this.#units, ([key, unit]) => [this.#renamed.get(key) ?? key, unit]));
  }
}

/**
 * Old key → new key of what a side renamed since the base. One that has the other side's text as well (an earlier merge
 * brought it) is known by that.
 */
function renamesOf(
  base: Catalogue | undefined,
  side: Catalogue,
  other: Catalogue,
  known: readonly KeyRename[] = [],
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  if (base === undefined) return renames;
  const earlier = new Set(base.units.map(({ key }) => key));
  const taken = new Set<string>();
  for (const { from, to } of [...known, ...findRenames(base, side), ...findRenames(other, side)]) {
    if (!earlier.has(from) || earlier.has(to) || renames.has(from) || taken.has(to)) continue;
    renames.set(from, to);
    taken.add(to);
  }
  return renames;
}

function byKey(catalogue: Catalogue | undefined): Map<string, Unit> {
  return new Map(catalogue?.units.map((unit) => [unit.key, unit]));
}
