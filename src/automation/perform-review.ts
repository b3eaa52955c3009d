import { defined } from "../core/defined.ts";
import { LocalError } from "../core/errors.ts";
import type { CheckReport, Discussion } from "../forge/discussion.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { openRepository } from "../git/git-repository.ts";
import { MappingError } from "../mapping/errors.ts";
import { DEFAULT_MAPPING, mappingName } from "../mapping/mapping-name.ts";
import { checkName } from "../report/review/check-name.ts";
import { linesAtCommit } from "../workspace/forge-links.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { fetchChange, fetchCommit } from "./commits.ts";
import { quietly, type JobOutcome, type ReviewedPullRequest } from "./job-outcome.ts";
import type { MergeGroupJob, ReviewJob, ReviewOfHeadJob } from "./job.ts";
import type { JobContext } from "./job-context.ts";
import { unlessRefused } from "./refusal.ts";
import { keptFor, reviewPullRequest, sayOnPullRequest, type ReviewRequest } from "./review-pull-request.ts";
import { missingOf, tipOf } from "./engine-run.ts";
import { isOwnPullRequest } from "./own-pull-request.ts";
import { unreadableMapping } from "./unreadable-mapping.ts";

type Said = Extract<JobOutcome, { kind: "said" }>;
type Reviewable = ReviewRequest["pullRequest"];

/** A run for the pull request itself. */
export async function performReview(context: JobContext, { pullRequest, access }: ReviewJob): Promise<JobOutcome> {
  const reviewed = await review(context, pullRequest, access);
  return "kind" in reviewed ? reviewed : { kind: "reviewed", reviews: [reviewed] };
}

/**
 * A run that may post what one for a fork could not. Nothing of that run is taken over: which pull request it was, the forge
 * says, and the review is made here again.
 */
export async function performReviewOfHead(
  context: JobContext,
  { commit, repository, forksOnly }: ReviewOfHeadJob,
): Promise<JobOutcome> {
  const found = await (await context.discussion()).pullRequestsOfHead(commit, repository);
  const open = found.filter(
    ({ state, head }) =>
      state === "open" && head.commit === commit && (repository === undefined || head.repository === repository),
  );
  const current = forksOnly === true ? open.filter(({ head }) => head.repository !== context.repository) : open;
  if (current.length === 0 && open.length > 0) {
    return quietly("The finished run could post its review itself: nothing to do.");
  }
  if (current.length === 0) {
    const head = repository === undefined ? commit : `${commit} of ${repository}`;
    return quietly(`No open pull request has ${head} as its head: a later run posts the review.`);
  }
  const outcomes = [];
  for (const pullRequest of current) outcomes.push(await review(context, pullRequest, "full"));
  const reviews = outcomes.flatMap((outcome) => ("kind" in outcome ? [] : [outcome]));
  const said = outcomes.find((outcome) => "kind" in outcome);
  return reviews.length === 0 && said !== undefined ? said : { kind: "reviewed", reviews };
}

/** A merge queue lets a group through once every required check has succeeded on its commit. */
export async function performMergeGroup(context: JobContext, { commit, base }: MergeGroupJob): Promise<JobOutcome> {
  const tip = await tipOf(context, base);
  const queued = "Each pull request of this group was reviewed before it came into the merge queue.";
  if (tip === undefined) return passed(context, undefined, { commit }, queued);
  await fetchCommit(await context.source(), { commit: tip });
  // A mapping that cannot be read is no reason to let the queue wait: the group may be what mends it.
  const mapped = await mappedAt(context, tip).catch(unlessUnreadable);
  await using workspace = mapped instanceof MappingError ? undefined : mapped;
  return workspace?.mapping.review.check === false ? quietly(queued) : await passed(context, tip, { commit }, queued);
}

/**
 * Says on a commit that nothing in it is to be reviewed: a rule of the branch may ask for the check, and would wait for it for
 * ever.
 * @param base commit of the branch that it goes to
 */
