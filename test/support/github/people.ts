import { complete } from "./contract.ts";
import { issueFacts } from "./milestones.ts";
import { answer, pullOf } from "./pull-requests.ts";
import { Refused } from "./refusal.ts";
import { may, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const MOST_ASSIGNEES = 10;

/** Who is told of a pull request: assignees and reviewers. */
export const people: Operations = {
  [`POST ${REPOSITORY}/issues/{issue_number}/assignees`]: { run: addAssignees },
  [`POST ${REPOSITORY}/pulls/{pull_number}/requested_reviewers`]: { run: requestReviewers },
};

/** Those without access are left out without a word. */
async function addAssignees(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  const wanted = (body.assignees ?? []).filter((login) => isCollaborator(world, login));
  pull.assignees = [...new Set([...(pull.assignees ?? []), ...wanted])].slice(0, MOST_ASSIGNEES);
  const facts = { number: pull.number, state: pull.state, ...(await issueFacts(world, pull)) };
  return { status: 201, body: complete("issue", facts, world.apiUrl) };
}

/** One that may not be asked spoils the whole request. */
async function requestReviewers(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  const { reviewers = [], team_reviewers: teams = [] } = body;
  if (reviewers.includes(pull.user)) throw validation("Review cannot be requested from pull request author.");
  if (!reviewers.every((login) => isCollaborator(world, login))) {
    throw validation(
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${world.owner}/${world.repo} repository.`,
    );
  }
  const unseen = teams.find((team) => !seesTeams(world) || !world.settings.teams.includes(team));
  if (unseen !== undefined) {
    throw validation(`Could not resolve to a node with the global id of 'T_kwDO${unseen}'.`);
  }
  pull.reviewers = [...new Set([...(pull.reviewers ?? []), ...reviewers])];
  pull.teams = [...new Set([...(pull.teams ?? []), ...teams])];
  return { status: 201, body: await answer(world, pull, "pull-request-simple") };
}

/** An App needs the organisation's permission, and a token that is not for some repositories alone. */
function seesTeams({ settings }: World): boolean {
  if (settings.tokenKind !== "app") return settings.tokenKind === "personal";
  return settings.isNarrowed !== true && may(settings, { permission: "members", level: "read" });
}

function validation(message: string): Refused {
  return new Refused(422, "Validation Failed", { errors: [message] });
}

function isCollaborator({ settings }: World, login: string): boolean {
  return (settings.collaborators[login] ?? "none") !== "none";
}
