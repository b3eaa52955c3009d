import { milestoneAnswer } from "./milestone-answer.ts";
import { pullOf } from "./pull-answer.ts";
import { page, Refused, type Answer, type Call, type World, type OperationRun } from "./world.ts";

/** Milestones, and whose review is asked for. */
export const planning: Readonly<Record<string, OperationRun>> = {
  "GET /repos/{owner}/{repo}/milestones": { area: "issue", run: list },
  "POST /repos/{owner}/{repo}/pulls/{index}/requested_reviewers": { area: "repository", run: requestReviewers },
};

/** @throws {Refused} one that may not be assigned spoils them all */
export function assignable(world: World, logins: readonly string[]): readonly string[] {
  const stranger = logins.find((login) => !mayWrite(world, login));
  if (stranger === undefined) return logins;
  throw new Refused(500, "");
}

export function knownMilestone(world: World, id: number): number {
  milestoneAnswer(world, id);
  return id;
}

function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const state = query["state"] ?? "open";
  const found = world.settings.milestones.filter((milestone) => state === "all" || milestone.state === state);
  return Promise.resolve(page(call, found));
}

function requestReviewers(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  const { reviewers = [], team_reviewers: teams = [] } = body;
  const stranger = reviewers.find((login) => !mayRead(world, login));
  const unknown = teams.find((team) => !world.settings.teams.includes(team));
  if (stranger !== undefined) return Promise.reject(new Refused(404, `User '${stranger}' not exist`));
  if (unknown !== undefined)
    return Promise.reject(new Refused(404, `team does not exist [org_id 0, team_id 0, name: ${unknown}]`));
  if (reviewers.includes(world.settings.login)) {
    return Promise.reject(new Refused(422, "poster of pr can't be reviewer"));
  }
  pull.reviewers = [...new Set([...(pull.reviewers ?? []), ...reviewers])];
  pull.teams = [...new Set([...(pull.teams ?? []), ...teams])];
  return Promise.resolve({ status: 201, body: [] });
}

function mayRead({ settings }: World, login: string): boolean {
  return settings.collaborators[login] !== undefined || login === settings.login;
}

function mayWrite({ settings }: World, login: string): boolean {
  const held = settings.collaborators[login];
  return held === "admin" || held === "write";
}
