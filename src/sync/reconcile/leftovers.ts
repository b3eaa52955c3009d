import { findRenames, type KeyRename } from "../../catalog/renames.ts";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";

export interface LeftoverInput {
  /** The file in git, the service's, and what both last agreed on. */
  readonly repository: Catalogue;
  readonly service: Catalogue;
  readonly base: Catalogue;
  /** What git had then and since, as far as it was read: texts of these versions are known. */
  readonly known?: readonly Catalogue[];
  /** The version that both agreed on, where it is known: what has a text there under a newer name was renamed before. */
  readonly agreed?: Catalogue | undefined;
  /** The source file in git: its keys are the ones that the program asks for. */
  readonly template: Catalogue;
  /** Older versions of it, newest first: which key a leftover has now. Asked for where {@link Leftovers.unexplained} says so. */
  readonly formerTemplates?: readonly Catalogue[] | undefined;
}

export interface Leftovers {
  /** The service's file without them. */
  readonly service: Catalogue;
  /** What both sides start from, where a text came under another key. */
  readonly base: Catalogue;
  /** The renames that they tell of. */
  readonly renames: readonly KeyRename[];
  /** A text stands under a key that the source does not have: somebody may have renamed it since. */
  readonly unexplained: boolean;
  /**
   * Keys under which git's text stands on the service too, while somebody's text for them waits under their former name, where no
   * translator finds it.
   */
  readonly hidden: ReadonlySet<string>;
}

/**
 * A service leaves the text of a key in its file when the source no longer has that key. Where it has the same text under
 * a new key, that is what is left of a rename; where git's file does not have the key, it is no news. A text that was saved
 * under a key before the service heard of its new name belongs to the new one.
 */
export function withoutLeftovers(input: LeftoverInput): Leftovers {
  const { repository, base, template } = input;
  const wanted = new Set(template.units.map(({ key }) => key));
  const known = new Set(base.units.map(({ key }) => key));
  const isWanted = ({ key }: { readonly key: string }): boolean => wanted.has(key);
  if (wanted.size === 0 || input.service.units.every(isWanted)) {
    return { service: input.service, base, renames: [], unexplained: false, hidden: new Set() };
  }
  const names = namesSince(input);
  const moved = withHidden(underPresentKeys(input, names), input, names);
  const { service } = moved;

  const later = { ...service, units: service.units.filter(isWanted) };
  const earlier = { ...service, units: service.units.filter(({ key }) => known.has(key)) };
  const renames = findRenames(earlier, later);
  const renamed = new Set(renames.map(({ from }) => from));
  const ours = new Set(repository.units.map(({ key }) => key));
  // What git has under another name now the merge brings together.
  for (const { from } of findRenames(base, repository)) ours.add(from);
  const units = service.units.filter((unit) => isWanted(unit) || (ours.has(unit.key) && !renamed.has(unit.key)));
  const unexplained = service.units.some((unit) => !isWanted(unit) && !renamed.has(unit.key) && !isEmpty(unit.target));
  return { ...moved, service: { ...service, units }, renames, unexplained };
}

/** Former key → the key that the source has in its place. */
function namesSince({ template, formerTemplates = [] }: LeftoverInput): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const former of formerTemplates) {
    for (const { from, to } of findRenames(former, template)) if (!names.has(from)) names.set(from, to);
  }
  return names;
}

/**
 * A text that somebody saved under a former key, while git gave the key another name and had a text of its own: where the service took
 * both in line by line, its translators see git's text alone. Both are brought together under the new name.
 */
function withHidden(
  service: Catalogue,
  { repository, base, known = [], agreed }: LeftoverInput,
  names: ReadonlyMap<string, string>,
): Pick<Leftovers, "service" | "base" | "hidden"> {
  if (names.size === 0) return { service, base, hidden: new Set() };
  const textsOf = (versions: readonly Catalogue[], keys: readonly string[]): readonly Unit[] =>
    versions.flatMap(({ units }) => units.filter(({ key, target }) => keys.includes(key) && !isEmpty(target)));
  const followed = new Set(findRenames(base, repository).map(({ from }) => from));
  const found = new Map<string, Unit>();
  for (const unit of service.units) {
    const to = names.get(unit.key);
    if (to === undefined || isEmpty(unit.target) || followed.has(unit.key)) continue;
    const laterNames = [...names].flatMap(([from, name]) => (name === to && from !== unit.key ? [from] : []));
    if (agreed !== undefined && textsOf([agreed], [to, ...laterNames]).length > 0) continue;
    const versions = textsOf([repository, base, ...known], [unit.key, to]);
    const [shown] = textsOf([service], [to]);
    const isGits = shown !== undefined && versions.some(({ target }) => equalTexts(target, shown.target));
    if (isGits && !versions.some(({ target }) => equalTexts(target, unit.target))) {
      found.set(to, { ...unit, key: to, context: to });
    }
  }
  if (found.size === 0) return { service, base, hidden: new Set() };
  const former = new Map([...names].flatMap(([from, to]) => (found.has(to) ? [[from, to] as const] : [])));
  return {
    service: { ...service, units: service.units.map((unit) => found.get(unit.key) ?? unit) },
    base: {
      ...base,
      units: base.units.flatMap((unit) => {
        const to = former.get(unit.key);
        if (to !== undefined) return [{ ...unit, key: to, context: to }];
        return found.has(unit.key) ? [] : [unit];
      }),
    },
    hidden: new Set(found.keys()),
  };
}

/** The service's texts that nobody has under the key's new name yet, under that name. */
function underPresentKeys({ repository, service, base }: LeftoverInput, names: ReadonlyMap<string, string>): Catalogue {
  if (names.size === 0) return service;
  const taken = new Set(
    [repository, service, base].flatMap(({ units }) =>
      units.flatMap(({ key, target }) => (isEmpty(target) ? [] : [key])),
    ),
  );
  const moved = new Map<string, string>();
  for (const { key, target } of service.units) {
    const to = names.get(key);
    if (to !== undefined && !isEmpty(target) && !taken.has(to)) moved.set(key, to);
  }
  const places = new Set(moved.values());
  const units = service.units.flatMap((unit) => {
    const to = moved.get(unit.key);
    if (to !== undefined) return [{ ...unit, key: to, context: to }];
    return places.has(unit.key) ? [] : [unit];
  });
  return { ...service, units };
}
