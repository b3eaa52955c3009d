import { RemoteError } from "../../core/errors.ts";
import type { Delivery, OpenProposal, Proposal } from "../forge.ts";
import { isSameText } from "../pull-request-state.ts";
import { pullRequestOf, pullRequestsOf, type PullRequestAnswer } from "./answers.ts";
import type { ApiAnswer, ForgejoRepository } from "./connection.ts";
import { headName, type Places } from "./places.ts";
import { refused, wordsOf } from "./refusal.ts";
import { draftTitle } from "./title.ts";

export interface DeliveredText {
  /** Undefined where the server does not let the token open one. */
  readonly pullRequest: PullRequestAnswer | undefined;
  readonly outcome: NonNullable<Delivery["pullRequest"]>["outcome"];
  readonly notes: readonly string[];
}

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
  places: Places,
  branch: string,
  base: string,
): Promise<PullRequestAnswer | undefined> {
  for await (const pull of ownPullRequests(places, base)) {
    if (pull.heads.includes(branch)) return pull;
  }
  return undefined;
}

/** All open pull requests onto a base that come from branches of ours. */
export async function openProposals(
  places: Places,
  base: string,
  isOurs: (branch: string) => boolean,
): Promise<readonly OpenProposal[]> {
  const found: OpenProposal[] = [];
  for await (const { heads, number, url, title, body } of ownPullRequests(places, base)) {
    const [branch = ""] = heads;
    if (isOurs(branch)) found.push({ branch, number, url, title, body });
  }
  return found;
}

async function* ownPullRequests(
  { home, heads, isFork }: Places,
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

/** Opens the branch's pull request, or brings the text of the open one up to date. */
export async function deliverText(
  places: Places,
  proposal: Proposal,
  open: PullRequestAnswer | undefined,
): Promise<DeliveredText> {
  const { title, body, draft = false } = proposal.pullRequest;
  if (open !== undefined) return refresh(places.home, { title: draftTitle(title, draft, open.title), body }, open);
  const text = { title: draftTitle(title, draft, undefined), body };
  const made = await createPullRequest(places, proposal, text);
  if ("refusal" in made) {
    return { pullRequest: undefined, outcome: "unchanged", notes: [notPermitted(places, proposal, made.refusal)] };
  }
  if (made.isNew) return { pullRequest: made.found, outcome: "created", notes: [] };
  return refresh(places.home, { title: draftTitle(title, draft, made.found.title), body }, made.found);
}

async function refresh(forgejo: ForgejoRepository, text: Text, open: PullRequestAnswer): Promise<DeliveredText> {
  const { number } = open;
  const isUpToDate = open.title === text.title && isSameText(open.body, text.body);
  if (!isUpToDate) {
    const answer = await forgejo.request({
      method: "PATCH",
      path: `/pulls/${String(number)}`,
      body: text,
      repeatable: true,
    });
    if (answer.status !== 201 && answer.status !== 200) {
      throw refused({ action: `update pull request #${String(number)}`, scope: "write:repository" }, answer);
    }
  }
  return { pullRequest: { ...open, ...text }, outcome: isUpToDate ? "unchanged" : "updated", notes: [] };
}

interface Made {
  readonly found: PullRequestAnswer;
  readonly isNew: boolean;
}

interface NotPermitted {
  readonly refusal: string;
}

/** Never sent again blindly: where the answer is lost, the server is asked first whether the pull request is there. */
async function createPullRequest(places: Places, proposal: Proposal, text: Text): Promise<Made | NotPermitted> {
  const { branch, base } = proposal;
  const { home, isFork } = places;
  const body = {
    head: headName(places, branch),
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
    const found = await findPullRequest(places, branch, base.branch);
    if (found !== undefined) return { found, isNew: false };
    await home.wait(seconds);
  }
  throw answer === undefined ? new Error("no attempt was made") : refused(OPEN, answer);
}

/** Some versions let only collaborators open one, and take the job's own user for none. */
function notPermitted(places: Places, { branch, base }: Proposal, refusal: string): string {
  const { serverUrl, fullName } = places.home;
  const compare = `${serverUrl}/${fullName}/compare/${encodeURI(base.branch)}...${encodeURI(headName(places, branch))}`;
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
