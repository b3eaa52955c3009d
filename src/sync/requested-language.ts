import { allLanguages, findLanguage } from "../catalog/languages.ts";
import { nearest } from "../mapping/nearest.ts";
import type { Finding, StepOutcome } from "./plan.ts";

/** Languages that the mapping asks for and the service does not give: the run has not failed for it. */
export function refusedRequests(outcomes: readonly StepOutcome[]): readonly Finding[] {
  return outcomes.flatMap(({ step, outcome, detail }): Finding[] => {
    if (step.kind !== "add-language" || step.isRequested !== true || outcome !== "not-needed") return [];
    return [
      {
        kind: "blocked",
        component: step.component,
        language: step.language,
        message: `the service does not add the language ${step.language} (languages.request): ${detail}`,
        remedy: remedyFor(step.language),
      },
    ];
  });
}

function remedyFor(language: string): string {
  if (findLanguage(language) === undefined) {
    const close = nearest(
      language,
      allLanguages().map(({ code }) => code),
    );
    return close === undefined
      ? "No such code is known here: name languages by the service's codes."
      : `No such code is known here. Is \`${close}\` meant?`;
  }
  return "Let the component take new languages (its setting new_lang on the service), and the token add them.";
}
