import { defined } from "../core/defined.ts";
import type { HealthFinding } from "./health/health.ts";
import type { ReconciledFiles } from "./download/bring-home.ts";
import type { ComponentObservation, Observation } from "./observe/observation.ts";
import type { LanguageStatistics, Plan, RunResult, StepOutcome, Translator } from "./plan.ts";
import type { Run, RunDependencies, RunOptions } from "./run-types.ts";

/** What a run saw, planned and did. */
interface Findings {
  readonly observation: Observation;
  readonly plan: Plan;
  readonly outcomes?: readonly StepOutcome[];
  readonly reconciled?: ReconciledFiles;
  readonly translators?: readonly Translator[];
  readonly health?: readonly HealthFinding[];
}

export function report(
  { service, clock }: RunDependencies,
  options: RunOptions,
  start: number,
  { observation, plan, outcomes = [], reconciled, translators = [], health = [] }: Findings,
): Run {
  const traffic = service.traffic();
  return {
    result: {
      command: options.command,
      dryRun: options.dryRun || options.command === "plan",
      service: service.url,
      ...limitsOf(options, observation),
      plan,
      steps: outcomes,
      files: reconciled?.outcomes ?? [],
      conflicts: reconciled?.conflicts ?? [],
      broken: reconciled?.broken ?? [],
      health,
      statistics: observation.components.flatMap(componentStatistics),
      translators,
      traffic: { ...traffic, milliseconds: clock.now().getTime() - start },
    },
    files: reconciled?.files ?? [],
    trailers: reconciled?.trailers ?? [],
    delivered: [],
    agreed: [],
  };
}

function limitsOf({ components, languages }: RunOptions, observation: Observation): Pick<RunResult, "limits"> {
  if (components === undefined && languages === undefined) return {};
  const names = components && observation.components.map(({ name }) => name);
  return { limits: defined({ components: names, languages }) };
}

function componentStatistics({ name, source, translations }: ComponentObservation): readonly LanguageStatistics[] {
  const rows = [
    ...(source.translation === undefined ? [] : [{ translation: source.translation, path: source.path }]),
    ...translations,
  ];
  return rows.map(({ translation: { language, languageName, webUrl, counters, isSource }, path }) => {
    const { total, translated, translatedPercent, fuzzy, failingChecks, totalWords, translatedWords } = counters;
    return {
      component: name,
      language,
      languageName,
      path,
      url: webUrl,
      total,
      translated,
      translatedPercent,
      fuzzy,
      failingChecks,
      totalWords,
      translatedWords,
      isSource,
    };
  });
}
