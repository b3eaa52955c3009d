import { findLanguage } from "../catalog/languages.ts";
import type { FileChange } from "../forge/forge.ts";
import type { Observation, TranslationObservation, UnservedFile } from "./observation.ts";
import type { FileOutcome, PruneStep, StepOutcome } from "./plan.ts";

/** What the removal of these files means for the repository and for those who read of it. */
export function prunedFiles(
  steps: readonly PruneStep[],
  observation: Observation,
): { readonly files: readonly FileChange[]; readonly outcomes: readonly FileOutcome[] } {
  const found = steps.map((step) => ({ step, file: fileOf(observation, step) }));
  return {
    files: found.map(({ step, file }) => ({
      path: step.path,
      content: null,
      mode: file.mode === "100755" ? "100755" : "100644",
    })),
    outcomes: found.map(({ step, file }) => ({
      component: step.component,
      language: step.language,
      languageName:
        "translation" in file ? file.translation.languageName : (findLanguage(step.language)?.name ?? step.language),
      path: step.path,
      translateUrl: "translation" in file ? file.translation.translateUrl : "",
      created: false,
      isRemoved: true,
      differences: [],
      bytes: 0,
    })),
  };
}

export function pruned(step: PruneStep): StepOutcome {
  return { step, outcome: "done", detail: "", bytes: 0, milliseconds: 0 };
}

function fileOf(observation: Observation, step: PruneStep): TranslationObservation | UnservedFile {
  const component = observation.components.find(({ name }) => name === step.component);
  const file = [...(component?.translations ?? []), ...(component?.unserved ?? [])].find(
    ({ path }) => path === step.path,
  );
  if (file === undefined) throw new Error(`a step names ${step.path}, which was not observed`);
  return file;
}
