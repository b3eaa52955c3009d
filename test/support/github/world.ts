import type { KeyObject } from "node:crypto";
import type { Clock } from "../../../src/core/clock.ts";
import type { Hook } from "./hook.ts";
import type {
  BranchProtection,
  BranchRule,
  CheckRun,
  CommitStatus,
  Issue,
  MergeGroup,
  Reaction,
  RequestedOutput,
} from "./records.ts";
import type { BareRepository } from "./bare-repository.ts";

/** `actions`: GITHUB_TOKEN; `app`: an installation's token; `personal`: a personal access token. */
export type TokenKind = "actions" | "app" | "personal";

export type Permission =
  | "contents"
  | "pull-requests"
  | "issues"
  | "workflows"
  | "metadata"
  | "checks"
  | "statuses"
  | "merge-queues"
  | "administration"
  | "secrets"
  /** Of the organisation, not of the repository. */
  | "members";
export type Level = "none" | "read" | "write";

export interface Settings {
  tokenKind: TokenKind;
  login: string;
  permissions: Readonly<Partial<Record<Permission, Level>>>;
  /** Settings → Actions → "Allow GitHub Actions to create and approve pull requests". Off in new repositories. */
  actionsMayOpenPullRequests: boolean;
  rules: readonly BranchRule[];
  /** Classic protections of branches, which the rules say nothing of. */
  protections: readonly BranchProtection[];
  /** Beyond it a tree takes more than ten seconds. */
  treeLimit: { readonly entries: number; readonly bytes: number };
  /** Entries a listing of a tree holds before it is truncated. */
  listingLimit: number;
  /** Reads of a pull request until `mergeable` is known. */
  mergeableAfterReads: number;
  /** Whether the token is for some repositories of the installation alone: it may not see teams then. */
  isNarrowed?: boolean;
  /** Content that a token may write; default what GitHub says: 80 in a minute, 500 in an hour. */
  writeLimit?: { readonly minute: number; readonly hour: number };
  /** Of those that exist, the ones that the token may see. */
  teams: readonly string[];
  milestones: readonly Milestone[];
  /** Private repositories of the free plan have none. */
  draftsAllowed: boolean;
  /** Settings → General → Features → "Issues". On in new repositories. */
  issuesAllowed?: boolean;
  /** Settings → General → "Allow auto-merge". Off in new repositories. */
  autoMergeAllowed: boolean;
  /** `mergeable_state` of open pull requests, whatever rules and checks say; without it, what these make of it. */
  mergeState: undefined | "clean" | "blocked" | "unstable" | "dirty" | "behind";
  /** Login → permission, for `GET collaborators/{u}/permission`. */
  collaborators: Readonly<Record<string, "admin" | "write" | "read" | "none">>;
}

export interface PullRequest {
  readonly number: number;
  readonly id: number;
  title: string;
  body: string | null;
  readonly head: string;
  base: string;
  /** What it says of its base's commit: the tip when its own commits last changed, however far the base is since; now's without it. */
  baseCommit?: string;
  /** Where the head is, if not in this repository. */
  fork?: {
    readonly repository: string;
    /** Undefined where it is the fork that is known (`World.fork`), which says itself. */
    readonly commit?: string;
  };
  mergedAt?: string;
  /** Commit of the head when the pull request was closed. */
  closedAt: string | undefined;
  state: "open" | "closed";
  readonly draft: boolean;
  readonly user: string;
  labels: string[];
  assignees?: readonly string[];
  reviewers?: readonly string[];
  teams?: readonly string[];
  /** Its number. */
  milestone?: number;
  autoMerge?: { readonly login: string; readonly method: "merge" | "squash" | "rebase" };
  readonly maintainerCanModify?: boolean;
  reads: number;
  readonly createdAt: string;
  updatedAt: string;
}

export interface Milestone {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly user: string;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
}

/** Why a commit counts as signed or not; computed when it is made. */
export interface Verification {
  readonly verified: boolean;
  readonly reason: "valid" | "unsigned";
}

export interface AppOptions {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  /** PEM. */
  readonly publicKey: string;
  /** What the installation was granted, besides `metadata: read`. */
  readonly permissions: Settings["permissions"];
  /** Default: installed in the repository. */
  readonly installed?: "yes" | "no" | "suspended";
  /** Seconds that the server's clock is ahead of ours. */
  readonly ahead?: number;
  /** Default: the system's. */
  readonly clock?: Pick<Clock, "now">;
  /** `ghs_<app id>_<JWT>`, as newer servers give them. */
  readonly longTokens?: boolean;
}

/** Where an App is installed. */
export interface Installation {
  readonly id: number;
  /** Login of an organisation or a person. */
  readonly account: string;
  suspendedAt: string | null;
  permissions: Settings["permissions"];
  /** Numbers of repositories. */
  readonly repositories: Set<number>;
}

export interface InstallationToken {
  readonly installation: Installation;
  readonly permissions: Settings["permissions"];
  readonly repositories: ReadonlySet<number>;
  /** For some of the installation's repositories, which somebody named. */
  readonly isNarrowed: boolean;
  /** Seconds since 1970 by the server's clock. */
  expires: number;
}

