import type { TranslationService } from "../../service-client/translation-service.ts";
import { InterlinearError } from "../../core/errors.ts";
import { translationOf, type Observation } from "../observe/observation.ts";
import type { StepOutcome } from "../plan.ts";
import { assertProved } from "./apply.ts";

/**
 * Whole files that the service says it took, and did not read. Where its database fails once the file is committed, only the rows
 * are taken back: the same file is no change for it after that, so it counts its strings and reads none (2026.10.1).
 */
export function unreadFiles(
  before: Pick<Observation, "components">,
  after: Pick<Observation, "components">,
  outcomes: readonly StepOutcome[],
): readonly StepOutcome[] {
  return outcomes.filter(({ step, outcome }) => {
    if (step.kind !== "upload" || step.method !== "replace" || outcome !== "done") return false;
    const revision = translationOf(after, step)?.revision;
    // One that moved was read, whatever an add-on of the service made of it.
    return revision !== undefined && revision !== step.blob && revision === translationOf(before, step)?.revision;
  });
}

/** Has them read, a component at a time. @returns the outcomes, with what came of it */
export async function readUnread(
  service: Pick<TranslationService, "operateComponent" | "settled">,
  { components }: Pick<Observation, "components">,
  unread: readonly StepOutcome[],
  outcomes: readonly StepOutcome[],
): Promise<readonly StepOutcome[]> {
  const failures = new Map<string, string>();
  for (const { name, binding } of components) {
    if (!unread.some(({ step }) => step.component === name)) continue;
    try {
      const result = await service.operateComponent(binding.component, "file-scan");
      await service.settled(binding.component);
      await assertProved(result, "file-scan", () => Promise.resolve(false));
    } catch (error) {
      if (!(error instanceof InterlinearError)) throw error;
      failures.set(name, error.message);
    }
  }
  return outcomes.map((each) => {
    if (!unread.includes(each)) return each;
    const failure = failures.get(each.step.component);
    return failure === undefined
      ? { ...each, detail: `${each.detail}; file-scan asked for, the service had not read the file` }
      : { ...each, outcome: "failed", detail: `the service has the file, and did not read it: ${failure}` };
  });
}
