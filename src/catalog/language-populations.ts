import { populations } from "./cldr-populations.ts";

let numbers: ReadonlyMap<string, number> | undefined;

/**
 * How many people speak a language that comes with the service, as the service answers it at `/api/languages/`.
 * 0 where CLDR does not count it.
 */
export function populationOf(code: string): number {
  numbers ??= new Map(
    Array.from(populations.matchAll(/(\S+) (\d+)/g), ([, each = "", number]) => [each, Number(number)]),
  );
  return numbers.get(code) ?? 0;
}
