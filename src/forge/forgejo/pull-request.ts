import { RemoteError } from "../../core/errors.ts";
import type { Delivery, Proposal } from "../forge.ts";
import { labelNames, pullRequestOf, pullRequestsOf, type PullRequestAnswer } from "./answers.ts";
import type { ApiAnswer, ForgejoRepository } from "./connection.ts";
import { refused } from "./refusal.ts";
import { cutTitle } from "./title.ts";

export interface DeliveredPullRequest {
  /** Undefined where the server does not let the token open one. */
  readonly pullRequest: Delivery["pullRequest"];
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
/** The colour that a label gets elsewhere when nobody chose one. */
const LABEL_COLOUR = "#ededed";

/**
 * The open pull request of a branch of this repository. There is no filter for the head, and asking for a pair of
 * branches may give a closed one, so the open ones are looked through, those that changed last first.
 */
export async function findPullRequest(
  { request }: ForgejoRepository,
  branch: string,
  base: string,
): Promise<PullRequestAnswer | undefined> {
  for (let page = 1; ; page += 1) {
    const query = { state: "open", base_branch: base, sort: "recentupdate", limit: String(PAGE), page: String(page) };
    const answer = await request({ method: "GET", path: "/pulls", query, repeatable: true });
    const pulls = answer.status === 200 ? pullRequestsOf(answer.body) : undefined;
    if (pulls === undefined) throw refused(LIST, answer);
    // Whoever does not know the filter for the base lists all.
    const found = pulls.find((pull) => pull.isOwn && pull.heads.includes(branch) && pull.base === base);
    if (found !== undefined || !answer.hasMore || pulls.length === 0) return found;
  }
}

/** Opens the branch's pull request, or brings the text and the labels of the open one up to date. */
export async function deliverPullRequest(
  forgejo: ForgejoRepository,
  proposal: Proposal,
  open: PullRequestAnswer | undefined,
): Promise<DeliveredPullRequest> {
  const text = { title: cutTitle(proposal.pullRequest.title), body: proposal.pullRequest.body };
  if (open !== undefined) return refresh(forgejo, proposal, open, text);
  const made = await createPullRequest(forgejo, proposal, text);
  if ("refusal" in made) return { pullRequest: undefined, notes: [notPermitted(forgejo, proposal, made.refusal)] };
  if (!made.isNew) return refresh(forgejo, proposal, made.found, text);
  const { number, url } = made.found;
  return { pullRequest: { number, url, outcome: "created" }, notes: await addLabels(forgejo, proposal, made.found) };
}

async function refresh(
  forgejo: ForgejoRepository,
  proposal: Proposal,
  open: PullRequestAnswer,
  text: Text,
): Promise<DeliveredPullRequest> {
  const { number, url } = open;
  const isUpToDate = open.title === text.title && plain(open.body) === plain(text.body);
  if (!isUpToDate) {
    const path = `/pulls/${String(number)}`;
    const answer = await forgejo.request({ method: "PATCH", path, body: text, repeatable: true });
    if (answer.status !== 201 && answer.status !== 200) {
      throw refused({ action: `update pull request #${String(number)}`, scope: "write:repository" }, answer);
    }
  }
  // One without any of the labels is one whose run ended before it set them.
  const notes = proposal.pullRequest.labels.some((label) => hasLabel(open.labels, label))
    ? []
    : await addLabels(forgejo, proposal, open);
  return { pullRequest: { number, url, outcome: isUpToDate ? "unchanged" : "updated" }, notes };
}

/** The web editor writes CRLF. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd();
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
  forgejo: ForgejoRepository,
  proposal: Proposal,
  text: Text,
): Promise<Made | NotPermitted> {
  const { branch, base } = proposal;
  const body = { head: branch, base: base.branch, ...text };
  let answer: ApiAnswer | undefined;
  for (const seconds of [1, 2, 4]) {
    answer = await forgejo.request({ method: "POST", path: "/pulls", body, repeatable: false });
    if (answer.status === 201) return { found: opened(answer), isNew: true };
    if (answer.status === 403) return { refusal: wordsOf(answer) };
    const isUncertain = answer.status === 409 || answer.status === 0 || answer.status >= 500;
    if (!isUncertain) break;
    const found = await findPullRequest(forgejo, branch, base.branch);
    if (found !== undefined) return { found, isNew: false };
    await forgejo.wait(seconds);
  }
  throw answer === undefined ? new Error("no attempt was made") : refused(OPEN, answer);
}

/** Some versions let only collaborators open one, and take the job's own user for none. */
function notPermitted({ serverUrl, fullName }: ForgejoRepository, { branch, base }: Proposal, refusal: string): string {
  const compare = `${serverUrl}/${fullName}/compare/${encodeURI(base.branch)}...${encodeURI(branch)}`;
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

/**
 * Labels are a convenience: whatever the server refuses of them becomes a note. It leaves names out silently that it does
 * not know, so those are made first, as GitHub makes them.
 */
async function addLabels(
  forgejo: ForgejoRepository,
  { pullRequest: { labels } }: Proposal,
  { number, labels: present }: PullRequestAnswer,
): Promise<readonly string[]> {
  const wanted = labels.filter((label) => !hasLabel(present, label));
  if (wanted.length === 0) return [];
  const set = await setLabels(forgejo, number, wanted);
  const unknown = set.missing;
  if (set.refusal !== undefined) return [labelNote(unknown, set.refusal)];
  if (unknown.length === 0) return [];
  let refusal = "";
  for (const name of unknown) {
    const made = await forgejo.request({
      method: "POST",
      path: "/labels",
      body: { name, color: LABEL_COLOUR },
      repeatable: false,
    });
    if (made.status !== 201) refusal = wordsOf(made);
  }
  const again = await setLabels(forgejo, number, unknown);
  return again.missing.length === 0 ? [] : [labelNote(again.missing, again.refusal ?? refusal)];
}

async function setLabels(
  { request }: ForgejoRepository,
  number: number,
  labels: readonly string[],
): Promise<{ readonly missing: readonly string[]; readonly refusal?: string }> {
  const path = `/issues/${String(number)}/labels`;
  const answer = await request({ method: "POST", path, body: { labels }, repeatable: true });
  if (answer.status === 401) throw refused({ action: "set labels", scope: "write:issue" }, answer);
  if (answer.status !== 200) return { missing: labels, refusal: wordsOf(answer) };
  const present = labelNames(answer.body);
  return { missing: labels.filter((label) => !hasLabel(present, label)) };
}

/** Whether `I18N` is `i18n` depends on the server's database. */
function hasLabel(present: readonly string[], label: string): boolean {
  return present.some((name) => name.toLowerCase() === label.toLowerCase());
}

function wordsOf({ status, message }: ApiAnswer): string {
  return message === "" ? `it answered ${String(status)}` : message;
}

function labelNote(labels: readonly string[], refusal: string): string {
  const names = labels.map((label) => `"${label}"`).join(", ");
  return (
    `The server did not set the label${labels.length === 1 ? "" : "s"} ${names}${refusal === "" ? "" : `: ${refusal}`}. ` +
    "A token needs the scope write:issue for it; a label that does not exist yet can be made once under Issues → Labels."
  );
}
