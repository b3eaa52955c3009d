import { defined } from "../core/defined.ts";
import type { CheckedMapping } from "./own-mapping.ts";
import type { MappingMistake } from "./review.ts";

/**
 * What is wrong with the mapping since the change: with its own version of it, if it has one.
 * @param before as the trusted mapping fits the files there
 */
export function newMistakes(before: CheckedMapping, after: CheckedMapping): readonly MappingMistake[] {
  const known = new Set(before.problems.map(({ message }) => message));
  return after.problems
    .filter(({ message }) => !known.has(message))
    .map(({ code, message, place, note, hint = note?.replace(/^./, (first) => first.toUpperCase()) }) => ({
      code,
      message,
      path: place.file,
      line: place.line ?? 1,
      ...defined({ hint }),
    }));
}
