import { isRecord } from "../../core/json.ts";
import type { PresentSettings } from "../pull-request-state.ts";

/** What is read of a pull request. */
export interface PullRequestAnswer extends PresentSettings {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  /** How its branch is called: by its name, also when it does not exist any more, and by the ref that it is read at. */
  readonly heads: readonly string[];
  readonly base: string;
  /** It comes from this repository, not from a fork. */
  readonly isOwn: boolean;
  /** `owner/name` that it comes from; "" where that is gone. */
  readonly headRepository: string;
  /** Commit at the branch's tip; "" where there is none. */
  readonly commit: string;
  readonly isMerged: boolean;
}

/** Undefined for anything that is no list of pull requests. */
export function pullRequestsOf(value: unknown): readonly PullRequestAnswer[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const pulls = value.map(pullRequestOf);
  return pulls.every((pull) => pull !== undefined) ? pulls : undefined;
}

/** Undefined for anything that is no pull request. */
export function pullRequestOf(value: unknown): PullRequestAnswer | undefined {
  if (!isRecord(value)) return undefined;
  const { number, html_url: url, title, body, labels, head, base } = value;
  if (typeof number !== "number" || typeof url !== "string" || typeof title !== "string") return undefined;
  if (!isRecord(head) || !isRecord(base)) return undefined;
  return {
    number,
    url,
    title,
    body: text(body),
    author: loginOf(value["user"]),
    labels: labelNames(labels),
    assignees: items(value["assignees"]).map(loginOf),
    requested: [
      ...items(value["requested_reviewers"]).map(loginOf),
      ...items(value["requested_reviewers_teams"]).map((team) => `team/${member(team, "name")}`),
    ],
    milestone: milestoneOf(value["milestone"]),
    heads: [text(head["label"]), text(head["ref"])],
    base: text(base["ref"]),
    isOwn: typeof head["repo_id"] === "number" && head["repo_id"] === base["repo_id"],
    headRepository: member(head["repo"], "full_name"),
    commit: text(head["sha"]),
    isMerged: value["merged"] === true,
  };
}

/** The names of a list of labels. */
export function labelNames(value: unknown): readonly string[] {
  return items(value).flatMap((label) => (isRecord(label) ? [text(label["name"])] : []));
}

/** Milestones of a list; what a repository calls a number elsewhere is an id here. */
export function milestonesOf(value: unknown): readonly NonNullable<PresentSettings["milestone"]>[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map(milestoneOf).filter((milestone) => milestone !== undefined);
}

/** What the checks of a commit say together; `unfinished` also where one has failed. */
export type CombinedState = "none" | "success" | "unfinished";

export function combinedState(value: unknown): CombinedState {
  if (!isRecord(value) || items(value["statuses"]).length === 0) return "none";
  return value["state"] === "success" ? "success" : "unfinished";
}

/** Whether a branch takes only what checks have passed. */
export function requiresChecks(branch: unknown): boolean {
  return isRecord(branch) && branch["enable_status_check"] === true;
}

/** Full name of what a repository is a fork of. */
export function parentIn(value: unknown): string | undefined {
  const name = isRecord(value) ? member(value["parent"], "full_name") : "";
  return name === "" ? undefined : name;
}

/** The addresses by which a repository says that it can be cloned and looked at. */
export function addressesOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  return [value["clone_url"], value["ssh_url"], value["html_url"]].map(text).filter((address) => address !== "");
}

function milestoneOf(value: unknown): PresentSettings["milestone"] {
  if (!isRecord(value) || typeof value["id"] !== "number") return undefined;
  return { number: value["id"], title: text(value["title"]) };
}

function loginOf(value: unknown): string {
  return member(value, "login");
}

function member(value: unknown, name: string): string {
  return isRecord(value) ? text(value[name]) : "";
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
