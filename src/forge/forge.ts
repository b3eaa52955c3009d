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
  /** Whether `Signed-off-by` is added, with the name and address that the commit is made under. */
  readonly signOff?: boolean;
}

/**
 * What a pull request says, and who is told of it. What the forge refuses of it becomes a note, never a failure. Labels,
 * assignees and milestone are set on a new one, and again with every change that is written, where they are missing.
 */
export interface PullRequestText {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly labels: readonly string[];
  /** Logins. */
  readonly assignees?: readonly string[];
  /** Logins. Asked once a pull request, as soon as they are named; never its author, nor again who reviewed or was taken off. */
  readonly reviewers?: readonly string[];
  /** Slugs of teams. */
  readonly teamReviewers?: readonly string[];
  /** Title or number. */
  readonly milestone?: string | number;
  /** Only of a new one: what people make ready stays ready. */
  readonly draft?: boolean;
  /** Lets the forge merge as soon as its own rules allow. Left out: nobody asked, or the change may not go in by itself. */
  readonly autoMerge?: "merge" | "squash" | "rebase";
}

/** What a run wants to see merged: files against a base commit, one commit on one branch, one pull request. */
export interface Proposal {
  readonly base: { readonly branch: string; readonly commit: string };
  readonly branch: string;
  /** Only files whose content differs from the base commit. Not empty. */
  readonly files: readonly FileChange[];
  readonly commit: CommitText;
  readonly pullRequest: PullRequestText;
  /** Somebody who may asked for it: the branch is made anew on the base, and commits of other people on it go. */
  readonly overwrite?: boolean;
}

/** An open pull request of ours. */
export interface OpenProposal {
  readonly branch: string;
  readonly number?: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
}

/** What became of a pull request that is not needed any more. `left-alone`: somebody else's commits are on its branch. */
export interface Withdrawal {
  readonly outcome: "closed" | "nothing-open" | "left-alone";
  readonly branch: string;
  readonly pullRequest?: { readonly number?: number; readonly url: string };
  readonly notes: readonly string[];
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
    /** Login of whoever opened it. */
    readonly author?: string;
    /** How many people or programs said something there, where the forge told with its text. */
    readonly comments?: number;
    /** `enabled`: the forge merges it as soon as its rules allow; `merged`: it is merged already. */
    readonly merge?: "enabled" | "merged";
  };
  /** What people should know: refused settings with their remedy, foreign commits with their authors. */
  readonly notes: readonly string[];
}

/** What the branch of an open pull request of ours holds already. */
export interface Delivered {
  /** Commit at the tip. */
  readonly commit: string;
  readonly pullRequest: { readonly number?: number; readonly url: string };
  /** Its text speaks of this very change, and what is to merge it is arranged: a run that brings the same need not visit it. */
  readonly isFinished: boolean;
  /** The files that the branch changes against the commit it was made on. */
  readonly files: ReadonlyMap<
    string,
    {
      /** Blob id of the service's file it came from: the file's own, unless an Interlinear-Service / -Merged trailer says otherwise; "" where the branch removes the file. */
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
   * Undefined where there is no such branch, no open pull request for it, or not all its commits are ours; whatever its text says.
   * Reads only. A finished one spares a run the download of files that wait there already.
   */
  delivered(branch: string, base: Proposal["base"]): Promise<Delivered | undefined>;
  /**
   * Where people committed to the branch, it is left alone, unless the proposal says `overwrite` or the box of
   * {@link REBASE_BOX} is ticked in the open pull request.
   */
  propose(proposal: Proposal): Promise<Delivery>;
  /** Our open pull requests onto a base whose branch is one of ours by name; those from forks of strangers are none. */
  openProposals(base: string, isOurs: (branch: string) => boolean): Promise<readonly OpenProposal[]>;
  /** Branches of the fork that our pull requests come from, by the beginning of their names; left out where nobody lists them. */
  forkBranches?(prefix: string): Promise<readonly string[]>;
  /**
   * Closes the branch's open pull request with a word of why, and deletes the branch if all its commits are ours.
   * @param before done first where the branch is to go: whoever is killed meanwhile finds the branch again
   */
  withdraw(branch: string, base: Proposal["base"], why: string, before?: () => Promise<void>): Promise<Withdrawal>;
}

/** The box in a pull request's text that lets the next run make the branch anew; only who may write can tick it. */
export const REBASE_BOX = "<!-- interlinear:rebase -->";

/** Begins the comment that says why a run closed a pull request, and tells such ones from those that people closed. */
export const WITHDRAWN = "<!-- interlinear:withdrawn ";

/** Whether the box is there and ticked. */
export function asksForRebase(body: string): boolean {
  return body.split("\n").some((line) => line.includes(REBASE_BOX) && /^\s*[-*] \[[xX]\]/.test(line));
}

/**
 * Trailer that holds the commit's own tree id: it stops matching as soon as a person amends the commit. After it stands how many of the
 * two below the commit has, if any: a message that somebody edited may have lost them.
 */
export const TREE_TRAILER = "Interlinear-Tree";
/** Trailer `<blob id> <path>`: the service's file at that time, where what was committed differs from it by bytes or held back texts. */
export const SERVICE_TRAILER = "Interlinear-Service";
/** The same, where texts of the repository were kept against the service's: the committed file is no common version of both. */
export const MERGED_TRAILER = "Interlinear-Merged";

/** The value of an `Interlinear-Tree` line: a tree, and how many lines about files of the service come with it. */
export function treeIn(value: string): { readonly tree: string; readonly lines: number } {
  const [tree = "", lines = "0"] = value.split(" ");
  return { tree, lines: /^\d+$/.test(lines) ? Number(lines) : 0 };
}

/** Stands in the text of a {@link Proposal} for its commit, which is written after the text. As long as an id. */
export const PROPOSED_COMMIT = "83558bcf5bfcb0d2e9f83b56201beb427d9eeffe";