/** An App, and the tokens of its installations that are alive. */
export interface App {
  readonly options: AppOptions;
  /** Another one after the App was made anew from a manifest. */
  publicKey: KeyObject;
  readonly tokens: Map<string, InstallationToken>;
  readonly installations: Installation[];
  readonly worlds: readonly World[];
  /** Of a host that sends webhooks. */
  readonly hook: Hook | undefined;
  /** Seconds since 1970 by the server's clock. */
  now(): number;
}

/** Everything that GitHub knows of the repository besides its objects and refs. */
export interface World {
  /** Its number, which outlasts a rename. */
  readonly id: number;
  owner: string;
  repo: string;
  /** `owner/name` that it had before: these lead on to it. */
  readonly formerNames: string[];
  /** Address of the API; also stands in for every address that says nothing. */
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly git: BareRepository;
  /** A fork that the token may write to. */
  readonly fork?: World;
  readonly settings: Settings;
  readonly pulls: PullRequest[];
  readonly labels: Map<string, Label>;
  /** Of workflows: name → text. */
  readonly secrets: Map<string, string>;
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  /** Those that are no pull requests. */
  readonly issues: Issue[];
  readonly checkRuns: CheckRun[];
  readonly statuses: CommitStatus[];
  /** Groups that wait for their checks. */
  readonly queue: MergeGroup[];
  readonly verifications: Map<string, Verification>;
  /** An App that may ask for tokens of its own, besides the one that is known. */
  readonly app: App | undefined;
  readonly hourlyLimit: number;
  /** Requests answered so far: all count towards the limit. */
  requestsMade(): number;
  nextId(): number;
  now(): string;
}

export interface RequestedEntry {
  readonly path?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly sha?: string | null;
  readonly content?: string;
}

export interface RequestedPerson {
  readonly name: string;
  readonly email: string;
  readonly date?: string;
}

/** Members that request bodies have, over all operations; checked against the description before an operation runs. */
export interface RequestBody {
  readonly ref?: string;
  readonly sha?: string;
  readonly force?: boolean;
  readonly name?: string;
  readonly head_sha?: string;
  readonly external_id?: string;
  readonly details_url?: string;
  readonly conclusion?: string;
  readonly output?: RequestedOutput;
  readonly context?: string;
  readonly description?: string | null;
  readonly target_url?: string | null;
  readonly base_tree?: string;
  readonly tree?: string | readonly RequestedEntry[];
  readonly content?: string;
  readonly encoding?: string;
  readonly message?: string;
  readonly parents?: readonly string[];
  readonly author?: RequestedPerson;
  readonly committer?: RequestedPerson;
  readonly title?: string;
  readonly body?: string;
  readonly head?: string;
  readonly base?: string;
  readonly head_repo?: string;
  readonly maintainer_can_modify?: boolean;
  readonly draft?: boolean;
  readonly merge_method?: "merge" | "squash" | "rebase";
  readonly assignees?: readonly string[];
  readonly reviewers?: readonly string[];
  readonly team_reviewers?: readonly string[];
  readonly milestone?: string | number | null;
  readonly state?: string;
  readonly labels?: readonly (string | { readonly name: string })[];
  /** Of a GraphQL request. */
  readonly query?: string;
  /** Of a token for an installation. */
  readonly repositories?: readonly string[];
  readonly repository_ids?: readonly number[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly color?: string;
  /** Of a secret. */
  readonly encrypted_value?: string;
  readonly key_id?: string;
}

export interface Call {
  readonly world: World;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Address of this request without the query. */
  readonly address: string;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Need {
  readonly permission: Permission;
  readonly level: "read" | "write";
}

export function write(permission: Permission): Need {
  return { permission, level: "write" };
}

export interface OperationRun {
  readonly run: (call: Call) => Promise<Answer>;
}

export type Operations = Readonly<Record<string, OperationRun>>;

/** One page of a list with its `Link` header: 30 items unless asked otherwise, never more than 100. */
export function page(call: Call, items: readonly unknown[]): Answer {
  const { query, address } = call;
  const size = Math.min(Number(query["per_page"] ?? 30), 100);
  const at = Math.max(Number(query["page"] ?? 1), 1);
  const last = Math.max(Math.ceil(items.length / size), 1);
  const link = (to: number, relation: string): string => {
    const search = new URLSearchParams({ ...query, page: String(to) });
    return `<${address}?${search.toString()}>; rel="${relation}"`;
  };
  const links = [
    ...(at > 1 ? [link(at - 1, "prev"), link(1, "first")] : []),
    ...(at < last ? [link(at + 1, "next"), link(last, "last")] : []),
  ];
  return {
    status: 200,
    body: items.slice((at - 1) * size, at * size),
    headers: links.length === 0 ? {} : { link: links.join(", ") },
  };
}

export function may(settings: Settings, { permission, level }: Need): boolean {
  const held = settings.permissions[permission] ?? (permission === "metadata" ? "read" : "none");
  return held === "write" || held === level;
}

/** Number of an account, as its noreply address has it. */
export function accountId(login: string): number {
  return login === "github-actions[bot]" ? 41_898_282 : 7_000_000 + login.length;
}

/** Names in GitHub's addresses count without case. */
export function isCalled({ owner, repo }: Pick<World, "owner" | "repo">, name: string): boolean {
  return `${owner}/${repo}`.toLowerCase() === name.toLowerCase();
}

export function isBot({ tokenKind }: Settings): boolean {
  return tokenKind !== "personal";
}
