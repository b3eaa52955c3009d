import { equalTexts } from "../catalog/texts.ts";
import type { UnitChange } from "../catalog/unit-change.ts";
import type { Unit } from "../catalog/unit.ts";
import type { Format, ReadOptions } from "./format.ts";

/**
 * The keys that added strings have once they are in the file, by the keys that the changes gave them: a format may make a
 * key of where and as what the string stands (`app///save` in XLIFF).
 *
 * @param after what `patch` made of `before` with these changes
 */
export function addedKeys(
  format: Format,
  { before, after, changes }: { before: Uint8Array; after: Uint8Array; changes: readonly UnitChange[] },
  options: ReadOptions = {},
): ReadonlyMap<string, string> {
  const known = new Set(format.read(before, options).units.map(({ key }) => key));
  const { units } = format.read(after, options);
  const fresh = new Map(units.flatMap((unit) => (known.has(unit.key) ? [] : [[unit.key, unit]])));
  const keys = new Map<string, string>();
  const renamed: { readonly key: string; readonly target: readonly string[] }[] = [];
  for (const change of changes) {
    if (change.kind !== "add") continue;
    const { key, target } = change.unit;
    if (fresh.delete(key) || known.has(key)) keys.set(key, key);
    else renamed.push({ key, target });
  }
  for (const { key, target } of renamed) {
    const found = firstWith(fresh, target);
    if (found === undefined) continue;
    fresh.delete(found);
    keys.set(key, found);
  }
  return keys;
}

/** In file order, which is that of additions with the same text. */
function firstWith(units: ReadonlyMap<string, Unit>, target: readonly string[]): string | undefined {
  return units.values().find((unit) => equalTexts(unit.target, target))?.key;
}
