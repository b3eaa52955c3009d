import type { Catalogue, Unit } from "../catalog/unit.ts";

/**
 * A base for a file that both sides never agreed on by a commit of ours, unit by unit from git's older versions: a text
 * that git had before is the older one, so git moved on and keeps its own; a text that git never had is the service's
 * news. What only git has stays, for nothing proves that the service removed it.
 * @param versions older versions in git, newest first, without the present one
 */
export function likelyBase(repository: Catalogue, service: Catalogue, versions: readonly Catalogue[]): Catalogue {
  const ours = new Map(repository.units.map((unit) => [unit.key, unit]));
  const earlier = textsByKey(versions);
  const units = service.units.flatMap((theirs): Unit[] => {
    const mine = ours.get(theirs.key);
    if (earlier.get(theirs.key)?.has(text(theirs)) === true) return [theirs];
    return mine === undefined ? [] : [mine];
  });
  return { ...repository, units };
}

function textsByKey(versions: readonly Catalogue[]): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>();
  for (const unit of versions.flatMap((version) => version.units)) {
    const known = texts.get(unit.key) ?? new Set();
    texts.set(unit.key, known.add(text(unit)));
  }
  return texts;
}

function text({ target }: Unit): string {
  return JSON.stringify(target);
}
