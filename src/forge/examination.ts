/** A right that was played, in a way that changes nothing. */
export type TriedRight =
  | { readonly right: string; readonly isGranted: true }
  | {
      /** Finishes "The token may not …": `comment on pull requests`. */
      readonly right: string;
      readonly isGranted: false;
      /** The forge's own. */
      readonly words: string;
      readonly remedy: string;
    };

/** A check without which nothing is merged into a branch. */
export interface RequiredCheck {
  readonly name: string;
  /**
   * Who has to make it, where a rule says so: workflows with their own token, or another App. Undefined: whoever does, or the
   * forge's numbers of Apps are not known.
   */
  readonly from?: "workflows" | "another-app";
}

/** What a forge tells of the repository and of whoever asks, without anything being written. */
export interface ForgeExamination {
  readonly kind: "github" | "forgejo";
  /** What the repository shows first, and starts schedules of; undefined where the forge does not say. */
  readonly defaultBranch?: string | undefined;
  /** Which of the two that speak Forgejo's API it is. */
  readonly server?: "forgejo" | "gitea" | undefined;
  /** `owner/name`. */
  readonly repository: string;
  /** Login of the token's owner; undefined where the forge does not say. */
  readonly login: string | undefined;
  /** Whether they may write branches; undefined where the forge tells that of people only. */
  readonly mayWrite: boolean | undefined;
  readonly isArchived: boolean;
  /** Whether workflows run in the repository at all; undefined where the forge does not say. */
  readonly workflowsRun?: boolean | undefined;
  /** Whether the token of a workflow may open pull requests; undefined where this token may not see the setting. */
  readonly workflowsMayPropose?: boolean | undefined;
  /** What rules ask of pull requests onto the base; undefined where nobody tells. */
  readonly base?: {
    readonly branch: string;
    readonly checks: readonly RequiredCheck[];
    /** Whether a merge queue merges into it; undefined where this token is not told. */
    readonly hasQueue: boolean | undefined;
  };
  /** Undefined where no right was tried. */
  readonly rights?: readonly TriedRight[];
  /** Rules that stand in the way of a commit on the branch: why, and what to do about it. */
  readonly obstacles: readonly { readonly message: string; readonly remedy: string; readonly isCertain: boolean }[];
}
