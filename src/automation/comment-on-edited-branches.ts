import type { Discussion } from "../forge/discussion.ts";
import { REBASE_BOX, type Delivery } from "../forge/forge.ts";
import { editedBranchComment } from "../report/pull-request/edited-branch-comment.ts";
import { unlessRefused } from "./refusal.ts";

const LEFT_ALONE_MARKER = "<!-- interlinear:left-alone -->";

/**
 * Says on every pull request of a run whose branch people committed to why it was left alone, and takes that back where it
 * is brought up to date again.
 * @param open left out: there is no token for the forge
 * @param refused hears what the token lacks
 */
export async function commentOnEditedBranches(
  open: (() => Promise<Pick<Discussion, "stick" | "pullRequest">>) | undefined,
  deliveries: readonly Delivery[],
  refused: (message: string) => void,
): Promise<void> {
  for (const delivery of deliveries) {
    const number = delivery.pullRequest?.number;
    // Where nothing moved, nothing was taken back either: every night's run would look for a comment in vain.
    if (number === undefined || delivery.outcome === "unchanged") continue;
    if (delivery.outcome !== "left-alone" && delivery.pullRequest?.comments === 0) continue;
    const discussion = await open?.();
    if (discussion === undefined) return;
    const body = delivery.outcome === "left-alone" ? await reason(discussion, delivery, number) : undefined;
    const done = await unlessRefused(discussion.stick(number, { marker: LEFT_ALONE_MARKER, body }), refused);
    // What the token may not do here, it may not do on the others.
    if (done === undefined) return;
  }
}

async function reason(
  discussion: Pick<Discussion, "pullRequest">,
  { branch, notes }: Delivery,
  number: number,
): Promise<string> {
  const open = await discussion.pullRequest(number);
  return editedBranchComment({ branch, notes, hasBox: open?.body.includes(REBASE_BOX) === true });
}
