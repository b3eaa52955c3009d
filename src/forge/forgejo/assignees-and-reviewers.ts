import type { AskedReviewers } from "../propose.ts";
import { nearest } from "../../mapping/nearest.ts";
import { isMilestone, without, type MissingSettings, type Reviewers } from "../pull-request-state.ts";
import { milestonesOf, pullRequestOf, type PullRequestAnswer } from "./answers.ts";
import type { ApiAnswer, ForgejoRepository } from "./connection.ts";
import { isPassing, refused, wordsOf } from "./refusal.ts";

type PullRequest = Pick<PullRequestAnswer, "number" | "assignees">;

const PAGE = 50;

/** Assigns the pull request; one login that the server refuses does not keep the others away. */
export async function addAssignees(
  forgejo: ForgejoRepository,
  { number, assignees: present }: PullRequest,
  wanted: MissingSettings["assignees"],
): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const all = await edit(forgejo, number, { assignees: [...present, ...wanted] });
  if (isDone(all)) return unassigned(wanted, all);
  const notes: string[] = [];
  const assigned = [...present];
  for (const login of wanted) {
    const one = wanted.length === 1 ? all : await edit(forgejo, number, { assignees: [...assigned, login] });
    if (isDone(one)) assigned.push(login);
    else
      notes.push(
        `The server did not assign ${login}: ${wordsOf(one)}. Only who may write to the repository can be assigned.`,
      );
  }
  return notes;
}

function unassigned(wanted: readonly string[], answer: ApiAnswer): readonly string[] {
  const left = without(wanted, pullRequestOf(answer.body)?.assignees ?? wanted);
  return left.length === 0
    ? []
    : [`The server did not assign ${left.join(", ")}: they may not write to the repository.`];
}

/** Puts the pull request into the open milestone of that title or id. */
export async function setMilestone(
  forgejo: ForgejoRepository,
  number: number,
  wanted: string | number,
): Promise<readonly string[]> {
  const milestone = typeof wanted === "number" ? { number: wanted } : await findMilestone(forgejo, wanted);
  if ("note" in milestone) return [milestone.note];
  const answer = await edit(forgejo, number, { milestone: milestone.number });
  if (isDone(answer) && pullRequestOf(answer.body)?.milestone?.number === milestone.number) return [];
  const why = isDone(answer) ? "the token needs the scope write:issue" : wordsOf(answer);
  return [`The server did not set the milestone "${String(wanted)}": ${why}.`];
}

async function findMilestone(
  { request }: ForgejoRepository,
  title: string,
): Promise<{ readonly number: number } | { readonly note: string }> {
  const titles: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { state: "open", limit: String(PAGE), page: String(page) };
    const answer = await request({ method: "GET", path: "/milestones", query, repeatable: true });
    const milestones = answer.status === 200 ? milestonesOf(answer.body) : undefined;
    if (milestones === undefined)
      return { note: `The server did not list the milestones for "${title}": ${wordsOf(answer)}.` };
    const found = milestones.find((milestone) => isMilestone(title, milestone));
    if (found !== undefined) return { number: found.number };
    titles.push(...milestones.map((milestone) => milestone.title));
    if (!answer.hasMore || milestones.length === 0) break;
  }
  const close = nearest(title, titles);
  const guess = close === undefined ? "Create it under Issues → Milestones." : `Is "${close}" meant?`;
  return { note: `There is no open milestone "${title}". ${guess}` };
}

/** Asks for reviews, one by one where the server refuses them together. */
export async function askReviewers(
  forgejo: ForgejoRepository,
  { number }: PullRequest,
  { reviewers, teams }: Reviewers,
): Promise<AskedReviewers> {
  const people = await eachAsked(reviewers, (names) => ask(forgejo, number, { reviewers: names }));
  const groups = await eachAsked(teams, (names) => ask(forgejo, number, { team_reviewers: names }));
  return {
    waiting: { reviewers: waiting(people), teams: waiting(groups) },
    notes: [
      ...people.map(
        ([name, answer]) =>
          `The server did not ask ${name} for a review: ${wordsOf(answer)}. Reviewers have to be able to read the repository.`,
      ),
      ...groups.map(
        ([name, answer]) =>
          `The server did not ask the team ${name} for a review: ${wordsOf(answer)}. The team needs access to the repository, which has to belong to its organisation.`,
      ),
    ],
  };
}

type Refusal = readonly [name: string, answer: ApiAnswer];

function waiting(refusals: readonly Refusal[]): readonly string[] {
  return refusals.filter(([, answer]) => isPassing(answer)).map(([name]) => name);
}

async function eachAsked(
  names: readonly string[],
  send: (names: readonly string[]) => Promise<ApiAnswer>,
): Promise<readonly Refusal[]> {
  if (names.length === 0) return [];
  const all = await send(names);
  if (isDone(all)) return [];
  if (isPassing(all)) return names.map((name) => [name, all]);
  const refusals: Refusal[] = [];
  for (const name of names) {
    const one = names.length === 1 ? all : await send([name]);
    if (!isDone(one)) refusals.push([name, one]);
  }
  return refusals;
}

async function ask(forgejo: ForgejoRepository, number: number, body: object): Promise<ApiAnswer> {
  const path = `/pulls/${String(number)}/requested_reviewers`;
  return accepted("ask for a review", await forgejo.request({ method: "POST", path, body, repeatable: true }));
}

async function edit(forgejo: ForgejoRepository, number: number, body: object): Promise<ApiAnswer> {
  const path = `/pulls/${String(number)}`;
  return accepted("change the pull request", await forgejo.request({ method: "PATCH", path, body, repeatable: true }));
}

function accepted(action: string, answer: ApiAnswer): ApiAnswer {
  if (answer.status === 401) throw refused({ action, scope: "write:repository" }, answer);
  return answer;
}

function isDone({ status }: ApiAnswer): boolean {
  return status === 200 || status === 201;
}
