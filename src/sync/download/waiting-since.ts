import type { AgreementRecord } from "../agreement/agreement.ts";
import { decide } from "../decide/decide.ts";
import type { Intent } from "../decide/intent.ts";
import { componentNamed, type Observation } from "../observe/observation.ts";

/**
 * Since when the service has had translations that no run has proposed yet (ISO 8601): for a run that only sends. Undefined
 * where there are none. What a run proposed is in the record, whether it was merged or not.
 */
export async function waitingSince(
  observation: Observation,
  intent: Intent,
  record: Pick<AgreementRecord, "pairsOf">,
): Promise<string | undefined> {
  const { steps } = decide(observation, { ...intent, push: false, pull: true, settled: true });
  const changes: string[] = [];
  for (const step of steps) {
    if (step.kind !== "download") continue;
    const pairs = (await record.pairsOf(step.component)).get(step.path) ?? [];
    if (pairs.some(({ service }) => service === step.to)) continue;
    const found = componentNamed(observation, step.component)?.translations.find(({ path }) => path === step.path);
    if (typeof found?.translation.lastChange === "string") changes.push(found.translation.lastChange);
  }
  return changes.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
}
