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
 * With each change that is written, whatever is missing is set again. In between, what people took away stays away; but a
 * pull request with nothing at all of what is asked for is one whose run ended before it set anything.
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

/**
 * Whose review is to be asked for: everybody once a pull request, and never its author. Who has reviewed, or was taken off
 * by a person, is not asked again; who is newly named, as with a language that comes in later, is.
 * @param remembered of those asked before, by {@link rememberedReviewers}
 */
export function newReviewers(
  { reviewers = [], teamReviewers = [] }: PullRequestText,
  { author, requested }: Pick<PresentSettings, "author" | "requested">,
  remembered: readonly string[],
): { readonly reviewers: readonly string[]; readonly teams: readonly string[] } {
  const done = [author, ...requested, ...remembered];
  const teams = without(
    teamReviewers.map((team) => `${TEAM}${team}`),
    done,
  );
  return { reviewers: without(reviewers, done), teams: teams.map((team) => team.slice(TEAM.length)) };
}

/**
 * The pull request's text with what later runs have to know, in comments that readers do not see: which change it speaks of,
 * whose review was asked for, and whether the forge was told to merge it. They come first: a text is cut at its end, and
 * its last paragraph belongs to the co-authors.
 */
export function rememberingBody(
  { body, reviewers = [], teamReviewers = [], autoMerge }: PullRequestText,
  files: readonly { readonly path: string; readonly blob: string | undefined }[],
  openBody: string | undefined,
): string {
  const mark = changeMark(files.map(({ path, blob }) => [path, blob] as const));
  const before = rememberedReviewers(openBody ?? "");
  const named = [...reviewers, ...teamReviewers.map((team) => `${TEAM}${team}`)];
  const asked = [...before, ...without(named, before)].map(encodeURIComponent);
  return [
    mark,
    ...(asked.length === 0 ? [] : [`${ASKED}${asked.join(" ")} -->`]),
    ...(autoMerge === undefined ? [] : [AUTO_MERGE]),
    body,
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
