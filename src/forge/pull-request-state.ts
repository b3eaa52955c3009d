import { changeMark } from "./branch-state.ts";
import type { PullRequestText } from "./forge.ts";

/** What an open pull request has of what a proposal may ask for. */
export interface PresentSettings {
  /** Login of whoever opened it. */
  readonly author: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** Logins, and `team/slug`, of those whose review is asked for at present. */
  readonly requested: readonly string[];
  readonly milestone: { readonly number: number; readonly title: string } | undefined;
}

/** What is to be set, because a proposal asks for it and the pull request lacks it. */
export interface MissingSettings {
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly milestone: string | number | undefined;
}

/** Members of a team are asked as `team/slug`. */
const TEAM = "team/";

/**
 * With each change that is written, whatever is missing is set again. In between, what people took away stays away; but
 * where there is nothing at all of what is asked for, it may have been asked for since, or was refused.
 */
export function missingSettings(
  { labels, assignees = [], milestone }: PullRequestText,
  present: PresentSettings,
  isWritten: boolean,
): MissingSettings {
  const hasMilestone = milestone === undefined || isMilestone(milestone, present.milestone);
  const missing = {
    labels: without(labels, present.labels),
    assignees: without(assignees, present.assignees),
    milestone: hasMilestone ? undefined : milestone,
  };
  const asked = labels.length + assignees.length + (milestone === undefined ? 0 : 1);
  const lacking = missing.labels.length + missing.assignees.length + (hasMilestone ? 0 : 1);
  return isWritten || lacking === asked ? missing : { labels: [], assignees: [], milestone: undefined };
}

/** Whose review is to be asked for: logins, and slugs of teams. */
export interface Reviewers {
  readonly reviewers: readonly string[];
  readonly teams: readonly string[];
}

/**
 * Whose review is to be asked for: everybody once a pull request, and never its author. Who has reviewed, or was taken off
 * by a person, is not asked again; who is newly named, as with a language that comes in later, is.
 */
export function newReviewers(
  text: PullRequestText,
  { author, requested, body }: Pick<PresentSettings, "author" | "requested"> & { readonly body: string },
): Reviewers {
  const names = without(namedReviewers(text), [author, ...requested, ...rememberedReviewers(body)]);
  return {
    reviewers: names.filter((name) => !name.startsWith(TEAM)),
    teams: names.filter((name) => name.startsWith(TEAM)).map((name) => name.slice(TEAM.length)),
  };
}

function namedReviewers({ reviewers = [], teamReviewers = [] }: PullRequestText): readonly string[] {
  return [...reviewers, ...teamReviewers.map((team) => `${TEAM}${team}`)];
}

/**
 * The text that a pull request is opened with. Where more is to be set, it lacks the mark of its change: a run may end before
 * it has set everything, and the next one sees that by the mark.
 */
export function openingBody(text: PullRequestText, files: MarkedFiles): string {
  const { labels, assignees = [], milestone } = text;
  const settings = labels.length + assignees.length + (milestone === undefined ? 0 : 1);
  if (settings + namedReviewers(text).length === 0) return rememberingBody(text, files, undefined);
  return [...(text.autoMerge === undefined ? [] : [AUTO_MERGE]), text.body].join("\n");
}

/** Whether a run was through with the pull request of this change. */
export function isFinished(body: string, files: MarkedFiles): boolean {
  return body.includes(markOf(files));
}

type MarkedFiles = readonly { readonly path: string; readonly blob: string | undefined }[];

function markOf(files: MarkedFiles): string {
  return changeMark(files.map(({ path, blob }) => [path, blob] as const));
}

/**
 * The pull request's text with what later runs have to know, in comments that readers do not see: which change it speaks of,
 * whose review was asked for, and whether the forge was told to merge it. They come first: a text is cut at its end, and
 * its last paragraph belongs to the co-authors.
 * @param waiting whom the forge could not ask at the moment, and who is not to be remembered
 */
export function rememberingBody(
  text: PullRequestText,
  files: MarkedFiles,
  openBody: string | undefined,
  waiting: Reviewers = { reviewers: [], teams: [] },
): string {
  const before = rememberedReviewers(openBody ?? "");
  const due = namedReviewers({ ...text, reviewers: waiting.reviewers, teamReviewers: waiting.teams });
  const asked = [...before, ...without(namedReviewers(text), [...before, ...due])].map(encodeURIComponent);
  return [
    markOf(files),
    ...(asked.length === 0 ? [] : [`${ASKED}${asked.join(" ")} -->`]),
    ...(text.autoMerge === undefined ? [] : [AUTO_MERGE]),
    text.body,
  ].join("\n");
}

const ASKED = "<!-- interlinear:asked ";
const AUTO_MERGE = "<!-- interlinear:auto-merge -->";

/** Logins and `team/slug` of all whose review was ever asked for by a run. */
export function rememberedReviewers(body: string): readonly string[] {
  const line = body.split("\n").find((candidate) => candidate.startsWith(ASKED)) ?? "";
  return line
    .slice(ASKED.length)
    .replace(/-->\s*$/, "")
    .split(" ")
    .filter((name) => name !== "")
    .map(decoded);
}

/** Whether a run told the forge to merge the pull request by itself. */
export function remembersAutoMerge(body: string): boolean {
  return body.split("\n").some((line) => line.trimEnd() === AUTO_MERGE);
}

/** The web editor writes CRLF. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Names as people compare them: without regard to letter case. */
export function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map((name) => name.toLowerCase()));
  return names.filter((name) => !known.has(name.toLowerCase()));
}

export function isMilestone(
  wanted: string | number,
  milestone: { readonly number: number; readonly title: string } | undefined,
): boolean {
  if (milestone === undefined) return false;
  if (typeof wanted === "number") return milestone.number === wanted;
  return milestone.title.trim().toLowerCase() === wanted.trim().toLowerCase();
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd();
}
