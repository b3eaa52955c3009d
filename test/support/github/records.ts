/** A rule on branches, as a ruleset has it. */
export interface BranchRule {
  /** Whole branch name, or a pattern with `*`. */
  readonly branches: string;
  readonly requires: "verified-signatures" | "pull-request" | RuleDetails;
  /** Of which ruleset; default: one of the repository that nobody may bypass. */
  readonly ruleset?: Partial<Ruleset>;
}

/** `{ type: "commit_message_pattern", parameters: { operator: "starts_with", pattern: "chore" } }` */
export interface RuleDetails {
  readonly type: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly source: "Repository" | "Organization";
  readonly bypass: "always" | "never";
  /** An older server: nothing says who may bypass it. */
  readonly isHidden: boolean;
}

export interface RequestedAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: string;
  readonly message: string;
  readonly title?: string;
}

export interface RequestedOutput {
  readonly title: string;
  readonly summary: string;
  readonly annotations?: readonly RequestedAnnotation[];
}

export interface CheckRun {
  readonly id: number;
  readonly commit: string;
  readonly name: string;
  /** Slug of the App that made it. */
  readonly app: string;
  /** A workflow's job, which nobody but Actions may conclude. */
  readonly isJob?: true;
  externalId: string | null;
  detailsUrl: string | null;
  status: string;
  conclusion: string | null;
  title: string | null;
  summary: string | null;
  readonly annotations: RequestedAnnotation[];
}

/** What a merge queue would put onto the base, and waits for the checks of. */
export interface MergeGroup {
  readonly pull: number;
  /** `gh-readonly-queue/main/pr-7-<commit of the base>` */
  readonly branch: string;
  readonly commit: string;
  readonly base: { readonly branch: string; readonly commit: string };
}

export interface Issue {
  readonly number: number;
  title: string;
  state: "open" | "closed";
  readonly labels: readonly string[];
  body?: string;
  /** Default the repository's owner. */
  readonly user?: string;
}

export interface Reaction {
  readonly id: number;
  readonly comment: number;
  readonly user: string;
  readonly content: string;
  readonly createdAt: string;
}

export interface CommitStatus {
  readonly id: number;
  readonly commit: string;
  readonly state: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly context: string;
  readonly creator: string;
  readonly createdAt: string;
}

/** A check without which nothing is merged. */
export interface RequiredCheck {
  readonly name: string;
  /** Number of the App that it has to come from; undefined: of whomever. */
  readonly app?: number | undefined;
}

/** As Settings → Branches has them. */
export interface BranchProtection {
  /** Whole branch name. */
  readonly branch: string;
  /** Whom the checks are asked of. */
  readonly enforcement: "off" | "non_admins" | "everyone";
  readonly checks: readonly RequiredCheck[];
  readonly hasQueue?: boolean;
}
