import type { FreezeSettings } from "../mapping/binding.ts";

/** As `isFrozen` tells it; what tells branches apart is loaded where a mapping freezes anything. */
export async function frozenOn(
  settings: FreezeSettings,
  branch: string | undefined,
  isLabelOpen: boolean,
): Promise<string | undefined> {
  if (settings.branches.length === 0 && settings.label === undefined) return undefined;
  return (await import("./decide/freeze.ts")).isFrozen(settings, branch, isLabelOpen);
}
