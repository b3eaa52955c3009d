import { complete } from "./contract.ts";
import type { Issue } from "./records.ts";
import { nextNumber, user } from "./pull-requests.ts";
import { invalid, Refused } from "./refusal.ts";
import { page, type Answer, type Call, type Operations, type World } from "./world.ts";

const MOST_OF_TITLE = 256;
const MOST_OF_BODY = 65_536;

/** Issues, and the list of them with pull requests among them. */
export const issues: Operations = {
  "GET /repos/{owner}/{repo}/issues": { run: list },
  "POST /repos/{owner}/{repo}/issues": { run: create },
};

/**
 * The issue that a request names, if it is no pull request.
 * @throws {Refused} 410 where issues are switched off
 */
export function issueOf({ world, parameters }: Call): Issue | undefined {
  const issue = world.issues.find(({ number }) => number === Number(parameters["issue_number"]));
  if (issue !== undefined) assertOn(world);
  return issue;
}

export function updateIssue({ world, body }: Call, issue: Issue): Promise<Answer> {
  checkTexts(body.title ?? issue.title, body.body);
  issue.title = body.title ?? issue.title;
  if (body.body !== undefined) issue.body = body.body;
  if (body.state === "open" || body.state === "closed") issue.state = body.state;
  return Promise.resolve({ status: 200, body: issueAnswer(world, issue) });
}

function create({ world, body }: Call): Promise<Answer> {
  assertOn(world);
  const { title = "", body: text, labels = [] } = body;
  checkTexts(title, text);
  const issue: Issue = {
    number: nextNumber(world),
    title,
    state: "open",
    labels: labels.map((label) => (typeof label === "string" ? label : label.name)),
    ...(text !== undefined && { body: text }),
    user: world.settings.login,
  };
  world.issues.push(issue);
  return Promise.resolve({ status: 201, body: issueAnswer(world, issue) });
}

function assertOn({ settings }: World): void {
  if (settings.issuesAllowed === false) throw new Refused(410, "Issues has been disabled in this repository.");
}

/** @throws {Refused} 422 */
function checkTexts(title: string, text: string | undefined): void {
  if (title.trim() === "") throw invalid({ resource: "Issue", code: "missing_field", field: "title" });
  for (const [field, value, most] of [
    ["title", title, MOST_OF_TITLE],
    ["body", text ?? "", MOST_OF_BODY],
  ] as const) {
    if (value.length > most) {
      const message = `${field} is too long (maximum is ${String(most)} characters)`;
      throw invalid({ resource: "Issue", code: "custom", field, message });
    }
  }
}

function issueAnswer(world: World, { number, title, state, labels, body, user: login }: Issue): unknown {
  const { apiUrl, serverUrl, owner, repo } = world;
  const path = `${owner}/${repo}/issues/${String(number)}`;
  const facts = {
    number,
    title,
    state,
    labels: [...labels],
    body: body ?? null,
    user: user(world, login ?? owner),
    url: `${apiUrl}/repos/${path}`,
    html_url: `${serverUrl}/${path}`,
  };
  return complete("issue", facts, apiUrl);
}

/** Several labels, with commas between: all of them. */
function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const { apiUrl, owner, repo } = world;
  const wanted = (query["labels"] ?? "").toLowerCase().split(",").filter(Boolean);
  const state = query["state"] ?? "open";
  const isWanted = (issue: Pick<Issue, "state" | "labels">): boolean =>
    (state === "all" || issue.state === state) &&
    wanted.every((label) => issue.labels.some((name) => name.toLowerCase() === label));
  const url = `${apiUrl}/repos/${owner}/${repo}`;
  const pulls = world.pulls.filter(isWanted).map(({ number, title, state: stateOf, labels, body }) => {
    const facts = { number, title, state: stateOf, labels: [...labels], body, user: user(world, owner) };
    const address = `${url}/pulls/${String(number)}`;
    const link = { url: address, html_url: address, diff_url: address, patch_url: address };
    return complete("issue", { ...facts, pull_request: link }, apiUrl);
  });
  const items = [...pulls, ...world.issues.filter(isWanted).map((issue) => issueAnswer(world, issue))];
  return Promise.resolve(page(call, items));
}
