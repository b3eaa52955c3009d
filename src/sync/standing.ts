import type { ComponentObservation, TranslationObservation } from "./observation.ts";
import { isWanted } from "./wanted-language.ts";

/** Project → the service's code of a language → percentage of translated strings, cut to a tenth. */
export type Standings = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * How far each language is over the components of each project. A component without the language counts with all its
 * strings. Components with limits of their own are judged alone and left out, as are languages that a component leaves out.
 */
export function standingsOf(components: readonly ComponentObservation[]): Standings {
  const judged = components.filter(({ binding }) => binding.pull.isJudgedAlone !== true);
  const projects = Map.groupBy(judged, ({ binding }) => binding.component.project);
  return Object.fromEntries(Array.from(projects, ([project, members]) => [project, standingsIn(members)]));
}

function standingsIn(components: readonly ComponentObservation[]): Readonly<Record<string, number>> {
  const languages = new Set(
    components.flatMap(({ translations }) => translations.map(({ translation }) => translation.language)),
  );
  return Object.fromEntries(Array.from(languages, (language) => [language, standingIn(components, language)]));
}

function standingIn(components: readonly ComponentObservation[], language: string): number {
  let translated = 0;
  let total = 0;
  for (const { binding, source, translations } of components) {
    if (!isWanted(binding, language)) continue;
    const counters = translations.find(({ translation }) => translation.language === language)?.translation.counters;
    translated += counters?.translated ?? 0;
    total += counters?.total ?? source.translation?.counters.total ?? 0;
  }
  return percentOf(translated, total);
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
