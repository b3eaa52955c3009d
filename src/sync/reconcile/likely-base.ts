import { equalForms, isEmpty, sameTexts } from "../../catalog/texts.ts";
import { findRenames } from "../../catalog/renames.ts";
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
  /** What was agreed may have had more in git than on the service. */
  readonly isLoose?: boolean;
  /** What git had after that (or at all, where nothing is agreed), newest first, without the present version. */
  readonly versions: readonly Catalogue[];
  /** What branches had beside the agreement, which git merged after it, newest first. */
  readonly beside?: readonly Catalogue[];
  /** What git had right before the agreement: what is the same beside it nobody wrote since. */
  readonly before?: Catalogue | undefined;
  /** What the service's log says of the file, newest first; asked for where the rest would end as a conflict. */
  readonly served?: readonly ServedChange[];
}

/**
 * What both sides start from, unit by unit: by what the texts are, whatever bytes the service writes and whatever commits say.
 *
 * A text of the service that git had since the agreement is git's former one: git moved on and keeps its own. A text that
 * the service had before, and git has or had, was common to both then. Otherwise it is the agreed one; where nothing is
 * agreed, a text that git never had is the service's news, and if git changed that unit too, the two are in conflict. What
 * only git has stays, for nothing proves that the service removed it. A string that is in a file without a text, as gettext has
 * them, is as one that is not there.
 */
export function likelyBase({
  repository,
  service,
  agreed,
  agreedOnService,
  isLoose = false,
  versions,
  beside = [],
  before,
  served = [],
}: BaseInput): Catalogue {
  const ours = unitsOf(repository);
  const stood = agreedOnService === undefined ? undefined : unitsOf(agreedOnService);
  const common = agreed === undefined ? undefined : unitsOf(agreed);
  const stale = before === undefined ? undefined : unitsOf(before);
  const isWritten = ({ key, target }: Unit): boolean => !sameTexts(stale?.get(key)?.target ?? [], target);
  const earlier = Map.groupBy(
    [...versions.flatMap(({ units }) => units), ...beside.flatMap(({ units }) => units.filter(isWritten))],
    ({ key }) => key,
  );
  const formerKeys = namesBefore([...versions, ...beside], repository);
  const knownOf = (key: string): readonly Unit[] => {
    const former = formerKeys.get(key);
    const underFormer = former === undefined ? [] : (earlier.get(former) ?? []);
    return [...(earlier.get(key) ?? []), ...underFormer.map((unit) => ({ ...unit, key }))];
  };
  const baseOf = (theirs: Unit): Unit | undefined => {
    // Unchanged since then, whatever git was left with.
    if (equalForms(stood?.get(theirs.key)?.target ?? [], theirs.target)) return theirs;
    const settled = common?.get(theirs.key);
    if (settled !== undefined && equalForms(settled.target, theirs.target)) return settled;
    if (isEmpty(theirs.target) && isEmpty(settled?.target ?? [])) return theirs;
    const former = knownOf(theirs.key);
    const had = former.filter(({ target }) => sameTexts(target, theirs.target));
    // Who confirms a text, or doubts it, changes its state alone.
    if (had.length > 0) return had.find(({ state }) => state === theirs.state) ?? had[0];
    const known = former.filter(({ target }) => !isEmpty(target));
    const mine = ours.get(theirs.key);
    const shared = [mine, ...known, settled].filter((unit) => unit !== undefined);
    for (const texts of formerTexts(theirs.target, served)) {
      const same = shared.find((unit) => equalForms(unit.target, texts));
      if (same !== undefined) return same;
    }
    if (common !== undefined) return settled;
    // Git had the file without it before: each side added its own.
    if (known.length === 0 && versions.length > 0 && !equalForms(mine?.target ?? [], theirs.target)) return undefined;
    return known.find(({ target }) => !equalForms(target, mine?.target ?? [])) ?? mine;
  };
  const found = new Map(service.units.map((theirs) => [theirs.key, baseOf(theirs)]));
  // What only git had then the service has not removed since.
  const wasCommon = ({ key }: Unit): boolean => !isLoose && (stood === undefined || stood.has(key));
  const inOrder =
    agreed?.units.flatMap((unit) =>
      found.has(unit.key) ? (found.get(unit.key) ?? []) : wasCommon(unit) ? [unit] : [],
    ) ?? [];
  const others = service.units.flatMap(({ key }) => (common?.has(key) === true ? [] : (found.get(key) ?? [])));
  return { ...(agreed ?? repository), units: [...inOrder, ...others] };
}

/** Key of git's file now → the one under which an older version had it; the newest such name counts. */
function namesBefore(versions: readonly Catalogue[], repository: Catalogue): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const present = new Set(repository.units.map(({ key }) => key));
  for (const version of versions) {
    if (version.units.every(({ key }) => present.has(key))) continue;
    for (const { from, to } of findRenames(version, repository)) if (!names.has(to)) names.set(to, from);
  }
  return names;
}

/** What a text's string said before on the service, newest first. */
function formerTexts(texts: readonly string[], served: readonly ServedChange[]): readonly (readonly string[])[] {
  const former: (readonly string[])[] = [];
  let current = texts;
  for (const { before, after } of served) {
    // A text that came out of nothing may have been copied from under another key, whose entry tells more.
    if (!equalForms(after, current) || isEmpty(before)) continue;
    current = before;
    former.push(before);
  }
  return former;
}

function unitsOf(catalogue: Catalogue): ReadonlyMap<string, Unit> {
  return new Map(catalogue.units.map((unit) => [unit.key, unit]));
}
