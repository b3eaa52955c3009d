import { splitKey, type Step } from "./key.ts";
import { keyOf, type TomlCollection, type TomlFile, type TomlTable } from "./node.ts";

/** The steps of every key with a dot: it may stand between two names, or in one (`"errors.a" = "…"`, `["errors.a"]`). */
export function placesWithDots(file: TomlFile): ReadonlyMap<string, readonly Step[]> {
  const places = new Map<string, readonly Step[]>();
  const note = (key: string, steps: readonly Step[]): void => {
    if (key.includes(".")) places.set(key, steps);
  };
  const visit = ({ entries }: TomlCollection, parents: readonly Step[], path: string | undefined): void => {
    for (const [index, { name, node, keyStart }] of entries.entries()) {
      const names = name === undefined ? [index] : isOneName(file.text, keyStart) ? [name] : name.split(".");
      const [steps, key] = [[...parents, ...names], keyOf(path, name ?? index)];
      note(key, steps);
      if (node.kind === "map" || node.kind === "list") visit(node, steps, key);
    }
  };
  for (const table of file.tables) {
    const steps = stepsOfTable(table);
    if (table.path !== undefined) note(table.path, steps);
    visit(table.collection, steps, table.path);
  }
  return places;
}

const QUOTED = /(?:"(?:[^"\\]|\\.)*"|'[^']*')[ \t]*=/y;

/** Whether a pair's name is in quotes, and no other follows behind a dot. */
export function isOneName(text: string, keyStart: number): boolean {
  QUOTED.lastIndex = keyStart;
  return QUOTED.test(text);
}

/** A table's path has the numbers of list elements between its names. */
function stepsOfTable({ names, path = "" }: TomlTable): readonly Step[] {
  let rest = path;
  return names.flatMap((name): Step[] => {
    rest = rest.slice(name.length);
    const [numbers = ""] = /^(?:\[\d+\])*/.exec(rest) ?? [];
    rest = rest.slice(numbers.length + 1);
    return [name, ...Array.from(numbers.matchAll(/\d+/g), ([digits]) => Number(digits))];
  });
}

/** The steps of a key beside another one: with as many names, where both begin with the same word. */
export function stepsBeside(key: string, steps: readonly Step[]): readonly Step[] | undefined {
  const parents = steps.slice(0, -1);
  const last = steps.at(-1);
  const path = parents.reduce<string | undefined>(keyOf, undefined);
  if (typeof last !== "string" || (path !== undefined && !key.startsWith(`${path}.`))) return undefined;
  const rest = path === undefined ? key : key.slice(path.length + 1);
  const [word] = last.split(".", 1);
  const isJoined = last.includes(".") && rest.startsWith(`${word ?? ""}.`);
  if (!isJoined && parents.length === 0) return undefined;
  return [...parents, ...(isJoined ? [rest] : splitKey(rest))];
}
