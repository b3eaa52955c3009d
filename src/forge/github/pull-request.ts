import type { OpenedPullRequest } from "../propose.ts";
import type { Proposal } from "../forge.ts";
import { isSameText, openingBody } from "../pull-request-state.ts";
import type { Draft } from "../draft.ts";
import type { GitHubRepository } from "./connection.ts";
import { lookUpPullRequest, pullRequestOf, rememberOpen, type OpenPullRequest } from "./open-pull-request.ts";
import { retryWhilePassing } from "./retry-while-passing.ts";
import { headName, type PullRequestRepositories } from "./pull-request-repositories.ts";
import { pathOf } from "../web-address.ts";
import { explain, explained, isUncertain, saysAny } from "./refusal.ts";
import { cutBody, cutTitle } from "./text-limits.ts";

export interface Text {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

const WRITE = { permission: "pull-requests: write" };
const ALREADY_THERE = /a pull request already exists/i;
/** What a new branch looks like to a replica that does not know it yet. */
const BRANCH_NOT_SEEN = /no commits between|"field":"head","code":"invalid"|"code":"invalid","field":"head"/i;
const NOT_PERMITTED = /not permitted to create or approve pull requests/i;
const NO_DRAFTS = /draft pull requests are not supported/i;
const NO_COLLABORATION = /fork collab can't be granted/i;

/** Opens the branch's pull request, with {@link openingBody}. */
export async function openPullRequest(
  repositories: PullRequestRepositories,
  proposal: Draft,
): Promise<OpenedPullRequest<OpenPullRequest>> {
  const { pullRequest: wanted, files } = proposal;
  const text = withinLimits({ title: wanted.title, body: openingBody(wanted, files) });
  const made = await createPullRequest(repositories, proposal, text);
  if (made === "not-permitted")
    return { found: undefined, isNew: false, notes: [notPermitted(repositories, proposal)] };
  const isPlain = made.isNew && wanted.draft === true && !made.found.isDraft;
  const notes = isPlain ? ["It is no draft: this repository's plan has none. It was opened for review."] : [];
  return { ...made, notes };
}

/**
 * Brings the text of the open pull request up to date.
 * @returns it as it is then; undefined where nothing is to be written; "closed" where somebody closed it meanwhile and did not
 * merge it: it has its former text again, for a mark of what nobody saw in it would be a no to that
 */
export async function refreshText(
  { octokit, owner, repo }: GitHubRepository,
  { number, title, body }: OpenPullRequest,
  wanted: Text,
): Promise<OpenPullRequest | "closed" | undefined> {
  const text = withinLimits(wanted);
  if (title === text.title && isSameText(body, text.body)) return undefined;
  const write = (written: Text) =>
    explained({ ...WRITE, action: `update pull request #${String(number)}` }, () =>
      octokit.rest.pulls.update({ owner, repo, pull_number: number, ...written }),
    );
  const { data } = await write(text);
  if (data.state === "open" || data.merged) return pullRequestOf(data);
  await write({ title, body });
  return "closed";
}

function withinLimits({ title, body }: Text): Text {
  return { title: cutTitle(title), body: cutBody(body) };
}

type Made = { readonly found: OpenPullRequest; readonly isNew: boolean };

/** Never sent again blindly: where the answer is lost, GitHub is asked first whether the pull request is there. */
async function createPullRequest(
  repositories: PullRequestRepositories,
  proposal: Proposal,
  text: Text,
): Promise<Made | "not-permitted"> {
  const { branch, base, pullRequest } = proposal;
  const attempt = { ...WRITE, action: "open the pull request" };
  let wishes: Wishes = { draft: pullRequest.draft === true, collaboration: repositories.isFork };
  let last: unknown;
  for (const seconds of [0, 1, 2, 4]) {
    if (seconds > 0) {
      await repositories.home.wait(seconds);
      const found = await lookUpPullRequest(repositories, branch, base.branch);
      if (found !== undefined) return { isNew: false, found };
    }
    const made = await tryCreate(repositories, proposal, text, wishes);
    if (!("error" in made)) return { isNew: true, found: made };
    if (saysAny(made.error, NOT_PERMITTED)) return "not-permitted";
    if (!isUncertain(made.error) && !saysAny(made.error, ALREADY_THERE)) throw explain(attempt, made.error);
    last = made.error;
    ({ wishes } = made);
  }
  throw explain(attempt, last);
}

/** What GitHub may refuse of a new pull request without refusing the pull request. */
interface Wishes {
  readonly draft: boolean;
  /** Whether those who maintain the repository may push to the branch in the fork. */
  readonly collaboration: boolean;
}

async function tryCreate(
  repositories: PullRequestRepositories,
  proposal: Proposal,
  text: Text,
  wishes: Wishes,
): Promise<OpenPullRequest | { readonly error: unknown; readonly wishes: Wishes }> {
  const { home, heads, isFork } = repositories;
  const { octokit, owner, repo } = home;
  try {
    return await retryWhilePassing(home, BRANCH_NOT_SEEN, async () => {
      const { data } = await octokit.rest.pulls.create({
        owner,
        repo,
        head: headName(repositories, proposal.branch),
        base: proposal.base.branch,
        ...text,
        ...(wishes.draft ? { draft: true } : {}),
        ...(isFork ? { maintainer_can_modify: wishes.collaboration } : {}),
        ...(isFork && heads.owner === owner ? { head_repo: heads.fullName } : {}),
        request: { retries: 0 },
      });
      rememberOpen(repositories, proposal.base.branch, data);
      return pullRequestOf(data);
    });
  } catch (error) {
    if (wishes.draft && saysAny(error, NO_DRAFTS))
      return tryCreate(repositories, proposal, text, { ...wishes, draft: false });
    if (wishes.collaboration && saysAny(error, NO_COLLABORATION)) {
      return tryCreate(repositories, proposal, text, { ...wishes, collaboration: false });
    }
    return { error, wishes };
  }
}

function notPermitted(repositories: PullRequestRepositories, { branch, base }: Proposal): string {
  const { serverUrl, fullName } = repositories.home;
  const compare = `${serverUrl}/${fullName}/compare/${pathOf(base.branch)}...${pathOf(headName(repositories, branch))}?expand=1`;
  return (
    `The branch is written, but GitHub Actions may not open pull requests here. Open it yourself: ${compare} ` +
    'or allow it under Settings → Actions → General → Workflow permissions: "Allow GitHub Actions to create and approve pull requests".'
  );
}