async function passed(
  context: JobContext,
  base: string | undefined,
  about: Pick<CheckReport, "commit" | "pullRequest">,
  why: string,
  access = "full",
): Promise<Said> {
  const said = quietly(why);
  if (access !== "full" || context.dryRun || !context.hasForgeToken) return said;
  const { runUrl, logger } = context;
  const name = await checkNameAt(context, base);
  const check = {
    name,
    ...about,
    conclusion: "success",
    title: "Nothing to review",
    summary: why,
    annotations: [],
    ...defined({ detailsUrl: runUrl }),
  } as const;
  const reported = await unlessRefused((await context.discussion()).report(check), (message) => {
    logger.notice(`${message} A rule that asks for the check ${name} waits for it.`);
  });
  if (reported?.keptFor !== undefined) logger.notice(keptFor(name, reported.keptFor));
  return said;
}

/** What the check is called where no mapping could be read. @param commit of the base; the clone has it */
async function checkNameAt(context: JobContext, commit: string | undefined): Promise<string> {
  const name = mappingName(context.mappingPath);
  if (name === undefined || commit === undefined) return checkName(undefined);
  const { root, remote } = await context.source();
  const git = await openRepository(root, { mayBeBare: true, ...defined({ environment: remote.environment }) });
  const isBeside = (await git.blobAt(commit, DEFAULT_MAPPING)) !== undefined;
  return checkName(isBeside ? name : undefined);
}

/** Settings of the base, never the head's own: they say what passes. */
function mappedAt(context: JobContext, commit: string): Promise<Workspace | undefined> {
  return context
    .openWorkspace({ anonymous: true, mappingCommit: commit, files: "mapping-commit" })
    .catch(unlessUnmapped);
}

/** @returns the review, or why there is none */
async function review(
  context: JobContext,
  pullRequest: Reviewable,
  access: ReviewRequest["access"],
): Promise<ReviewedPullRequest | Said> {
  const { number, head } = pullRequest;
  // What a change does, git alone tells: without a token, all but what is posted stays the same.
  const discussion = context.hasForgeToken ? await context.discussion() : undefined;
  const base = discussion === undefined ? pullRequest.base : await currentBase(context, pullRequest.base);
  const posts = access === "full" && !context.dryRun;
  const source = await context.source();
  await fetchCommit(source, base);
  const mapped = await mappedAt(context, base.commit).catch(unlessUnreadable);
  if (mapped instanceof MappingError) return await sayUnreadable(context, { ...pullRequest, base }, access, mapped);
  await using workspace = mapped;
  if (workspace === undefined) {
    const why = `${base.branch} has no mapping ${context.mappingPath} yet, so nothing can be reviewed.`;
    return {
      kind: "said",
      message: (await passed(context, base.commit, { commit: head.commit, pullRequest: number }, why, access)).message,
    };
  }
  const { git } = workspace;
  const mapping = withGate(workspace.mapping, context.failBelow);
  if (isOwnPullRequest(context, mapping, { head, base })) {
    const why = `Pull request #${String(number)} is our own, with translations from the service, so it gets no review.`;
    return mapping.review.check
      ? await passed(context, base.commit, { commit: head.commit, pullRequest: number }, why, access)
      : quietly(why);
  }
  const { tooLarge } = context;
  if (tooLarge !== undefined && posts && discussion !== undefined) {
    return await sayTooLarge(context, discussion, { number, commit: head.commit, mapping }, tooLarge);
  }
  await fetchChange(source, base, { commit: head.commit, ref: `refs/pull/${String(number)}/head` });
  const reviewing = reviewPullRequest(
    { git, discussion, mapping, parsed: await workspace.parsed() },
    {
      pullRequest: { number, base, head },
      access: posts ? "full" : "read-only",
      template: context.templates?.reviewComment,
      context: {
        // A fork's branch is not in this repository, its commits are.
        linkTo: linesAtCommit(context.forge, context.serverUrl, context.repository, head.commit),
        runUrl: context.runUrl,
        service: mapping.service,
        pullRequest: number,
        commands: access === "full",
        isFork: head.repository !== context.repository,
      },
    },
  );
  try {
    return { ...(await reviewing), number, isPostedLater: access === "read-only" };
  } catch (error) {
    // Where nothing is posted, the job's own result stands for the check.
    if (!(error instanceof LocalError) || error.code !== "IL-G10" || !posts || discussion === undefined) throw error;
    return await sayTooLarge(context, discussion, { number, commit: head.commit, mapping }, error);
  }
}

