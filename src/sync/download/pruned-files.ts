import { compare, type UnitDifference } from "../../catalog/difference.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { findLanguage } from "../../catalog/languages.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { FileChange } from "../../forge/forge.ts";
import type { Git } from "../../git/git.ts";
import {
  componentNamed,
  type ComponentObservation,
  type Observation,
  type TranslationObservation,
  type UnservedFile,
} from "../observe/observation.ts";
import type { FileOutcome, PruneStep, StepOutcome } from "../plan.ts";
import { readerOfFile } from "../observe/reader-of.ts";

/** What the removal of these files means for the repository and for those who read of it. */
export async function prunedFiles(
  git: Git,
  steps: readonly PruneStep[],
  observation: Observation,
): Promise<{ readonly files: readonly FileChange[]; readonly outcomes: readonly FileOutcome[] }> {
  await git.prefetch(steps.map(({ blob }) => blob));
  const found = steps.map((step) => ({ step, ...locate(observation, step) }));
  return {
    files: found.map(({ step, file }) => ({
      path: step.path,
      content: null,
      mode: file.mode === "100755" ? "100755" : "100644",
    })),
    outcomes: await Promise.all(
      found.map(async ({ step, component, file }) => ({
        component: step.component,
        language: step.language,
        languageName: nameOf(step, file),
        path: step.path,
        translateUrl: "translation" in file ? file.translation.translateUrl : "",
        created: false,
        isRemoved: true as const,
        differences: await textsLost(git, step, component),
        bytes: 0,
      })),
    ),
  };
}

export function pruned(step: PruneStep): StepOutcome {
  return { step, outcome: "done", detail: "", bytes: 0, milliseconds: 0 };
}

function nameOf({ language }: PruneStep, file: TranslationObservation | UnservedFile): string {
  return "translation" in file ? file.translation.languageName : (findLanguage(language)?.name ?? language);
}

/** The translations that go with the file; none of one that cannot be read here. */
async function textsLost(
  git: Git,
  { path, blob }: PruneStep,
  { facts }: ComponentObservation,
): Promise<readonly UnitDifference[]> {
  const bytes = await git.read(blob);
  const format = await readerOfFile(facts?.component, path, bytes);
  try {
    const before = format?.read(bytes, { path });
    if (before === undefined) return [];
    return compare(before, { format: before.format, units: [] }).filter((lost) => !isEmpty(lost.before ?? []));
  } catch (error) {
    if (error instanceof InterlinearError) return [];
    throw error;
  }
}

function locate(
  observation: Observation,
  step: PruneStep,
): { readonly component: ComponentObservation; readonly file: TranslationObservation | UnservedFile } {
  const component = componentNamed(observation, step.component);
  const file = [...(component?.translations ?? []), ...(component?.unserved ?? [])].find(
    ({ path }) => path === step.path,
  );
  if (component === undefined || file === undefined)
    throw new Error(`a step names ${step.path}, which was not observed`);
  return { component, file };
}
