import type { MergeGroup } from "./records.ts";
import { WEB_FLOW } from "./git-data.ts";
import { hasPassed, mergeStateOf, requiredChecks } from "./merge-state.ts";
import { headGit, headSha } from "./pull-head.ts";
import { Refused } from "./refusal.ts";
import { rulesOn } from "./rules.ts";
import type { GraphqlFields } from "./graphql-field.ts";
import { may, type PullRequest, type Settings, type World } from "./world.ts";

export function hasQueue({ settings }: { readonly settings: Settings }, branch: string): boolean {
  const isClassic = settings.protections.some((one) => one.branch === branch && one.hasQueue === true);
  return isClassic || rulesOn(settings, branch, "merge_queue").length > 0;
}

/** A fine-grained token that may not read queues is told that there is none, and so an App's (cli/cli#8352). */
export const queueFields: GraphqlFields = {
  "Query.repository": {
    needs: [],
    run: ({ world }) =>
      Promise.resolve({
        __typename: "Repository",
        mergeQueue: ({ branch }: Readonly<Record<string, unknown>>) => {
          const { settings } = world;
          const isShown =
            settings.tokenKind === "actions" || may(settings, { permission: "merge-queues", level: "read" });
          return isShown && hasQueue(world, String(branch))
            ? { __typename: "MergeQueue", id: `MQ_${String(branch)}` }
            : null;
        },
      }),
  },
};

/**
 * Puts a pull request into the queue, as a person does on its page: on top of those that are in it.
 * @throws {Refused} 405 while something that is required is missing
 */
export async function enqueue(world: World, pull: PullRequest): Promise<MergeGroup> {
  const state = await mergeStateOf(world, pull);
  if (state === "blocked" || state === "dirty") throw new Refused(405, "Pull Request is not mergeable");
  const { git } = world;
  const last = world.queue.findLast(({ base: { branch } }) => branch === pull.base);
  const [head = "", tip = ""] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  const base = last?.commit ?? tip;
  const tree = await headGit(world, pull).mergedTree(base, head);
  if (tree === undefined) throw new Refused(405, "Pull Request is not mergeable");
  const author = { ...WEB_FLOW, date: world.now() };
  const message = `Merge pull request #${String(pull.number)}`;
  const commit = await git.writeCommit({ tree, parents: [base, head], message, author, committer: author });
  const branch = `gh-readonly-queue/${pull.base}/pr-${String(pull.number)}-${base}`;
  await git.moveRef(`refs/heads/${branch}`, commit, undefined);
  const group = { pull: pull.number, branch, commit, base: { branch: pull.base, commit: base } };
  world.queue.push(group);
  return group;
}

/** Merges the groups whose required checks have passed, in their order. @returns the numbers of what is merged now */
export async function settleQueue(world: World): Promise<readonly number[]> {
  const merged: number[] = [];
  const held = new Set<string>();
  for (const group of world.queue.slice()) {
    const { commit, base, branch } = group;
    if (held.has(base.branch)) continue;
    held.add(base.branch);
    if (!requiredChecks(world, base.branch).every((check) => hasPassed(world, commit, check))) continue;
    world.queue.splice(world.queue.indexOf(group), 1);
    const pull = world.pulls.find(({ number }) => number === group.pull);
    const head = pull && (await headSha(world, pull));
    await world.git.moveRef(`refs/heads/${base.branch}`, commit, base.commit);
    await world.git.deleteRef(`refs/heads/${branch}`);
    if (pull !== undefined) Object.assign(pull, { state: "closed", mergedAt: world.now(), closedAt: head });
    held.delete(base.branch);
    merged.push(group.pull);
  }
  return merged;
}
