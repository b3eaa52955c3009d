import { isSourceUpload } from "../decide/source-upload.ts";
import type { CommitStep, Plan, Step, StepOutcome } from "../plan.ts";
import type { Observation } from "../observe/observation.ts";

/**
 * What has to be committed before translations are sent. A revision tells nothing of strings that are pending: a file that
 * seems to be changed in git only may have a newer text of a translator on the service, which the upload would write over.
 */
export function commitsFirst({ steps }: Plan, { components, projects }: Observation): readonly CommitStep[] {
  const names = new Set(steps.flatMap((step) => (writesOver(step, components) ? [step.component] : [])));
  return components.flatMap(({ name, binding }): readonly CommitStep[] => {
    const state = projects.find(({ slug }) => slug === binding.component.project)?.repository;
    const isClean = typeof state === "object" && !state.needsCommit;
    if (!names.has(name) || isClean) return [];
    const reason = "strings may be pending on the service; only committed they show what a translator changed";
    return [{ kind: "commit", component: name, whole: false, reason }];
  });
}

/** Without the uploads to components that could not be committed: the failed step says why. */
export function withoutUncommitted(plan: Plan, early: readonly StepOutcome[], { components }: Observation): Plan {
  const failed = new Set(early.flatMap(({ step, outcome }) => (outcome === "failed" ? [step.component] : [])));
  if (failed.size === 0) return plan;
  const steps = plan.steps.filter((step) => !(failed.has(step.component) && writesOver(step, components)));
  return { ...plan, steps };
}

/** A language that the service lacks has nothing that is pending; one without a text that it knows may have its first. */
function writesOver(step: Step, components: Observation["components"]): boolean {
  if (step.kind !== "upload") return false;
  const component = components.find(({ name }) => name === step.component);
  if (component !== undefined && isSourceUpload(step, component)) return false;
  const isFilled =
    step.method === "replace" &&
    component?.translations.some(({ translation }) => translation.language === step.language) === true;
  return isFilled || step.conflicts !== undefined;
}
