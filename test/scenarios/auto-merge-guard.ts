import type { World } from "../support/world.ts";

export const GUARDED = "pull-request:\n  auto-merge: { method: squash }\n";

export function allowAutoMerge({ github }: World): void {
  github.world.settings.autoMergeAllowed = true;
  github.world.settings.mergeState = "blocked"; // a required check is missing
}
