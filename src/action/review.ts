import { fetchChange, fetchCommit } from "../automation/commits.ts";
import type { ReviewJob, ReviewOfHeadJob } from "../automation/job.ts";
import { reviewPullRequest, type ReviewRequest } from "../automation/review-pull-request.ts";
import { unlessRefused } from "../automation/refusal.ts";
import { InterlinearError } from "../core/errors.ts";
import type { Discussion } from "../forge/discussion.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { isProposalBranch } from "../report/proposal-branch.ts";
import { linesAtCommit } from "../workspace/forge-links.ts";
import { commitSource, composeDiscussion, composeWorkspace, type Composition } from "./compose.ts";
import { quietly, type Ending, type ReviewedPullRequest } from "./ending.ts";

type Said = Extract<Ending, { kind: "said" }>;
type Reviewable = ReviewRequest["pullRequest"];

/** A run for the pull request itself. */
export async function reviewOne(composition: Composition, { pullRequest, access }: ReviewJob): Promise<Ending> {
  const reviewed = await review(composition, pullRequest, access);
  return "kind" in reviewed ? reviewed : { kind: "reviewed", reviews: [reviewed] };
}

/**
 * A run that may post what one for a fork could not. Nothing of that run is taken over: which pull request it was, the forge
 * says, and the review is made here again.
 */
export async function reviewHead(composition: Composition, { commit, repository }: ReviewOfHeadJob): Promise<Ending> {
  const found = await composeDiscussion(composition).pullRequestsOfHead(commit, repository);
  const current = found.filter(
    ({ state, head }) => state === "open" && head.commit === commit && head.repository === repository,
  );
  if (current.length === 0) {
    return quietly(`No open pull request has ${commit} of ${repository} as its head: a later run posts the review.`);
  }
  const outcomes = [];
  for (const pullRequest of current) outcomes.push(await review(composition, pullRequest, "full"));
  const reviews = outcomes.flatMap((outcome) => ("kind" in outcome ? [] : [outcome]));
  const said = outcomes.find((outcome) => "kind" in outcome);
  return reviews.length === 0 && said !== undefined ? said : { kind: "reviewed", reviews };
}

/** @returns the review, or why there is none */
async function review(
  composition: Composition,
  pullRequest: Reviewable,
  access: ReviewRequest["access"],
): Promise<ReviewedPullRequest | Said> {
  const { runner, inputs } = composition;
  const { number, head } = pullRequest;
  const discussion = composeDiscussion(composition);
  const base = await currentBase(discussion, pullRequest.base);
  const posts = access === "full" && !inputs.dryRun;
  const source = await commitSource(composition);
  await fetchCommit(source, base);
  // Settings of the base, never the head's own: they say what passes.
  await using workspace = await composeWorkspace(composition, {
    anonymous: true,
    mappingCommit: base.commit,
    files: "mapping-commit",
  }).catch(unlessUnmapped);
  if (workspace === undefined) {
    return {
      kind: "said",
      message: `${base.branch} has no mapping ${inputs.mapping} yet: there is nothing to review.`,
    };
  }
  const { git, parsed } = workspace;
  const mapping = withGate(workspace.mapping, inputs.failBelow);
  if (head.repository === runner.repository && isProposalBranch(mapping.pullRequest, head.branch, base.branch)) {
    return quietly(`Pull request #${String(number)} is our own: there is nothing to review in it.`);
  }
  await fetchChange(source, base, { commit: head.commit, ref: `refs/pull/${String(number)}/head` });
  const reviewed = await reviewPullRequest(
    { git, discussion, mapping, parsed },
    {
      pullRequest: { number, base, head },
      access: posts ? "full" : "read-only",
      context: {
        // A fork's branch is not in this repository, its commits are.
        linkTo: linesAtCommit(runner.forge, runner.serverUrl, runner.repository, head.commit),
        runUrl: runner.runUrl,
        service: mapping.service,
        commands: access === "full",
        isFork: head.repository !== runner.repository,
      },
    },
  );
  return { ...reviewed, number, isPostedLater: access === "read-only" };
}

/** A pull request says where its base was when its own commits last changed; settings and limits are those of now. */
async function currentBase(
  discussion: Pick<Discussion, "branchTip">,
  base: Reviewable["base"],
): Promise<Reviewable["base"]> {
  const tip = await unlessRefused(discussion.branchTip(base.branch), () => undefined);
  return tip === undefined ? base : { ...base, commit: tip };
}

/** The workflow's own word on the gate stands above the mapping's. */
function withGate(mapping: ResolvedMapping, failBelow: number | undefined): ResolvedMapping {
  if (failBelow === undefined) return mapping;
  const { review: settings } = mapping;
  const passAbove = Math.max(failBelow, settings.passAbove === settings.failBelow ? 0 : settings.passAbove);
  return { ...mapping, review: { ...settings, failBelow, passAbove } };
}

/** The pull request that brings the mapping has nothing to be measured by. */
function unlessUnmapped(error: unknown): undefined {
  if (error instanceof InterlinearError && error.code === "IL-M01") return undefined;
  throw error;
}
