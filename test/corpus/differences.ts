import type { Reading, ReadUnit } from "./independent-readers.ts";

/** A string that two readers do not see alike, or that one of them does not see. */
export interface Difference {
  readonly reader: string;
  readonly file: string;
  readonly ours?: ReadUnit;
  readonly theirs?: ReadUnit;
  /** The other reader gave the whole file up. */
  readonly refusal?: string;
}

/** Compares two readings of a file, string by string. */
export function differencesOf(
  reader: string,
  file: string,
  ours: readonly ReadUnit[],
  reading: Reading,
): readonly Difference[] {
  if ("error" in reading) return [{ reader, file, refusal: reading.error }];
  const theirs = reading.units.map(withOurKey);
  const ourRest = without(ours, theirs);
  const theirRest = without(theirs, ours);
  const byKey = Map.groupBy(theirRest, identity);
  const differences = ourRest.map((unit): Difference => {
    const other = byKey.get(identity(unit))?.shift();
    return { reader, file, ours: unit, ...(other !== undefined && { theirs: other }) };
  });
  const unseen = [...byKey.values()].flat().map((unit): Difference => ({ reader, file, theirs: unit }));
  return [...differences, ...unseen];
}

/** translate-toolkit begins the keys of JSON with a dot, which the service does not show. */
function withOurKey([key, source, target]: ReadUnit): ReadUnit {
  return [key.replace(/^\./, ""), source, target];
}

function identity([key, source]: ReadUnit): string {
  return JSON.stringify([key, source]);
}

/** Units that the others lack; what stands twice has to be there twice. */
function without(units: readonly ReadUnit[], others: readonly ReadUnit[]): readonly ReadUnit[] {
  const left = new Map<string, number>();
  for (const unit of others) left.set(JSON.stringify(unit), (left.get(JSON.stringify(unit)) ?? 0) + 1);
  return units.filter((unit) => {
    const name = JSON.stringify(unit);
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}