/** The job's own result stands for the check where none can be written. */
async function sayUnreadable(
  context: JobContext,
  { number, base, head }: Reviewable,
  access: ReviewRequest["access"],
  error: MappingError,
): Promise<Said> {
  await fetchChange(await context.source(), base, { commit: head.commit, ref: `refs/pull/${String(number)}/head` });
  const report = await unreadableMapping(context, { base, head }, error);
  const isFailing = report.conclusion === "failure";
  const words = `Pull request #${String(number)}: ${report.title}.`;
  const said: Said = { kind: "said", message: isFailing ? `${words}\n${error.message}` : words };
  const posts = access === "full" && !context.dryRun && context.hasForgeToken;
  const name = await checkNameAt(context, base.commit);
  const check = { ...report, name, commit: head.commit, pullRequest: number };
  const isPosted =
    posts &&
    (await unlessRefused((await context.discussion()).report(check), (message) => {
      context.logger.notice(message);
    })) !== undefined;
  if (isFailing && !isPosted) throw error;
  return said;
}

/** What nobody could look at passes no gate, and is no failure of the run: the next one would find the same. */
async function sayTooLarge(
  { runUrl, logger }: JobContext,
  discussion: Discussion,
  { number, commit, mapping }: { readonly number: number; readonly commit: string; readonly mapping: ResolvedMapping },
  tooLarge: LocalError,
): Promise<Said> {
  const { message, hint = "" } = tooLarge;
  const title = message.replace(/^./, (first) => first.toUpperCase());
  const refused = (words: string): void => {
    logger.notice(words);
  };
  const body = `**${title}.** ${hint}`;
  const comments = mapping.review.comment
    ? [unlessRefused(sayOnPullRequest(discussion, mapping, number, body), refused)]
    : [];
  const name = checkName(mapping.beside);
  const about = { name, commit, pullRequest: number };
  const check = { ...about, conclusion: "failure", title, summary: hint, annotations: [] } as const;
  const report = { ...check, ...defined({ detailsUrl: runUrl }) };
  const checks = mapping.review.check ? [unlessRefused(discussion.report(report), refused)] : [];
  await Promise.all(comments);
  if ((await Promise.all(checks)).includes(undefined)) throw tooLarge;
  return { kind: "said", message: `Pull request #${String(number)}: ${title}. ${hint}` };
}

/** A pull request says where its base was when its own commits last changed; settings and limits are those of now. */
async function currentBase(context: JobContext, base: Reviewable["base"]): Promise<Reviewable["base"]> {
  const tip = await unlessRefused(tipOf(context, base.branch), () => undefined);
  return tip === undefined ? base : { ...base, commit: tip };
}

/** The workflow's own word on the gate stands above the mapping's. */
function withGate(mapping: ResolvedMapping, failBelow: number | undefined): ResolvedMapping {
  if (failBelow === undefined) return mapping;
  const { review: settings } = mapping;
  const passAbove = Math.max(failBelow, settings.passAbove === settings.failBelow ? 0 : settings.passAbove);
  return { ...mapping, review: { ...settings, failBelow, passAbove } };
}

function unlessUnreadable(error: unknown): MappingError {
  if (error instanceof MappingError) return error;
  throw error;
}

/** The pull request that brings the mapping has nothing to be measured by. */
function unlessUnmapped(error: unknown): undefined {
  if (missingOf(error) === "mapping") return undefined;
  throw error;
}
