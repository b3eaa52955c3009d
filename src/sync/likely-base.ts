import { equalTexts, isEmpty } from "../catalog/difference.ts";
import type { Catalogue, Unit } from "../catalog/unit.ts";

/**
 * A base for a file that both sides never agreed on by a commit of ours, unit by unit from git's older versions.
 *
 * A text that git had before is the older one: git moved on and keeps its own. A text that git never had is the service's
 * news; if git changed that unit too, the two are in conflict. What only git has stays, for nothing proves that the
 * service removed it.
 * @param versions older versions in git, newest first, without the present one
 */
export function likelyBase(repository: Catalogue, service: Catalogue, versions: readonly Catalogue[]): Catalogue {
  const ours = new Map(repository.units.map((unit) => [unit.key, unit]));
  const earlier = Map.groupBy(
    versions.flatMap((version) => version.units),
    (unit) => unit.key,
  );
  const units = service.units.flatMap((theirs): readonly Unit[] => {
    const known = earlier.get(theirs.key) ?? [];
    if (known.some((unit) => equalTexts(unit.target, theirs.target))) return [theirs];
    const mine = ours.get(theirs.key);
    if (mine === undefined) return [];
    return [known.find((unit) => !isEmpty(unit.target) && !equalTexts(unit.target, mine.target)) ?? mine];
  });
  return { ...repository, units };
}
