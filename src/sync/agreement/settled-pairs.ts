import type { Agreed } from "./agreement.ts";
import { relate } from "./file-versions.ts";
import type { Observation, TranslationObservation } from "../observe/observation.ts";

/** Files whose versions on both sides are the same, as they were seen last. */
export function settledPairs({ components }: Pick<Observation, "components">): readonly Agreed[] {
  return components.flatMap(({ name, translations }) =>
    translations.flatMap((observed): readonly Agreed[] => {
      const { path, translation } = observed;
      const pair = pairOf(observed);
      if (pair === undefined || translation.revision === "") return [];
      return [{ component: name, path, pair, standing: "settled" }];
    }),
  );
}

function pairOf({ blob, translation: { revision }, versions }: TranslationObservation): Agreed["pair"] | undefined {
  if (blob === undefined) return undefined;
  if (blob === revision) return { blob, service: revision, merged: false };
  const agreed = versions?.agreed;
  if (versions === undefined || agreed === undefined) return undefined;
  if (relate(blob, revision, versions).kind !== "in-step") return undefined;
  return { blob, service: revision, merged: agreed.merged };
}
