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

/** What the branch of an open pull request of ours holds already. */
export interface Delivered {
  /** Commit at the tip. */
  readonly commit: string;
  readonly pullRequest: { readonly number?: number; readonly url: string };
  /** The files that the branch changes against the commit it was made on. */
  readonly files: ReadonlyMap<
    string,
    {
      /** Blob id of the service's file it came from: the file's own, unless an Interlinear-Service / -Merged trailer says otherwise. */
      readonly service: string;
      /** Blob id at the commit the branch was made on; undefined where the file is new. */
      readonly from: string | undefined;
    }
  >;
}

/** Port: where the repository is hosted. Running `propose` twice with the same proposal writes nothing the second time. */
export interface Forge {
  readonly kind: "github" | "forgejo" | "local";
  /** Every address under which this repository can be cloned; to recognise a component that reads it. */
  repositoryUrls(): Promise<readonly string[]>;
  /**
   * Undefined where there is no such branch, no open pull request for it, or not all its commits are ours. Reads only;
   * spares a run the download of files that wait in the pull request already.
   */
  delivered(branch: string, base: Proposal["base"]): Promise<Delivered | undefined>;
  propose(proposal: Proposal): Promise<Delivery>;
}

/** Trailer that holds the commit's own tree id: it stops matching as soon as a person amends the commit. */
export const TREE_TRAILER = "Interlinear-Tree";
/** Trailer `<blob id> <path>`: the service's file at that time, where what was committed differs from it by bytes or held back texts. */
export const SERVICE_TRAILER = "Interlinear-Service";
/** The same, where texts of the repository were kept against the service's: the committed file is no common version of both. */
export const MERGED_TRAILER = "Interlinear-Merged";
