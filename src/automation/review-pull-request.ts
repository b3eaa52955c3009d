import { defined } from "../core/defined.ts";
import type { CheckReport, Discussion } from "../forge/discussion.ts";
import type { Git } from "../git/git.ts";
import type { ResolvedMapping, ReviewSettings } from "../mapping/binding.ts";
import type { ParsedMapping } from "../mapping/load.ts";
import { mappingName } from "../mapping/mapping-name.ts";
import { checkName } from "../report/review/check-name.ts";
import { reviewCheck, type ReviewCheck } from "../report/review/review-check.ts";
import { reviewComment, reviewCommentBy, type ReviewContext } from "../report/review/review-comment.ts";
import { reviewSummary } from "../report/review/review-summary.ts";
import { AgreementRecord } from "../sync/agreement/agreement.ts";
import { reviewChange, type Review } from "../review/index.ts";
import type { EventPullRequest } from "./event.ts";
import { frozenReason } from "./freeze.ts";
import { unlessRefused } from "./refusal.ts";

const NO_TOKEN = "There is no token for the forge, so nothing was posted: pass one as github-token.";
const SETTLED = "This pull request does not touch translations any more.";

export interface ReviewPorts {
  /** Has the objects of both commits. */
  readonly git: Git;
  /** Undefined where there is no token for the forge: nothing is asked or posted. */
  readonly discussion: Discussion | undefined;
  /** As the base has them. */
  readonly mapping: ResolvedMapping;
  readonly parsed: ParsedMapping;
}

export interface ReviewRequest {
  readonly pullRequest: Pick<EventPullRequest, "number" | "base" | "head">;
  /** `read-only`: nothing is posted. */
  readonly access: "full" | "read-only";
  readonly context: ReviewContext;
  /** Of the comment; the standard text without it. */
  readonly template?: string | undefined;
}

export interface Reviewed {
  readonly review: Review;
  readonly check: ReviewCheck;
  /** Markdown for the job summary. */
  readonly summary: string;
  /** Whether a check run on the commit shows all this; without one the job's own result stands for it. */
  readonly isReported: boolean;
  /** Why the gate is not passed, where nobody but the job says so. */
  readonly verdict?: string;
  /** What could not be posted, and what would help. */
  readonly notices: readonly string[];
}

/** Says what a pull request does to translations: in one comment, one check run, and what the job shows. */
export async function reviewPullRequest(ports: ReviewPorts, request: ReviewRequest): Promise<Reviewed> {
  const { git, discussion, mapping, parsed } = ports;
  const { pullRequest, access, context } = request;
  const notices: string[] = [];
  const refused = (message: string): void => void notices.push(message);
  const { base, head, number } = pullRequest;
  const frozen = await frozenReason(
    mapping.freeze,
    base.branch,
    discussion && (() => Promise.resolve(discussion)),
    refused,
  );
  const change = { base: base.commit, head: head.commit, ...defined({ frozen }) };
  const review = await reviewChange({ git }, parsed, change);
  const previous = await lastReport(ports, base, refused);
  const check = reviewCheck(review, mapping.review, previous, context);
  const isFull = access === "full" && discussion !== undefined;
  if (access === "full" && discussion === undefined) notices.push(NO_TOKEN);
  if (isFull && mapping.review.comment) {
    const { text: body, note } = commentOf(review, request);
    if (note !== undefined) notices.push(note);
    await unlessRefused(sayOnPullRequest(discussion, mapping, number, body), refused);
  }
  const isReported =
    isFull &&
    mapping.review.check &&
    (await report(discussion, mapping, head.commit, { ...check, pullRequest: number }, context, refused));
  const isFailing = check.conclusion === "failure" && mapping.review.check && !isReported;
  return {
    review,
    check,
    summary: reviewSummary(review, context),
    isReported,
    ...(isFailing ? { verdict: check.title } : {}),
    notices: [...new Set(notices)],
  };
}

