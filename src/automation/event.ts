import * as z from "zod";
import { defined } from "../core/defined.ts";

/** `owner/name` as a forge gives it; it goes into addresses, so it is nothing but that. */
export const repositoryName = z.string().regex(/^(?!\.+\/)[A-Za-z0-9._-]+\/(?!\.+$)[A-Za-z0-9._-]+$/);

/** Who did something. */
export interface Actor {
  readonly login: string;
  readonly isBot: boolean;
}

/** A pull request as an event shows it; the forge's API knows it better where a job acts on it. */
export interface EventPullRequest {
  readonly number: number;
  readonly body: string;
  readonly isMerged: boolean;
  readonly base: { readonly branch: string; readonly commit: string };
  /** `repository` is undefined where the fork is gone. */
  readonly head: { readonly branch: string; readonly commit: string; readonly repository: string | undefined };
}

/** What a webhook tells, as far as it matters here. Whatever is missing or has another form is left out. */
export interface EventPayload {
  readonly action?: string;
  /** Of a push: the branch or tag is gone. */
  readonly isDeleted: boolean;
  /** Of a push: `refs/heads/main`. Of a branch or tag that was made or deleted: its name. */
  readonly ref?: string;
  /** Of a branch or tag that was made or deleted. */
  readonly refType?: string;
  /** Of a push: the branch's commit until then. */
  readonly before?: string;
  readonly defaultBranch?: string;
  readonly sender?: Actor;
  readonly pullRequest?: EventPullRequest;
  /** Of an edit: what was edited. */
  readonly edited: { readonly isBase: boolean; readonly bodyBefore?: string };
  readonly comment?: {
    readonly id: number;
    readonly body: string;
    readonly author: Actor;
    /** Whether its author might push when they wrote it: Forgejo and Gitea say so, in a new comment's event alone. */
    readonly mightPush?: boolean;
  };
  readonly issue?: { readonly number: number; readonly isPullRequest: boolean };
  readonly finishedRun?: {
    /** The event that started it. */
    readonly event: string;
    readonly commit: string;
    /** `owner/name`; Gitea does not say, nor does GitHub where the fork is gone. */
    readonly repository?: string;
    readonly actor: string;
  };
  /** Of a check run or a check suite. */
  readonly check?: EventCheck;
  /** Of a merge queue's group: what the queue would put onto the base. */
  readonly mergeGroup?: { readonly commit: string; readonly base: string };
}

interface EventCheck {
  /** Undefined for a suite. */
  readonly name?: string;
  readonly commit: string;
  /** What the App that made it goes by: number, client id. */
  readonly app: readonly string[];
}

/** The parts of a runner's environment, or of a delivery, that decide what to do. */
export interface ForgeEvent {
  /** `push`, `pull_request` … */
  readonly name: string;
  /** `refs/heads/main`; "" where there is none. */
  readonly ref: string;
  /** Commit that the run stands on, by the forge's word (GITHUB_SHA). */
  readonly commit?: string;
  /** `owner/name` */
  readonly repository: string;
  /** Who caused the run; a repetition by somebody else does not change it. */
  readonly actor: string;
  readonly payload: EventPayload;
}

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const count = z.number().int().positive().optional().catch(undefined);
/** Goes to git and into addresses: nothing but what it is. */
const commitId = z
  .string()
  .regex(/^[0-9a-f]{40}$/)
  .optional()
  .catch(undefined);
const fullName = repositoryName.optional().catch(undefined);
const anything = z.unknown().optional();

function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined);
}

const person = part({ login: text, username: text, type: text });
const side = part({ ref: text, sha: commitId, repo: part({ full_name: fullName }) });
const app = part({ id: count, client_id: text });
const webhook = z.object({
  action: text,
  ref: text,
  ref_type: text,
  deleted: flag,
  before: commitId,
  after: commitId,
  repository: part({ default_branch: text, permissions: part({ push: flag }) }),
  sender: person,
  pull_request: part({ number: count, body: text, merged: flag, head: side, base: side }),
  changes: part({ body: part({ from: text }), base: anything, ref: anything }),
  comment: part({ id: count, body: text, user: person }),
  issue: part({ number: count, pull_request: anything }),
  is_pull: flag,
  workflow_run: part({
    event: text,
    head_sha: commitId,
    head_repository: part({ full_name: fullName }),
    actor: person,
  }),
  check_run: part({ name: text, head_sha: commitId, app }),
  check_suite: part({ head_sha: commitId, app }),
  merge_group: part({ head_sha: commitId, base_ref: text }),
});

