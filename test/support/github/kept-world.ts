import type { BareRepository } from "./bare-repository.ts";

/** What a forge knows besides git as it is now; call what is returned to have it so again, where git is so already. */
export function keepWorld(world: { readonly git: Pick<BareRepository, "forget"> }): () => void {
  const known: readonly unknown[] = Object.values(world);
  const lists = known.filter((value): value is unknown[] => Array.isArray(value));
  const maps = known.filter((value): value is Map<unknown, unknown> => value instanceof Map);
  const keptLists = lists.map((list) => structuredClone(list));
  const keptMaps = maps.map((map) => structuredClone(map));
  return () => {
    world.git.forget();
    for (const [at, list] of lists.entries()) list.splice(0, list.length, ...structuredClone(keptLists[at] ?? []));
    for (const [at, map] of maps.entries()) {
      map.clear();
      for (const [key, value] of structuredClone(keptMaps[at] ?? [])) map.set(key, value);
    }
  };
}
