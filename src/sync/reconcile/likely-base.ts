import { equalTexts, isEmpty } from "../../catalog/difference.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";

/** One entry of the service's log: a string's text was changed, or came. Of which string is not said. */
export interface ServedChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface BaseInput {
  /** The file in git, and the service's. */
  readonly repository: Catalogue;
  readonly service: Catalogue;
  /** What both last agreed on by a commit of ours, or by the record; undefined before there is one. */
  readonly agreed?: Catalogue | undefined;
  /** The service's file of then, where that was the same but for texts that each side kept. */
  readonly agreedOnService?: Catalogue | undefined;
  /** What git had after that (or at all, where nothing is agreed), newest first, without the present version. */
  readonly versions: readonly Catalogue[];
  /** What the service's log says of the file, newest first; asked for where the rest would end as a conflict. */
  readonly served?: readonly ServedChange[];
}

/**
 * What both sides start from, unit by unit: by what the texts are, whatever bytes the service writes and whatever commits say.
 *
 * A text of the service that git had since the agreement is git's former one: git moved on and keeps its own. A text that
 * the service had before, and git has or had, was common to both then. Otherwise it is the agreed one; where nothing is
 * agreed, a text that git never had is the service's news, and if git changed that unit too, the two are in conflict. What
 * only git has stays, for nothing proves that the service removed it.
 */
export function likelyBase({
  repository,
  service,
  agreed,
  agreedOnService,
  versions,
  served = [],
}: BaseInput): Catalogue {
  const ours = unitsOf(repository);
  const stood = agreedOnService === undefined ? undefined : unitsOf(agreedOnService);
  const common = agreed === undefined ? undefined : unitsOf(agreed);
  const earlier = Map.groupBy(
    versions.flatMap((version) => version.units),
    (unit) => unit.key,
  );
  const baseOf = (theirs: Unit): Unit | undefined => {
    // Unchanged since then, whatever git was left with.
    if (equalTexts(stood?.get(theirs.key)?.target ?? [], theirs.target)) return theirs;
    const settled = common?.get(theirs.key);
    if (settled !== undefined && equalTexts(settled.target, theirs.target)) return settled;
    const known = earlier.get(theirs.key) ?? [];
    if (known.some((unit) => equalTexts(unit.target, theirs.target))) return theirs;
    const mine = ours.get(theirs.key);
    const shared = [mine, ...known, settled].filter((unit) => unit !== undefined);
    for (const texts of formerTexts(theirs.target, served)) {
      const former = shared.find((unit) => equalTexts(unit.target, texts));
      if (former !== undefined) return former;
    }
    if (common !== undefined) return settled;
    // Git had the file without it before: each side added its own.
    if (known.length === 0 && versions.length > 0 && !equalTexts(mine?.target ?? [], theirs.target)) return undefined;
    return (
      known.find((unit) => !isEmpty(unit.target) && mine !== undefined && !equalTexts(unit.target, mine.target)) ?? mine
    );
  };
  const found = new Map(service.units.map((theirs) => [theirs.key, baseOf(theirs)]));
  const inOrder = agreed?.units.map((unit) => found.get(unit.key) ?? unit) ?? [];
  const others = service.units.flatMap(({ key }) => (common?.has(key) === true ? [] : (found.get(key) ?? [])));
  return { ...(agreed ?? repository), units: [...inOrder, ...others] };
}

/** What a text's string said before on the service, newest first; texts that say nothing are left out. */
function formerTexts(texts: readonly string[], served: readonly ServedChange[]): readonly (readonly string[])[] {
  const former: (readonly string[])[] = [];
  let current = texts;
  for (const { before, after } of served) {
    if (!equalTexts(after, current)) continue;
    current = before;
    if (!isEmpty(before)) former.push(before);
  }
  return former;
}

function unitsOf(catalogue: Catalogue): ReadonlyMap<string, Unit> {
  return new Map(catalogue.units.map((unit) => [unit.key, unit]));
}
