import type { Binding } from "../../mapping/binding.ts";
import type { ComponentObservation, TranslationObservation } from "../observe/observation.ts";
import { isWanted } from "./wanted-language.ts";

/** Project → the service's code of a language → percentage of translated strings, cut to a tenth. */
export type Standings = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What of a component tells how far its languages are. */
export interface JudgedComponent {
  readonly binding: Pick<Binding, "component" | "languages" | "pull">;
  /** Strings of its source. */
  readonly strings: number;
  /** Without the source's. */
  readonly languages: readonly { readonly language: string; readonly translated: number; readonly total: number }[];
}

/**
 * How far each language is over the components of each project. A component without the language counts with all its
 * strings. Components with limits of their own are judged alone and left out, as are languages that a component leaves out.
 */
export function standingsOf(components: readonly JudgedComponent[]): Standings {
  const together = components.filter(({ binding }) => binding.pull.isJudgedAlone !== true);
  const projects = Map.groupBy(together, ({ binding }) => binding.component.project);
  return Object.fromEntries(Array.from(projects, ([project, members]) => [project, standingsIn(members)]));
}

function standingsIn(components: readonly JudgedComponent[]): Readonly<Record<string, number>> {
  const codes = new Set(components.flatMap(({ languages }) => languages.map(({ language }) => language)));
  const sums = Array.from(codes, (language) => ({ language, translated: 0, total: 0 }));
  for (const { binding, strings, languages } of components) {
    const own = new Map(languages.map((each) => [each.language, each]));
    for (const sum of sums) {
      if (!isWanted(binding, sum.language)) continue;
      const counters = own.get(sum.language);
      sum.translated += counters?.translated ?? 0;
      sum.total += counters?.total ?? strings;
    }
  }
  return Object.fromEntries(sums.map(({ language, translated, total }) => [language, percentOf(translated, total)]));
}

export function judged({ binding, source, translations }: ComponentObservation): JudgedComponent {
  return {
    binding,
    strings: source.translation?.counters.total ?? 0,
    languages: translations.map(({ translation: { language, counters } }) => ({
      language,
      translated: counters.translated,
      total: counters.total,
    })),
  };
}

/** How far a language is, as the limits of its component see it. */
export function standingOf(
  { binding }: ComponentObservation,
  { translation: { language, counters } }: TranslationObservation,
  standings: Standings,
): number {
  const alone = percentOf(counters.translated, counters.total);
  if (binding.pull.isJudgedAlone === true) return alone;
  return standings[binding.component.project]?.[language] ?? alone;
}

/** Cut, not rounded: 79.96 % is below 80 %. Where there is nothing to translate, all is. */
function percentOf(translated: number, total: number): number {
  return total === 0 ? 100 : Math.floor((translated * 1000) / total) / 10;
}