/** In the one comment that reviews have there. */
export function sayOnPullRequest(
  discussion: Discussion,
  { path }: Pick<ResolvedMapping, "path">,
  number: number,
  body: string | undefined,
): ReturnType<Discussion["stick"]> {
  return discussion.stick(number, { marker: markerOf("review", path), body, settled: SETTLED });
}

function commentOf(review: Review, { context, template }: ReviewRequest): ReturnType<typeof reviewCommentBy> {
  if (template === undefined) return { text: reviewComment(review, context) };
  return reviewCommentBy({ name: "review-comment", template }, review, context);
}

/** First line of a comment of ours: every mapping has its own. @param path of the mapping */
export function markerOf(kind: "review" | "answer", path: string): string {
  const name = mappingName(path);
  return name === undefined ? `<!-- interlinear:${kind} -->` : `<!-- interlinear:${kind} ${name} -->`;
}

export interface PushedChange {
  readonly branch: string;
  readonly before: string;
  readonly commit: string;
  readonly context: ReviewContext;
}

/**
 * Remembers on a base branch's commit which languages are below the gate, so that reviews onto it know whence a language
 * comes. A branch is not judged: it cannot be left unmerged.
 * @returns whether there was something to remember, and it could be
 */
export async function rememberGate(
  ports: ReviewPorts,
  { branch, before, commit, context }: PushedChange,
): Promise<boolean> {
  const { discussion } = ports;
  const settings = ports.mapping.review;
  if (discussion === undefined) return false;
  const ignore = (): void => undefined;
  const previous = await lastReport(ports, { branch, commit: before }, ignore);
  const review = await reviewChange({ git: ports.git }, ports.parsed, { base: before, head: commit });
  const check = reviewCheck(review, settings, previous, context);
  const conclusion = check.conclusion === "success" ? "success" : "neutral";
  await (
    await AgreementRecord.open(ports.git, branch)
  ).rememberGate(commit, check.memory, mappingName(ports.mapping.path));
  return report(discussion, ports.mapping, commit, { ...check, conclusion, annotations: [] }, context, ignore);
}

/** Whether reviews judge how far languages are: only then is it of interest whence they came. */
export function hasGate({ check, failBelow, languages }: ReviewSettings): boolean {
  return check && (failBelow > 0 || Object.values(languages).some((limit) => limit > 0));
}

async function lastReport(
  { git, discussion, mapping }: ReviewPorts,
  { branch, commit }: EventPullRequest["base"],
  refused: (message: string) => void,
): Promise<Awaited<ReturnType<Discussion["lastReport"]>>> {
  if (!hasGate(mapping.review) || discussion === undefined) return undefined;
  const last = await unlessRefused(discussion.lastReport(commit, checkName(mapping.beside)), refused);
  if (last !== undefined) return last;
  // Checks go with the run they hang on, and after 90 days in public repositories.
  const memory = await (await AgreementRecord.open(git, branch)).gateAt(commit, mappingName(mapping.path));
  return memory === undefined ? undefined : { conclusion: "neutral", memory };
}

async function report(
  discussion: Discussion,
  { beside }: Pick<ResolvedMapping, "beside">,
  commit: string,
  check: ReviewCheck & Pick<CheckReport, "conclusion" | "pullRequest">,
  { runUrl }: ReviewContext,
  refused: (message: string) => void,
): Promise<boolean> {
  const said = { name: checkName(beside), commit, ...check, ...defined({ detailsUrl: runUrl }) };
  const reported = await unlessRefused(discussion.report(said), refused);
  if (reported?.keptFor !== undefined) refused(keptFor(said.name, reported.keptFor));
  return reported !== undefined;
}

export function keptFor(name: string, other: number): string {
  return `The check ${name} of this commit still fails: pull request #${String(other)} is open with the same commit, and fails. When that one is closed or has other commits, run this one again.`;
}
