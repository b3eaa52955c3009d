import { InterlinearError } from "../core/errors.ts";
import type { Format, ReadOptions, UnitChange } from "./format.ts";

/** A change that a file cannot take, and why. */
export interface UnwritableChange {
  readonly change: UnitChange;
  readonly reason: string;
}

export interface WrittenChanges {
  readonly content: Uint8Array;
  readonly unwritable: readonly UnwritableChange[];
}

/** So often the file is written anew to find the strings that it cannot hold. What is not told apart by then stays out together. */
const MOST_TRIES = 200;

/**
 * A file with all changes that it can take: of the others (a character that its encoding lacks, a text where it has a group)
 * each is named with its reason.
 */
export function writeChanges(
  format: Format,
  bytes: Uint8Array,
  changes: readonly UnitChange[],
  options: ReadOptions,
): WrittenChanges {
  let tries = 0;
  const attempt = (some: readonly UnitChange[]): Uint8Array | string => {
    tries += 1;
    try {
      return format.patch(bytes, some, options);
    } catch (error) {
      if (error instanceof InterlinearError) return error.message;
      throw error;
    }
  };
  // What goes makes room for what comes: it is there in each try, unless it fails by itself.
  const removals = changes.filter(({ kind }) => kind === "remove");
  let always: readonly UnitChange[] = [];
  const failing = (some: readonly UnitChange[]): readonly UnwritableChange[] => {
    const written = attempt([...always, ...some]);
    if (typeof written !== "string") return [];
    if (some.length === 1 || tries >= MOST_TRIES) return some.map((change) => ({ change, reason: written }));
    const middle = Math.ceil(some.length / 2);
    const found = [...failing(some.slice(0, middle)), ...failing(some.slice(middle))];
    // Each half can be written, and both together cannot.
    return found.length > 0 ? found : some.map((change) => ({ change, reason: written }));
  };
  const whole = attempt(changes);
  if (typeof whole !== "string") return { content: whole, unwritable: [] };
  if (removals.length > 0 && typeof attempt(removals) !== "string") always = removals;
  const unwritable = failing(always.length === 0 ? changes : changes.filter(({ kind }) => kind !== "remove"));
  const refused = new Set(unwritable.map(({ change }) => change));
  const content = format.patch(
    bytes,
    changes.filter((change) => !refused.has(change)),
    options,
  );
  return { content, unwritable };
}

/** The key by which people know the string. */
export function keyOfChange(change: UnitChange): string {
  return change.kind === "add" ? change.unit.key : change.key;
}
