import { findRenames, type KeyRename } from "../../catalog/renames.ts";
import { isEmpty } from "../../catalog/texts.ts";
import type { Catalogue } from "../../catalog/unit.ts";

export interface LeftoverInput {
  /** The file in git, the service's, and what both last agreed on. */
  readonly repository: Catalogue;
  readonly service: Catalogue;
  readonly base: Catalogue;
  /** The source file in git: its keys are the ones that the program asks for. */
  readonly template: Catalogue;
  /** Older versions of it, newest first: which key a leftover has now. Asked for where {@link Leftovers.unexplained} says so. */
  readonly formerTemplates?: readonly Catalogue[] | undefined;
}

export interface Leftovers {
  /** The service's file without them. */
  readonly service: Catalogue;
  /** The renames that they tell of. */
  readonly renames: readonly KeyRename[];
  /** A text stands under a key that the source does not have: somebody may have renamed it since. */
  readonly unexplained: boolean;
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
    return { service: input.service, renames: [], unexplained: false };
  }
  const service = underPresentKeys(input);

  const later = { ...service, units: service.units.filter(isWanted) };
  const earlier = { ...service, units: service.units.filter(({ key }) => known.has(key)) };
  const renames = findRenames(earlier, later);
  const renamed = new Set(renames.map(({ from }) => from));
  const ours = new Set(repository.units.map(({ key }) => key));
  // What git has under another name now the merge brings together.
  for (const { from } of findRenames(base, repository)) ours.add(from);
  const units = service.units.filter((unit) => isWanted(unit) || (ours.has(unit.key) && !renamed.has(unit.key)));
  const unexplained = service.units.some((unit) => !isWanted(unit) && !renamed.has(unit.key) && !isEmpty(unit.target));
  return { service: { ...service, units }, renames, unexplained };
}

/** The service's texts that nobody has under the key's new name yet, under that name. */
function underPresentKeys({ repository, service, base, template, formerTemplates = [] }: LeftoverInput): Catalogue {
  const names = new Map<string, string>();
  for (const former of formerTemplates) {
    for (const { from, to } of findRenames(former, template)) if (!names.has(from)) names.set(from, to);
  }
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
