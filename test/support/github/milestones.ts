import { complete } from "./contract.ts";
import { issueOf, updateIssue } from "./issues.ts";
import { answer, pullOf } from "./pull-requests.ts";
import { invalid } from "./refusal.ts";
import { milestoneAnswer } from "./setting-answers.ts";
import { may, page, write, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

export const milestones: Operations = {
  [`GET ${REPOSITORY}/milestones`]: { run: list },
  [`PATCH ${REPOSITORY}/issues/{issue_number}`]: { run: update },
};

function list(call: Call): Promise<Answer> {
  const { world, query } = call;
  const state = query["state"] ?? "open";
  const found = world.settings.milestones.filter((milestone) => state === "all" || milestone.state === state);
  return Promise.resolve(
    page(
      call,
      found.map(({ number }) => milestoneAnswer(world, number)),
    ),
  );
}

/** The issue's side of a pull request. Who may not push sets no milestone, and is told nothing. */
async function update(call: Call): Promise<Answer> {
  const { world, body } = call;
  const issue = issueOf(call);
  if (issue !== undefined) return updateIssue(call, issue);
  const pull = pullOf(call);
  const number = typeof body.milestone === "number" ? body.milestone : undefined;
  if (number !== undefined) {
    if (milestoneAnswer(world, number) === null) {
      throw invalid({ resource: "Issue", field: "milestone", code: "invalid" });
    }
    if (may(world.settings, write("contents"))) pull.milestone = number;
  }
  const { labels, assignees, milestone, title, user } = await issueFacts(world, pull);
  const facts = { number: pull.number, state: pull.state, labels, assignees, milestone, title, user };
  return { status: 200, body: complete("issue", facts, world.apiUrl) };
}

/** What a pull request and its issue have in common. */
export async function issueFacts(
  world: World,
  pull: Parameters<typeof answer>[1],
): Promise<Readonly<Record<"labels" | "assignees" | "milestone" | "title" | "user", unknown>>> {
  const shown = await answer(world, pull, "pull-request-simple");
  return {
    labels: shown["labels"],
    assignees: shown["assignees"],
    milestone: shown["milestone"],
    title: shown["title"],
    user: shown["user"],
  };
}
