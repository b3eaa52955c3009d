import { isSettled, type Agreed, type AgreementRecord } from "./agreement.ts";
import type { StepOutcome } from "../plan.ts";
import { relate } from "./file-versions.ts";
import type { Observation, TranslationObservation } from "../observe/observation.ts";

/**
 * Files whose versions on both sides are the same, as they were seen last, and that are news to the record: of most, nothing is.
 * @param outcomes of the run: what was sent, and not taken, is not sent again
 */
export async function settledPairs(
  { components }: Pick<Observation, "components">,
  outcomes: readonly StepOutcome[],
  record: Pick<AgreementRecord, "pairsOf">,
): Promise<readonly Agreed[]> {
  const sent = new Set(
    outcomes.flatMap(({ step, outcome }) =>
      step.kind === "upload" && outcome !== "failed" ? [`${step.component} ${step.path}`] : [],
    ),
  );
  const settled: Agreed[] = [];
  for (const { name, translations } of components) {
    const before = await record.pairsOf(name);
    for (const observed of translations) {
      const { path, translation } = observed;
      const pair = pairOf(observed, sent.has(`${name} ${path}`));
      if (pair === undefined || translation.revision === "" || isSettled(before.get(path), pair)) continue;
      settled.push({ component: name, path, pair, standing: "settled" });
    }
  }
  return settled;
}

function pairOf(
  { blob, translation: { revision }, versions }: TranslationObservation,
  isSent: boolean,
): Agreed["pair"] | undefined {
  if (blob === undefined) return undefined;
  const agreed = versions?.agreed;
  if (agreed?.isOutdated === true) return undefined;
  if (blob === revision) return { blob, service: revision, merged: false };
  if (versions === undefined || agreed === undefined) return undefined;
  if (relate(blob, revision, versions).kind !== "in-step") return undefined;
  const isUnsent = agreed.unsent === true && !isSent;
  if (isUnsent && agreed.isLoose === true) return undefined;
  return { blob, service: revision, merged: agreed.merged, ...(isUnsent ? { unsent: true } : {}) };
}
