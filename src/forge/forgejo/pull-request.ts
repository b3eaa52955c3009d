import type { DeclinedPullRequest, OpenedPullRequest } from "../propose.ts";
import { RemoteError } from "../../core/errors.ts";
import type { OpenProposal, Proposal } from "../forge.ts";
import { isSameText, openingBody } from "../pull-request-state.ts";
import type { Draft } from "../draft.ts";
import { pathOf } from "../web-address.ts";
import { pullRequestOf, pullRequestsOf, type PullRequestAnswer } from "./answers.ts";
import type { ApiAnswer, ForgejoRepository } from "./connection.ts";
import { headName, type PullRequestRepositories } from "./pull-request-repositories.ts";
import { refused, wordsOf } from "./refusal.ts";
import { draftTitle } from "./title.ts";

interface Text {
  readonly title: string;
  readonly body: string;
}

const LIST = { action: "list pull requests", scope: "read:repository" };
const OPEN = { action: "open the pull request", scope: "write:repository" };
/** What servers give out at most in one page unless they are set up otherwise. */
const PAGE = 50;

/**
 * The open pull request of a branch of ours. There is no filter for the head, and asking for a pair of branches may give a
 * closed one, so the open ones are looked through, those that changed last first.
 */
export async function findPullRequest(
  repositories: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<PullRequestAnswer | undefined> {
  for await (const pull of ownPullRequests(repositories, base)) {
    if (pull.heads.includes(branch)) return pull;
  }
  return undefined;
}

/** The branch's newest pull request, where somebody closed it and did not merge it; of the fifty that changed last. */
export async function findDeclined(
  { home, heads, isFork }: PullRequestRepositories,
  branch: string,
  base: string,
): Promise<DeclinedPullRequest | undefined> {
  const query = { state: "closed", base_branch: base, sort: "recentupdate", limit: String(PAGE), page: "1" };
  const answer = await home.request({ method: "GET", path: "/pulls", query, repeatable: true });
  const pulls = answer.status === 200 ? pullRequestsOf(answer.body) : undefined;
  if (pulls === undefined) throw refused(LIST, answer);
  const [newest] = pulls
    .filter((pull) => (isFork ? pull.headRepository.toLowerCase() === heads.toLowerCase() : pull.isOwn))
    .filter((pull) => pull.base === base && pull.heads.includes(branch))
    .toSorted((one, other) => other.number - one.number);
  return newest === undefined || newest.isMerged ? undefined : newest;
}

/** All open pull requests onto a base that come from branches of ours. */
export async function openProposals(
  repositories: PullRequestRepositories,
  base: string,
  isOurs: (branch: string) => boolean,
): Promise<readonly OpenProposal[]> {
  const found: OpenProposal[] = [];
  for await (const { heads, number, url, title, body } of ownPullRequests(repositories, base)) {
    const [branch = ""] = heads;
    if (isOurs(branch)) found.push({ branch, number, url, title, body });
  }
  return found;
}

async function* ownPullRequests(
  { home, heads, isFork }: PullRequestRepositories,
  base: string,
): AsyncGenerator<PullRequestAnswer, void, undefined> {
  for (let page = 1; ; page += 1) {
    const query = { state: "open", base_branch: base, sort: "recentupdate", limit: String(PAGE), page: String(page) };
    const answer = await home.request({ method: "GET", path: "/pulls", query, repeatable: true });
    const pulls = answer.status === 200 ? pullRequestsOf(answer.body) : undefined;
    if (pulls === undefined) throw refused(LIST, answer);
    for (const pull of pulls) {
      const isFromHere = isFork ? pull.headRepository.toLowerCase() === heads.toLowerCase() : pull.isOwn;
      // Whoever does not know the filter for the base lists all.
      if (isFromHere && pull.base === base) yield pull;
    }
    if (!answer.hasMore || pulls.length === 0) return;
  }
}

/** Opens the branch's pull request, with {@link openingBody}. */
export async function openPullRequest(
  repositories: PullRequestRepositories,
  proposal: Draft,
): Promise<OpenedPullRequest<PullRequestAnswer>> {
  const { pullRequest: wanted, files } = proposal;
  const text = { title: draftTitle(wanted.title, wanted.draft === true, undefined), body: openingBody(wanted, files) };
  const made = await createPullRequest(repositories, proposal, text);
  if (!("refusal" in made)) return { ...made, notes: [] };
  return { found: undefined, isNew: false, notes: [notPermitted(repositories, proposal, made.refusal)] };
}

/** Brings the text of the open pull request up to date; what people made of its being a draft stays. */
export async function refreshText(
  forgejo: ForgejoRepository,
  open: PullRequestAnswer,
  wanted: Text,
): Promise<"updated" | "unchanged"> {
  const text = { title: draftTitle(wanted.title, false, open.title), body: wanted.body };
  if (open.title === text.title && isSameText(open.body, text.body)) return "unchanged";
  const path = `/pulls/${String(open.number)}`;
  const answer = await forgejo.request({ method: "PATCH", path, body: text, repeatable: true });
  if (answer.status === 201 || answer.status === 200) return "updated";
  throw refused({ action: `update pull request #${String(open.number)}`, scope: "write:repository" }, answer);
}

interface Made {
  readonly found: PullRequestAnswer;
  readonly isNew: boolean;
}

interface NotPermitted {
  readonly refusal: string;
}

/** Never sent again blindly: where the answer is lost, the server is asked first whether the pull request is there. */
async function createPullRequest(
  repositories: PullRequestRepositories,
  proposal: Proposal,
  text: Text,
): Promise<Made | NotPermitted> {
  const { branch, base } = proposal;
  const { home, isFork } = repositories;
  const body = {
    head: headName(repositories, branch),
    base: base.branch,
    ...text,
    ...(isFork ? { allow_maintainer_edit: true } : {}),
  };
  let answer: ApiAnswer | undefined;
  for (const seconds of [1, 2, 4]) {
    answer = await home.request({ method: "POST", path: "/pulls", body, repeatable: false });
    if (answer.status === 201) return { found: opened(answer), isNew: true };
    if (answer.status === 403) return { refusal: wordsOf(answer) };
    const isUncertain = answer.status === 409 || answer.status === 0 || answer.status >= 500;
    if (!isUncertain) break;
    const found = await findPullRequest(repositories, branch, base.branch);
    if (found !== undefined) return { found, isNew: false };
    await home.wait(seconds);
  }
  throw answer === undefined ? new Error("no attempt was made") : refused(OPEN, answer);
}

/** Some versions let only collaborators open one, and take the job's own user for none. */
function notPermitted(repositories: PullRequestRepositories, { branch, base }: Proposal, refusal: string): string {
  const { serverUrl, fullName } = repositories.home;
  const compare = `${serverUrl}/${fullName}/compare/${pathOf(base.branch)}...${pathOf(headName(repositories, branch))}`;
  return (
    `The branch is written, but the server does not let this token open a pull request: ${refusal}. ` +
    `Open it yourself: ${compare} or use the token of a collaborator with the scope write:repository (in a workflow: the input github-token).`
  );
}

function opened(answer: ApiAnswer): PullRequestAnswer {
  const pull = pullRequestOf(answer.body);
  if (pull !== undefined) return pull;
  throw new RemoteError("the server opened the pull request and answered something unexpected", {
    code: "IL-F07",
    hint: "Run again: the pull request is found then. Look for a proxy that changes answers.",
    status: answer.status,
  });
}
