import { InterlinearError } from "../../core/errors.ts";
import type { AskedReviewers } from "../propose.ts";
import { without, type MissingSettings, type Reviewers } from "../pull-request-state.ts";
import type { GitHubRepository } from "./connection.ts";
import type { OpenPullRequest } from "./open-pull-request.ts";
import { eachTolerated, tolerated, type RefusedName } from "./tolerated.ts";

type PullRequest = Pick<OpenPullRequest, "number" | "assignees">;

/** GitHub takes no more. */
const MOST_ASSIGNEES = 10;

/** Adds the labels; a note for each that GitHub refuses. */
export async function addLabels(
  github: GitHubRepository,
  { number }: PullRequest,
  labels: MissingSettings["labels"],
): Promise<readonly string[]> {
  const { octokit, owner, repo } = github;
  const refused = await eachTolerated(labels, (names) =>
    tolerated(github, "set labels", () =>
      octokit.rest.issues.addLabels({ owner, repo, issue_number: number, labels: [...names] }),
    ),
  );
  const [first] = refused;
  if (first === undefined) return [];
  return [
    `GitHub did not set the label${refused.length === 1 ? "" : "s"} ${quoted(refused.map(({ name }) => name))}: ${first.refusal} ` +
      "Creating a label needs `issues: write`; or create it once under Issues → Labels.",
  ];
}

/** Adds the assignees. GitHub leaves out without a word who may not be assigned, so its answer is compared. */
export async function addAssignees(
  github: GitHubRepository,
  { number, assignees: present }: PullRequest,
  assignees: MissingSettings["assignees"],
): Promise<readonly string[]> {
  const { octokit, owner, repo } = github;
  const wanted = assignees.slice(0, Math.max(MOST_ASSIGNEES - present.length, 0));
  const ignored = new Set<string>();
  const refused = await eachTolerated(wanted, async (names) => {
    const set = await tolerated(github, "assign it", () =>
      octokit.rest.issues.addAssignees({ owner, repo, issue_number: number, assignees: [...names] }),
    );
    if ("answer" in set) {
      const there = (set.answer.data.assignees ?? []).map(({ login }) => login);
      for (const name of without(names, there)) ignored.add(name);
    }
    return set;
  });
  return [
    ...(wanted.length < assignees.length
      ? [
          `GitHub assigns a pull request to ${String(MOST_ASSIGNEES)} people at most; left out: ${listed(without(assignees, wanted))}.`,
        ]
      : []),
    ...(ignored.size > 0
      ? [
          `GitHub did not assign ${listed([...ignored])}: only those can be assigned who may write to the repository, or have commented on it.`,
        ]
      : []),
    ...refused.map(({ name, refusal }) => `GitHub did not assign ${name}: ${refusal}`),
  ];
}

/** Gives the connection that asks teams: of an App, whose tokens for one repository see none. */
export type AskTeams = () => Promise<{ readonly github: GitHubRepository } & AsyncDisposable>;

/** Asks for reviews; a note for each that GitHub refuses, with what helps. */
export async function askReviewers(
  github: GitHubRepository,
  { number }: PullRequest,
  { reviewers, teams }: Reviewers,
  askTeams?: AskTeams,
): Promise<AskedReviewers> {
  const people = await ask(github, number, reviewers, (names) => ({ reviewers: [...names] }));
  const groups = await teamsRefused(github, number, teams, askTeams);
  const notes = [
    ...byRefusal(people).map(([refusal, names]) => `GitHub did not ask ${listed(names)} for a review: ${refusal}`),
    ...byRefusal(groups).map(
      ([refusal, names]) =>
        `GitHub did not ask the team${names.length === 1 ? "" : "s"} ${listed(names)} for a review: ${refusal} ` +
        (/could not resolve to a node|resource not accessible/i.test(refusal)
          ? `The token cannot see teams. ${HOW_TO_SEE_TEAMS}`
          : /members: read/.test(refusal)
            ? ""
            : "Give the team access to the repository, and write its slug as in its address."),
    ),
  ];
  return { waiting: { reviewers: waiting(people), teams: waiting(groups) }, notes };
}

/** Those whom GitHub did not ask. */
function ask(
  github: GitHubRepository,
  number: number,
  all: readonly string[],
  fields: (names: readonly string[]) => { readonly reviewers?: string[]; readonly team_reviewers?: string[] },
): Promise<readonly RefusedName[]> {
  const { octokit, owner, repo } = github;
  return eachTolerated(all, (names) =>
    tolerated(github, "ask for a review", () =>
      octokit.rest.pulls.requestReviewers({ owner, repo, pull_number: number, ...fields(names) }),
    ),
  );
}

async function teamsRefused(
  github: GitHubRepository,
  number: number,
  teams: readonly string[],
  askTeams: AskTeams | undefined,
): Promise<readonly RefusedName[]> {
  const fields = (names: readonly string[]): { readonly team_reviewers: string[] } => ({ team_reviewers: [...names] });
  if (teams.length === 0 || askTeams === undefined) return ask(github, number, teams, fields);
  try {
    await using wide = await askTeams();
    return await ask(wide.github, number, teams, fields);
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const refusal = `${error.message}. ${error.hint ?? ""}`.trim();
    return teams.map((name) => ({ name, refusal, isPassing: false }));
  }
}

const HOW_TO_SEE_TEAMS =
  "It takes an App (`app-id` and `private-key`, or the bot's) that was granted the organisation's `members: read`, or the token of " +
  "somebody who is in the organisation; the workflow's own never can.";

function waiting(refused: readonly RefusedName[]): readonly string[] {
  return refused.filter(({ isPassing }) => isPassing).map(({ name }) => name);
}

function byRefusal(refused: readonly RefusedName[]): readonly (readonly [string, readonly string[]])[] {
  return [...Map.groupBy(refused, ({ refusal }) => refusal)].map(([refusal, names]) => [
    refusal,
    names.map(({ name }) => name),
  ]);
}

function listed(names: readonly string[]): string {
  return names.join(", ");
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
