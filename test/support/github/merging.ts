import { GraphqlRefused, record, text, type GraphqlCall, type GraphqlFields } from "./graphql-field.ts";
import { actor } from "./git-data.ts";
import { enqueue, hasQueue } from "./merge-queue.ts";
import type { MergeGroup } from "./records.ts";
import { mergeStateOf } from "./merge-state.ts";
import { headGit, headSha } from "./pull-head.ts";
import { nodeId, pullOf } from "./pull-requests.ts";
import { Refused } from "./refusal.ts";
import { write, type Answer, type Call, type Operations, type PullRequest, type World } from "./world.ts";

export const merging: Operations = {
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": { run: merge },
};

export const autoMergeFields: GraphqlFields = {
  "Mutation.enablePullRequestAutoMerge": { needs: [write("contents"), write("pull-requests")], run: enable },
  "Mutation.disablePullRequestAutoMerge": { needs: [write("contents"), write("pull-requests")], run: disable },
};

/** Seen in objectstack-ai/objectui#4986. */
const QUEUE_RULE = "Repository rule violations found\n\nChanges must be made through the merge queue\n\n";
const METHODS = { MERGE: "merge", SQUASH: "squash", REBASE: "rebase" } as const;

async function merge(call: Call): Promise<Answer> {
  const { world, body } = call;
  const { git } = world;
  const pull = pullOf(call);
  const [head, base] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  if (pull.state !== "open" || pull.draft || head === undefined || base === undefined) throw notMergeable();
  if (body.sha !== undefined && body.sha !== head) {
    throw new Refused(409, "Head branch was modified. Review and try the merge again.");
  }
  const state = await mergeStateOf(world, pull);
  if (state === "blocked" || state === "dirty") throw notMergeable();
  if (hasQueue(world, pull.base)) throw new Refused(405, QUEUE_RULE);
  const sha = await mergeAs(world, pull, body.merge_method ?? "merge");
  return { status: 200, body: { sha, merged: true, message: "Pull Request successfully merged" } };
}

async function mergeAs(
  world: World,
  pull: PullRequest,
  method: (typeof METHODS)[keyof typeof METHODS],
): Promise<string> {
  const { git } = world;
  const [head = "", base = ""] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  const tree = await headGit(world, pull).mergedTree(base, head);
  if (tree === undefined) throw notMergeable();
  const author = { ...actor(world), date: world.now() };
  const parents = method === "merge" ? [base, head] : [base];
  const message = `${pull.title} (#${String(pull.number)})`;
  const sha = await git.writeCommit({ tree, parents, message, author, committer: author });
  await git.moveRef(`refs/heads/${pull.base}`, sha, base);
  Object.assign(pull, { state: "closed", mergedAt: world.now(), closedAt: head });
  return sha;
}

/**
 * Merges what was arranged to merge by itself and has all that is required; with a merge queue, that is where it goes.
 * @returns whether something was merged, and the groups that the queue has now
 */
export async function settleAutoMerges(
  world: World,
): Promise<{ readonly isMerged: boolean; readonly groups: readonly MergeGroup[] }> {
  const groups: MergeGroup[] = [];
  let isMerged = false;
  for (const pull of world.pulls.filter(({ state, autoMerge }) => state === "open" && autoMerge !== undefined)) {
    const state = await mergeStateOf(world, pull);
    if (state !== "clean" && state !== "unstable") continue;
    const { method } = pull.autoMerge ?? {};
    delete pull.autoMerge;
    if (hasQueue(world, pull.base)) groups.push(await enqueue(world, pull));
    else {
      await mergeAs(world, pull, method ?? "merge");
      isMerged = true;
    }
  }
  return { isMerged, groups };
}

function notMergeable(): Refused {
  return new Refused(405, "Pull Request is not mergeable");
}

/** Only where something is still missing: GitHub does not take it for a pull request that could be merged now. */
async function enable({ world, arguments: given }: GraphqlCall): Promise<unknown> {
  const input = record(given["input"]);
  const pull = pullOfNode(world, input);
  const { settings } = world;
  const refuse = (words: string): GraphqlRefused => new GraphqlRefused("UNPROCESSABLE", `Pull request ${words}`);
  if (!settings.autoMergeAllowed) throw refuse("Auto merge is not allowed for this repository");
  if (pull.state !== "open") throw refuse("Pull request is closed");
  const state = await mergeStateOf(world, pull);
  // Where there is a queue, it takes what could be merged (cli.github.com/manual/gh_pr_merge).
  if ((state === "clean" || state === "unstable") && !hasQueue(world, pull.base)) {
    throw refuse(`Pull request is in ${state} status`);
  }
  const expected = text(input["expectedHeadOid"]);
  if (expected !== "" && expected !== (await headSha(world, pull))) {
    throw refuse("Head sha didn't match expected head sha");
  }
  const method = Object.entries(METHODS).find(([name]) => name === input["mergeMethod"])?.[1] ?? "merge";
  pull.autoMerge = { login: settings.login, method };
  return { clientMutationId: null };
}

function disable({ world, arguments: given }: GraphqlCall): Promise<unknown> {
  const pull = pullOfNode(world, record(given["input"]));
  if (pull.autoMerge === undefined) {
    return Promise.reject(new GraphqlRefused("UNPROCESSABLE", "Can't disable auto-merge for this pull request"));
  }
  delete pull.autoMerge;
  return Promise.resolve({ clientMutationId: null });
}

function pullOfNode({ pulls }: World, { pullRequestId }: Readonly<Record<string, unknown>>): PullRequest {
  const found = pulls.find((pull) => nodeId(pull) === pullRequestId);
  if (found !== undefined) return found;
  throw new GraphqlRefused("NOT_FOUND", `Could not resolve to a node with the global id of '${text(pullRequestId)}'.`);
}