/** Reads a webhook's payload; it never fails, since runners elsewhere leave out what they like. */
export function readPayload(raw: unknown): EventPayload {
  const { data } = webhook.safeParse(raw);
  if (data === undefined) return { isDeleted: false, edited: { isBase: false } };
  const { action, ref, ref_type: refType, before, changes } = data;
  const defaultBranch = data.repository?.default_branch;
  const bodyBefore = changes?.body?.from;
  return {
    isDeleted: data.deleted === true || (data.after !== undefined && isNone(data.after)),
    // Forgejo and Gitea call the base of a pull request `ref` here.
    edited: {
      isBase: changes?.base !== undefined || changes?.ref !== undefined,
      ...defined({ bodyBefore }),
    },
    ...defined({ action, ref, refType }),
    ...(before === undefined || isNone(before) ? {} : { before }),
    ...defined({ defaultBranch }),
    ...present("sender", actorOf(data.sender)),
    ...present("pullRequest", pullRequestOf(data)),
    ...present("comment", commentOf(data)),
    ...present("issue", issueOf(data)),
    ...present("finishedRun", runOf(data)),
    ...present("check", checkOf(data)),
    ...present("mergeGroup", groupOf(data)),
  };
}

/** What a branch had before it was made, and has after it was deleted. */
function isNone(id: string): boolean {
  return /^0+$/.test(id);
}

type Webhook = z.infer<typeof webhook>;

function actorOf(raw: Webhook["sender"]): Actor | undefined {
  const login = raw?.login ?? raw?.username;
  return login === undefined ? undefined : { login, isBot: raw?.type === "Bot" || login.endsWith("[bot]") };
}

function pullRequestOf({ pull_request: raw }: Webhook): EventPullRequest | undefined {
  const { number, body = "", merged, base, head } = raw ?? {};
  if (number === undefined || base?.ref === undefined || base.sha === undefined) return undefined;
  if (head?.ref === undefined || head.sha === undefined) return undefined;
  return {
    number,
    body,
    isMerged: merged === true,
    base: { branch: base.ref, commit: base.sha },
    head: { branch: head.ref, commit: head.sha, repository: head.repo?.full_name },
  };
}

function commentOf({ action, comment, sender, repository }: Webhook): EventPayload["comment"] {
  const author = actorOf(comment?.user);
  if (comment?.id === undefined || comment.body === undefined || author === undefined) return undefined;
  // What the event's sender may do: whoever edits a comment may be somebody else.
  const isByAuthor = action === "created" && actorOf(sender)?.login === author.login;
  const mightPush = isByAuthor ? repository?.permissions?.push : undefined;
  return { id: comment.id, body: comment.body, author, ...defined({ mightPush }) };
}

function issueOf({ issue, is_pull: isPull }: Webhook): EventPayload["issue"] {
  if (issue?.number === undefined) return undefined;
  const isPullRequest = isPull === true || (typeof issue.pull_request === "object" && issue.pull_request !== null);
  return { number: issue.number, isPullRequest };
}

function runOf({ workflow_run: run }: Webhook): EventPayload["finishedRun"] {
  const [event, at, repository] = [run?.event, run?.head_sha, run?.head_repository?.full_name];
  if (event === undefined || at === undefined) return undefined;
  return { event, commit: at, ...defined({ repository }), actor: actorOf(run?.actor)?.login ?? "" };
}

function checkOf({ check_run: run, check_suite: suite }: Webhook): EventCheck | undefined {
  const { head_sha: at, app: by } = run ?? suite ?? {};
  if (at === undefined) return undefined;
  const ids = [by?.id === undefined ? undefined : String(by.id), by?.client_id];
  return {
    ...(run?.name !== undefined && { name: run.name }),
    commit: at,
    app: ids.filter((id) => id !== undefined),
  };
}

function groupOf({ merge_group: group }: Webhook): EventPayload["mergeGroup"] {
  const base = /^refs\/heads\/(.+)$/.exec(group?.base_ref ?? "")?.[1];
  return group?.head_sha === undefined || base === undefined ? undefined : { commit: group.head_sha, base };
}

function present<Name extends keyof EventPayload>(
  name: Name,
  value: EventPayload[Name] | undefined,
): Partial<EventPayload> {
  return value === undefined ? {} : { [name]: value };
}

/** What is kept of a forge's event until its repository's turn: without the repository's name, which may be another by then. */
type KeptEvent = Pick<ForgeEvent, "ref" | "commit" | "actor" | "payload">;

/** @param name `push`, `pull_request` … @param raw the payload, whatever it holds */
export function keptEvent(name: string, raw: unknown): KeptEvent {
  const payload = readPayload(raw);
  const commit = name === "push" ? commitAfter(raw) : undefined;
  return {
    ref: name === "push" ? (payload.ref ?? "") : "",
    ...defined({ commit }),
    actor: payload.sender?.login ?? "",
    payload,
  };
}

/**
 * The event of a delivery that a forge made, as `jobOf` takes it.
 * @param kept payload of the delivery @param repository `owner/name` as it is now
 */
export function forgeEventOf(
  { event, payload }: { readonly event: string; readonly payload: unknown },
  repository: string,
): ForgeEvent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keptEvent` made it, and nobody else writes it
  const kept = payload as KeptEvent;
  return { name: event, repository, ...kept };
}

function commitAfter(raw: unknown): string | undefined {
  if (typeof raw !== "object" || raw === null || !("after" in raw)) return undefined;
  const { after } = raw;
  return typeof after === "string" && /^[0-9a-f]{40}$/.test(after) && !/^0+$/.test(after) ? after : undefined;
}
