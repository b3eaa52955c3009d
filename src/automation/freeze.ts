import type { Discussion } from "../forge/discussion.ts";
import type { FreezeSettings } from "../mapping/binding.ts";
import { frozenOn } from "../sync/frozen.ts";
import { unlessRefused } from "./refusal.ts";

/**
 * Why source strings may not change on a branch now. The forge is asked only where the mapping names a label.
 * @returns undefined where nothing is frozen, or the forge does not say
 */
export async function frozenReason(
  freeze: FreezeSettings,
  branch: string | undefined,
  discussion: (() => Promise<Pick<Discussion, "hasOpenLabelled">>) | undefined,
  refused: (message: string) => void,
): Promise<string | undefined> {
  const isLabelOpen =
    freeze.label !== undefined &&
    discussion !== undefined &&
    (await unlessRefused((await discussion()).hasOpenLabelled(freeze.label), refused)) === true;
  return frozenOn(freeze, branch, isLabelOpen);
}
