import type { Clock } from "../../core/clock.ts";
import { componentName, type Binding, type ComponentPath } from "../../mapping/binding.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";
import { sweptLock, type HealthFinding } from "./health.ts";
import type { Observation } from "../observe/observation.ts";
import type { CommitStep, Plan } from "../plan.ts";
import { sweepLocks } from "./service-lock.ts";

/**
 * Takes back what earlier runs left locked in the components of this one. Costs one request a project while nothing is.
 */
export async function sweepLeftLocks(
  dependencies: { readonly service: TranslationService; readonly clock: Clock },
  bindings: readonly Binding[],
): Promise<readonly HealthFinding[]> {
  const bound = new Set(bindings.map(({ component }) => componentName(component)));
  const projects = [...new Set(bindings.map(({ component }) => component.project))];
  const components = await Promise.all(projects.map((project) => dependencies.service.components(project)));
  const locked = components
    .flat()
    .filter((component) => component.locked === true && bound.has(componentName(component.path)));
  const swept = await sweepLocks(
    dependencies,
    locked.map(({ path }) => path),
  );
  return swept.map(({ component, lock }) => sweptLock(component, lock));
}

/** What a run reads or changes: every component of a project that is committed as a whole, and those with a step. */
export function componentsToLock({ steps }: Plan, { components }: Observation): readonly ComponentPath[] {
  const named = new Set(steps.map((step) => step.component));
  return components
    .map(({ binding }) => binding.component)
    .filter((path) => named.has(path.project) || named.has(componentName(path)));
}

/** Behind a lock nothing new is saved; what was saved between the first look and the lock is committed in any case. */
export function commitsBehindLocks(
  planned: readonly CommitStep[],
  locked: readonly ComponentPath[],
): readonly CommitStep[] {
  const asked = new Set(planned.map(({ component }) => component));
  const missing = locked.filter((path) => !asked.has(path.project) && !asked.has(componentName(path)));
  return [
    ...planned,
    ...missing.map((path): CommitStep => ({
      kind: "commit",
      component: componentName(path),
      whole: false,
      reason: "the component is locked: what was saved until then is committed before it is read (with-lock)",
    })),
  ];
}
