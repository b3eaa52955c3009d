/** A file of the proposed commit; `content: null` deletes it. */
export interface FileChange {
  /** Repository path with `/`. */
  readonly path: string;
  readonly content: Uint8Array | null;
  /** Git mode of the file, kept from the index; `100644` for new ones. */
  readonly mode: "100644" | "100755" | "120000";
}

export interface CommitText {
  readonly headline: string;
  readonly body: string;
  /** `Name: value` lines of the last paragraph. The adapter adds `Interlinear-Tree`. */
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
}

/** What a run wants to see merged: files against a base commit, one commit on one branch, one pull request. */
export interface Proposal {
  readonly base: { readonly branch: string; readonly commit: string };
  readonly branch: string;
  /** Only files whose content differs from the base commit. Not empty. */
  readonly files: readonly FileChange[];
  readonly commit: CommitText;
  readonly pullRequest: { readonly title: string; readonly body: string; readonly labels: readonly string[] };
}

/**
 * - `created`, `updated`: the branch was written.
 * - `unchanged`: the branch holds exactly this already; nothing was written but, if it differed, the pull request's text.
 * - `left-alone`: somebody else's commits are on the branch; nothing was written.
 */
export interface Delivery {
  readonly outcome: "created" | "updated" | "unchanged" | "left-alone";
  readonly branch: string;
  /** The commit at the branch's tip that holds the files. */
  readonly commit?: string;
  readonly pullRequest?: {
    readonly number?: number;
    readonly url: string;
    readonly outcome: "created" | "updated" | "unchanged";
  };
  /** What people should know: refused settings with their remedy, foreign commits with their authors. */
  readonly notes: readonly string[];
}

/** Port: where the repository is hosted. Running `propose` twice with the same proposal writes nothing the second time. */
export interface Forge {
  readonly kind: "github" | "forgejo" | "local";
  /** Every address under which this repository can be cloned; to recognise a component that reads it. */
  repositoryUrls(): Promise<readonly string[]>;
  propose(proposal: Proposal): Promise<Delivery>;
}

/** Trailer that holds the commit's own tree id: it stops matching as soon as a person amends the commit. */
export const TREE_TRAILER = "Interlinear-Tree";
/** Trailer `<blob id> <path>`: the service's file at that time, where what was committed differs from it by bytes. */
export const SERVICE_TRAILER = "Interlinear-Service";
