import { headGit, headSha, isDraft, pullOf } from "./pull-answer.ts";
import { stateOf } from "./statuses.ts";
import { notFound, Refused, type Answer, type Call, type PullRequest, type World, type OperationRun } from "./world.ts";

const PATH = "/repos/{owner}/{repo}/pulls/{index}/merge";

export const merging: Readonly<Record<string, OperationRun>> = {
  [`POST ${PATH}`]: { area: "repository", run: merge },
  [`DELETE ${PATH}`]: { area: "repository", run: cancel },
};

/** What is to wait for checks is merged at once where no protection of the base names any. */
async function merge(call: Call): Promise<Answer> {
  const { world, body } = call;
  const pull = pullOf(call);
  const head = await headSha(world, pull);
  if (pull.state !== "open" || head === undefined) throw notFound();
  if (isDraft(pull)) throw new Refused(405, "Work in progress PRs cannot be merged");
  if (pull.scheduled !== undefined) {
    throw new Refused(
      409,
      `pull request is already scheduled to auto merge when checks succeed [pull_id: ${String(pull.id)}]`,
    );
  }
  if (body.head_commit_id !== undefined && body.head_commit_id !== head) throw new Refused(409, "head out of date");
  const state = stateOf(world, head);
  const hasToWait = world.settings.requiresChecks && state !== "success" && state !== "";
  if (hasToWait && body.merge_when_checks_succeed !== true) {
    throw new Refused(405, "Not all required status checks successful");
  }
  if (hasToWait) pull.scheduled = body.do ?? "merge";
  else await apply(world, pull, head);
  return { status: 200 };
}

async function apply(world: World, pull: PullRequest, head: string): Promise<void> {
  const { git, settings } = world;
  const base = await git.ref(`refs/heads/${pull.base}`);
  const tree = base === undefined ? undefined : await headGit(world, pull).mergedTree(base, head);
  if (base === undefined || tree === undefined) throw new Refused(405, "Please try again later");
  const author = { name: settings.login, email: `${settings.login}@noreply.example.org` };
  const sha = await git.writeCommit({ tree, parents: [base, head], message: pull.title, author, committer: author });
  await git.moveRef(`refs/heads/${pull.base}`, sha, base);
  Object.assign(pull, { state: "closed", merged: true });
}

function cancel(call: Call): Promise<Answer> {
  const pull = pullOf(call);
  if (pull.scheduled === undefined) return Promise.reject(notFound());
  delete pull.scheduled;
  return Promise.resolve({ status: 204 });
}
