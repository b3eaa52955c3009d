import type { BareRepository } from "../github/bare-repository.ts";

export interface Settings {
  /** What the token may do, by the areas that scopes of tokens have. */
  scopes: Readonly<Partial<Record<"repository" | "issue" | "user", "read" | "write">>>;
  /** Whether the token's user counts as a collaborator; the user of a job does not everywhere. */
  isCollaborator: boolean;
  /** Login of the token's user. */
  login: string;
  /** Whether the token's user is an administrator of the repository. */
  isAdministrator: boolean;
  /** Login → permission. */
  collaborators: Readonly<Record<string, "admin" | "write" | "read">>;
  /** Whether the repository's owner is an organisation. */
  isOrganisation: boolean;
  /** Members of an organisation's team that reads pull requests, and writes nothing. */
  teamReaders: readonly string[];
  milestones: readonly { readonly id: number; readonly title: string; readonly state: "open" | "closed" }[];
  /** Teams that have access. */
  teams: readonly string[];
  /** Rules that protect branches, as administrators are shown them. */
  rules: readonly { readonly rule_name: string; readonly enable_push: boolean; readonly enable_force_push: boolean }[];
  /** Whether a protection of the base asks for checks. */
  requiresChecks: boolean;
  /** Items of a page at most, whatever is asked for. */
  largestPage: number;
}

export interface PullRequest {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  readonly head: string;
  readonly base: string;
  /** Id of the repository that the head is in: another one for a fork's. */
  readonly headRepository: number;
  /** Where the head is, if not in this repository. */
  fork?: {
    readonly repository: string;
    /** Undefined where it is the fork that is known (`World.fork`), which says itself. */
    readonly commit?: string;
  };
  merged?: boolean;
  assignees?: readonly string[];
  reviewers?: readonly string[];
  teams?: readonly string[];
  /** Id. */
  milestone?: number;
  /** It is merged by this method when its checks succeed. */
  scheduled?: string;
  state: "open" | "closed";
  labels: number[];
  updated: number;
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly user: string;
  body: string;
}

export interface Reaction {
  readonly comment: number;
  readonly user: string;
  readonly content: string;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
  /** Ids. */
  readonly labels: readonly number[];
}

export interface CommitStatus {
  /** Counts on with every status. */
  readonly id: number;
  readonly commit: string;
  readonly state: string;
  readonly description: string;
  readonly targetUrl: string;
  readonly context: string;
  readonly creator: string;
}

/** Everything that the server knows of the repository besides its objects and refs. */
export interface World {
  readonly owner: string;
  readonly repo: string;
  /** Address of the server: pages and git. */
  readonly url: string;
  readonly git: BareRepository;
  /** A fork that the token may push to. */
  readonly fork: { readonly repository: string; readonly git: BareRepository } | undefined;
  readonly otherForks: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly pulls: PullRequest[];
  readonly labels: Label[];
  /** Webhooks that the API made; nobody is told by them. */
  readonly hooks: object[];
  /** Of workflows: name → text. */
  readonly secrets: Map<string, string>;
  /** Those that are no pull requests. */
  readonly issues: Issue[];
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  readonly statuses: CommitStatus[];
  nextId(): number;
  /** Counts on with every change. */
  now(): number;
}

/** Members that request bodies have, over all operations; checked against the description before an operation runs. */
export interface RequestBody {
  readonly title?: string;
  readonly body?: string;
  readonly head?: string;
  readonly base?: string;
  readonly state?: string;
  readonly name?: string;
  readonly color?: string;
  readonly labels?: readonly unknown[];
  readonly assignees?: readonly string[];
  readonly reviewers?: readonly string[];
  readonly team_reviewers?: readonly string[];
  readonly milestone?: number;
  readonly do?: string;
  readonly merge_when_checks_succeed?: boolean;
  readonly head_commit_id?: string;
  /** Of a reaction. */
  readonly content?: string;
  readonly context?: string;
  readonly description?: string;
  readonly target_url?: string;
  /** Of a webhook. */
  readonly type?: string;
  readonly active?: boolean;
  readonly events?: readonly string[];
  readonly config?: Readonly<Record<string, string>>;
  /** Of a secret. */
  readonly data?: string;
}

export interface Call {
  readonly world: World;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  readonly address: string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OperationRun {
  /** Area of the token's scopes; undefined: anybody may ask. */
  readonly area: "repository" | "issue" | "user" | undefined;
  readonly run: (call: Call) => Promise<Answer>;
}

/** Id of the repository itself. */
export const REPOSITORY_ID = 7;
/** Of the fork that the token may push to. */
export const FORK_ID = 8;

/** An answer that is no yes, in the server's words. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function notFound(): Refused {
  return new Refused(404, "not found");
}

/** One page of a list, with the headers that tell of the others. */
export function page({ query, address, world }: Call, items: readonly unknown[]): Answer {
  const size = Math.min(Number(query["limit"] ?? 30) || 30, world.settings.largestPage);
  const at = Math.max(Number(query["page"] ?? 1), 1);
  const last = Math.max(Math.ceil(items.length / size), 1);
  const link = (to: number, relation: string): string =>
    `<${address}?${new URLSearchParams({ ...query, page: String(to) }).toString()}>; rel="${relation}"`;
  const links = [
    ...(at < last ? [link(at + 1, "next"), link(last, "last")] : []),
    ...(at > 1 ? [link(1, "first"), link(at - 1, "prev")] : []),
  ];
  return {
    status: 200,
    body: items.slice((at - 1) * size, at * size),
    headers: { "x-total-count": String(items.length), ...(links.length === 0 ? {} : { link: links.join(",") }) },
  };
}
