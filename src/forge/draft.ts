import { blobId } from "../git/blob-id.ts";
import type { ProposedFile } from "./branch-state.ts";
import type { Delivery, Proposal } from "./forge.ts";

/** A proposal whose files have their blob ids. */
export type Draft = Omit<Proposal, "files"> & { readonly files: readonly ProposedFile[] };

/** What became of a draft's branch. */
export type BranchDelivery = Pick<Delivery, "outcome" | "commit" | "notes">;

export function draftOf(proposal: Proposal): Draft {
  const files = proposal.files.map((file) => ({
    ...file,
    blob: file.content === null ? undefined : blobId(file.content),
  }));
  return { ...proposal, files };
}
