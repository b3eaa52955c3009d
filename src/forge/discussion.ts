/** A pull request as the forge shows it. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  /** Login. */
  readonly author: string;
  readonly state: "open" | "closed" | "merged";
  readonly isDraft: boolean;
  readonly labels: readonly string[];
  readonly base: { readonly branch: string; readonly commit: string };
  /** `repository` is `owner/name`, undefined where the fork is gone. */
  readonly head: { readonly branch: string; readonly commit: string; readonly repository: string | undefined };
}

/** Whether a pull request's head is this commit, of this repository where one is named. */
export function isHead(head: PullRequest["head"], commit: string, repository: string | undefined): boolean {
  const isThere = repository === undefined || head.repository?.toLowerCase() === repository.toLowerCase();
  return isThere && head.commit === commit;
}

export interface StickyComment {
  /** First line of the comment, an HTML comment: `<!-- interlinear:review -->`. Names it among ours. */
  readonly marker: string;
  /** Markdown without the marker, at most {@link MAX_COMMENT} bytes with it; undefined: nothing to say. */
  readonly body: string | undefined;
  /** Said in place of an older text when there is nothing to say any more; without it, the comment is deleted. */
  readonly settled?: string;
}

/** Bytes of UTF-8; what is longer is refused by the forges (which count characters). */
export const MAX_COMMENT = 65_536;

export interface CommentOutcome {
  readonly outcome: "created" | "updated" | "unchanged" | "deleted" | "nothing";
  readonly url?: string;
}

export type Permission = "admin" | "write" | "read" | "none";
export type Reaction = "+1" | "-1" | "eyes" | "rocket" | "confused";

export interface CheckAnnotation {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

/**
 * What a check run says of a commit. Forges without check runs, and GitHub where the token is a person's, show `title`
 * and `conclusion` as a commit status, which reads `neutral` as `success`; the memory is kept in its address's fragment.
 */
export interface CheckReport {
  /** `Interlinear`: one report of that name a commit, brought up to date in place. */
  readonly name: string;
  readonly commit: string;
  readonly conclusion: "success" | "neutral" | "failure" | "action_required";
  readonly title: string;
  /** Markdown; the adapter cuts it to the forge's limit. */
  readonly summary: string;
  /** Any number; the adapter sends them in parts. */
  readonly annotations: readonly CheckAnnotation[];
  readonly detailsUrl?: string;
  /** A word of ours that {@link Discussion.lastReport} gives back: up to 200 characters. */
  readonly memory?: string;
  /** Number of the pull request that it is about; several may have one commit. */
  readonly pullRequest?: number;
}

/** Page of the check. `keptFor`: another open pull request with this commit, whose failure stays what the check says. */
export interface Reported {
  readonly url?: string;
  readonly keptFor?: number;
}

/** Who the token speaks as. `workflow`: GITHUB_TOKEN or its like, whose pull requests start no workflows by themselves. */
export interface Identity {
  readonly login: string;
  readonly kind: "workflow" | "app" | "person";
}

/**
 * Port: what is said about pull requests. Reading needs `read` permissions; a refusal is a `RemoteError` with the
 * permission that is missing (IL-F02), so that a run for a fork can tell "may not" from "failed".
 */
export interface Discussion {
  readonly kind: "github" | "forgejo";
  identity(): Promise<Identity>;
  /** Undefined where there is none of that number. */
  pullRequest(number: number): Promise<PullRequest | undefined>;
  /**
   * Open pull requests whose head is this commit of this repository (`owner/name`), or of whatever repository; forks have no
   * other way to be found.
   */
  pullRequestsOfHead(commit: string, repository?: string): Promise<readonly PullRequest[]>;
  /** Looks through all pages for a comment of ours with the marker; writes only what differs. Never a second one. */
  stick(pullRequest: number, comment: StickyComment): Promise<CommentOutcome>;
  /** Answers a comment with a reaction; a second time is no error. */
  react(comment: number, reaction: Reaction): Promise<void>;
  /**
   * What a login may do in this repository; `none` for unknown ones and for bots that the forge does not know. Forgejo and
   * Gitea tell it the repository's administrators alone. Others are told who may be assigned, which is who may write, but for
   * members of an organisation's team that only reads: of them `mightPush` decides, the forge's own word in the event, and
   * without it nobody can know (IL-F02).
   */
  permission(login: string, mightPush?: boolean): Promise<Permission>;
  /**
   * One that says the same already is not written again. GitHub takes no annotation back: where some are to go, a new run
   * takes the old one's place.
   */
  report(check: CheckReport): Promise<Reported>;
  /** The newest report of that name on a commit. */
  lastReport(
    commit: string,
    name: string,
  ): Promise<{ readonly conclusion: CheckReport["conclusion"]; readonly memory: string | undefined } | undefined>;
  /** Whether an open pull request or issue has the label. */
  hasOpenLabelled(label: string): Promise<boolean>;
  /** Commit at the branch's tip now, which a pull request's own `base.commit` may be far behind; undefined: no such branch. */
  branchTip(branch: string): Promise<string | undefined>;
}
