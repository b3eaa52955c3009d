import { findRenames, type KeyRename } from "../../catalog/renames.ts";
import type { Catalogue } from "../../catalog/unit.ts";

export interface LeftoverInput {
  /** The file in git, the service's, and what both last agreed on. */
  readonly repository: Catalogue;
  readonly service: Catalogue;
  readonly base: Catalogue;
  /** The source file in git: its keys are the ones that the program asks for. */
  readonly template: Catalogue;
}

/**
 * A service leaves the text of a key in its file when the source no longer has that key. Where it has the same text under
 * a new key, that is what is left of a rename; where git's file does not have the key, it is no news.
 * @returns the service's file without such leftovers, and the renames that they tell of
 */
export function withoutLeftovers(input: LeftoverInput): { service: Catalogue; renames: readonly KeyRename[] } {
  const { repository, service, base, template } = input;
  const wanted = new Set(template.units.map(({ key }) => key));
  const known = new Set(base.units.map(({ key }) => key));
  const isWanted = ({ key }: { readonly key: string }): boolean => wanted.has(key);
  const leftovers = service.units.filter((unit) => !isWanted(unit));
  if (leftovers.length === 0 || wanted.size === 0) return { service, renames: [] };

  const later = { ...service, units: service.units.filter(isWanted) };
  const earlier = { ...service, units: service.units.filter(({ key }) => known.has(key)) };
  const renames = findRenames(earlier, later);
  const renamed = new Set(renames.map(({ from }) => from));
  const ours = new Set(repository.units.map(({ key }) => key));
  const units = service.units.filter((unit) => isWanted(unit) || (ours.has(unit.key) && !renamed.has(unit.key)));
  return { service: { ...service, units }, renames };
}
