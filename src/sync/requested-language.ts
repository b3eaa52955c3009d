import { allLanguages, findLanguage } from "../catalog/languages.ts";
import { nearest } from "../mapping/nearest.ts";
import { translationRefusals } from "./refusals.ts";
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
        ...translationRefusals.languageRefused(step.language, detail, remedyFor(step.language)),
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
      ? "No such code is known here: a developer names languages in the mapping by the service's codes."
      : `No such code is known here. If \`${close}\` is meant, a developer writes it into the mapping.`;
  }
  return "Whoever looks after the component on the service lets it take new languages (its setting new_lang), and the token's user add them.";
}
