import type { Delivery, Proposal } from "../forge.ts";
import type { GitHubRepository } from "./connection.ts";
import { patiently } from "./patience.ts";
import { explain, explained, isStatus, isUncertain, refusalOf, saysAny } from "./refusal.ts";
import { cutBody, cutTitle } from "./text-limits.ts";

/** The open pull request of a branch. */
export interface OpenPullRequest {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

export interface DeliveredPullRequest {
  /** Undefined where the repository's settings refuse one. */
  readonly pullRequest: Delivery["pullRequest"];
  readonly notes: readonly string[];
}

const WRITE = { permission: "pull-requests: write" };
const ALREADY_THERE = /a pull request already exists/i;
/** What a new branch looks like to a replica that does not know it yet. */
const BRANCH_NOT_SEEN = /no commits between|"field":"head","code":"invalid"|"code":"invalid","field":"head"/i;
const NOT_PERMITTED = /not permitted to create or approve pull requests/i;
/** A pull request made a moment ago is not known everywhere. */
const NOT_SEEN = /could not resolve to a node|issue not found/i;

/** GitHub's filter lets other branches through (octokit/octokit.js#2056), so every answer is checked; forks' are not ours. */
export async function findPullRequest(
  { octokit, owner, repo }: GitHubRepository,
  branch: string,
  base: string,
): Promise<OpenPullRequest | undefined> {
  return explained({ action: "list pull requests", permission: "pull-requests: read" }, async () => {
    const { data } = await octokit.rest.pulls.list({
      owner,
      repo,
      head: `${owner}:${branch}`,
      base,
      state: "open",
      per_page: 100,
    });
    const found = data.find(
      ({ head, base: into }) =>
        head.ref === branch && into.ref === base && head.repo?.full_name === into.repo.full_name,
    );
    if (found === undefined) return undefined;
    return {
      number: found.number,
      url: found.html_url,
      title: found.title,
      body: found.body ?? "",
      labels: found.labels.map(({ name }) => name),
    };
  });
}

/** Opens the branch's pull request, or brings the text of the open one up to date. */
export async function deliverPullRequest(github: GitHubRepository, proposal: Proposal): Promise<DeliveredPullRequest> {
  const { branch, base } = proposal;
  const open = await findPullRequest(github, branch, base.branch);
  const text = { title: cutTitle(proposal.pullRequest.title), body: cutBody(proposal.pullRequest.body) };
  if (open !== undefined) return refresh(github, proposal, open, text);
  const made = await createPullRequest(github, proposal, text);
  if (made === "not-permitted") return { pullRequest: undefined, notes: [notPermitted(github, proposal)] };
  if (!made.isNew) return refresh(github, proposal, made.found, text);
  const { number, url } = made.found;
  return { pullRequest: { number, url, outcome: "created" }, notes: await addLabels(github, proposal, made.found) };
}

async function refresh(
  github: GitHubRepository,
  proposal: Proposal,
  open: OpenPullRequest,
  text: { readonly title: string; readonly body: string },
): Promise<DeliveredPullRequest> {
  const { octokit, owner, repo } = github;
  const { number, url } = open;
  const isUpToDate = open.title === text.title && plain(open.body) === plain(text.body);
  if (!isUpToDate) {
    await explained({ ...WRITE, action: `update pull request #${String(number)}` }, () =>
      octokit.rest.pulls.update({ owner, repo, pull_number: number, ...text }),
    );
  }
  // One without any of the labels is one whose run ended before it set them.
  const notes = proposal.pullRequest.labels.some((label) => hasLabel(open, label))
    ? []
    : await addLabels(github, proposal, open);
  return { pullRequest: { number, url, outcome: isUpToDate ? "unchanged" : "updated" }, notes };
}

/** The web editor writes CRLF. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd();
}

type Made = { readonly found: OpenPullRequest; readonly isNew: boolean };

/** Never sent again blindly: where the answer is lost, GitHub is asked first whether the pull request is there. */
async function createPullRequest(
  github: GitHubRepository,
  { branch, base }: Proposal,
  text: { readonly title: string; readonly body: string },
): Promise<Made | "not-permitted"> {
  const { octokit, owner, repo, wait } = github;
  const attempt = { ...WRITE, action: "open the pull request" };
  const create = (): Promise<Made> =>
    patiently(github, BRANCH_NOT_SEEN, async () => {
      const { data } = await octokit.rest.pulls.create({
        owner,
        repo,
        head: branch,
        base: base.branch,
        ...text,
        request: { retries: 0 },
      });
      return { isNew: true, found: { number: data.number, url: data.html_url, ...text, labels: [] } };
    });
  for (const seconds of [1, 2, 4]) {
    try {
      return await create();
    } catch (error) {
      if (saysAny(error, NOT_PERMITTED)) return "not-permitted";
      if (!isUncertain(error) && !saysAny(error, ALREADY_THERE)) throw explain(attempt, error);
      await wait(seconds);
      const found = await findPullRequest(github, branch, base.branch);
      if (found !== undefined) return { isNew: false, found };
    }
  }
  return explained(attempt, create);
}

function notPermitted({ serverUrl, fullName }: GitHubRepository, { branch, base }: Proposal): string {
  const compare = `${serverUrl}/${fullName}/compare/${encodeURI(base.branch)}...${encodeURI(branch)}?expand=1`;
  return (
    `The branch is written, but GitHub Actions may not open pull requests here. Open it yourself: ${compare} ` +
    'or allow it under Settings → Actions → General → Workflow permissions: "Allow GitHub Actions to create and approve pull requests".'
  );
}

/** Labels are a convenience: whatever GitHub refuses of them becomes a note. */
async function addLabels(
  github: GitHubRepository,
  proposal: Proposal,
  pullRequest: OpenPullRequest,
): Promise<readonly string[]> {
  const missing = proposal.pullRequest.labels.filter((label) => !hasLabel(pullRequest, label));
  if (missing.length === 0) return [];
  const refusal = await tryLabels(github, pullRequest.number, missing);
  if (refusal === undefined) return [];
  // One label that may not be created must not keep the others away.
  const refused: string[] = [];
  for (const label of missing) {
    if (missing.length === 1 || (await tryLabels(github, pullRequest.number, [label])) !== undefined)
      refused.push(label);
  }
  if (refused.length === 0) return [];
  return [
    `GitHub did not set the label${refused.length === 1 ? "" : "s"} ${refused.map((label) => `"${label}"`).join(", ")}: ${refusal} ` +
      "Creating a label needs `issues: write`; or create it once under Issues → Labels.",
  ];
}

async function tryLabels(
  github: GitHubRepository,
  number: number,
  labels: readonly string[],
): Promise<string | undefined> {
  const { octokit, owner, repo } = github;
  try {
    await patiently(github, NOT_SEEN, () =>
      octokit.rest.issues.addLabels({ owner, repo, issue_number: number, labels: [...labels] }),
    );
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || isStatus(error, 401)) throw explain({ ...WRITE, action: "set labels" }, error);
    return refusal.message;
  }
}

function hasLabel({ labels }: OpenPullRequest, label: string): boolean {
  return labels.some((name) => name.toLowerCase() === label.toLowerCase());
}
