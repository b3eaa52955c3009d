import type { World } from "./world.ts";

/** What GitHub knows besides git as it is now; call what is returned to have it so again, where git is so already. */
export function keepWorld(world: World): () => void {
  const lists = Object.values(world).filter((value): value is unknown[] => Array.isArray(value));
  const maps = Object.values(world).filter((value): value is Map<unknown, unknown> => value instanceof Map);
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
