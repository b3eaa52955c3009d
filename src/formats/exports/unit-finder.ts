import type { ExchangeUnit } from "./exchange-unit.ts";

interface Findable {
  readonly context: string;
  readonly source: readonly string[];
}

/**
 * Finds which of a translation's units a string of an exchanged file speaks of.
 *
 * Monolingual: the key decides, and where the file has none, a source text that only one unit has. Bilingual: context
 * and source text together; an identifier that is no context, or none at all, leaves the source text, of the unit without
 * a context first.
 */
export function unitFinder<U extends Findable>(
  units: readonly U[],
  isMonolingual: boolean,
): (exchanged: ExchangeUnit) => U | undefined {
  const byContext = new Map(units.map((unit) => [unit.context, unit]));
  const byBoth = new Map(units.map((unit) => [bothOf(unit.context, unit.source[0]), unit]));
  const bySource = Map.groupBy(units, ({ source }) => source[0] ?? "");

  const onlyWith = (source: string | undefined): U | undefined => {
    const found = source === undefined ? undefined : bySource.get(source);
    return found?.length === 1 ? found[0] : undefined;
  };

  return ({ context, id, source: [source] }) => {
    if (isMonolingual) {
      const key = [context, id].find((name) => name !== undefined && name !== "");
      if (key !== undefined && byContext.has(key)) return byContext.get(key);
      // A catalogue of gettext's has the key for its msgid.
      if (key === undefined && source !== undefined && byContext.has(source)) return byContext.get(source);
      return context === undefined || context === "" ? onlyWith(source) : undefined;
    }
    const exact = [context, id].map((name) => (name === undefined ? undefined : byBoth.get(bothOf(name, source))));
    const found = exact.find((unit) => unit !== undefined);
    if (found !== undefined || (context !== undefined && context !== "")) return found;
    return byBoth.get(bothOf("", source)) ?? (context === undefined ? onlyWith(source) : undefined);
  };
}

function bothOf(context: string, source: string | undefined): string {
  return JSON.stringify([context, source ?? ""]);
}
