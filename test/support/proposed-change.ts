import type { Head } from "./events.ts";
import type { World } from "./world.ts";

export interface ProposedChange {
  readonly number: number;
  readonly head: Head;
}

/**
 * A person's open pull request onto the base, which is what is checked out.
 * @param fork `owner/name` of where it comes from; the repository itself without it
 */
export async function proposeChange(
  { repository, github }: World,
  files: Readonly<Record<string, string>>,
  { fork, number = 7 }: { readonly fork?: string; readonly number?: number } = {},
): Promise<ProposedChange> {
  const branch = "topic";
  const names = [`refs/pull/${String(number)}/head`, ...(fork === undefined ? [`refs/heads/${branch}`] : [])];
  // What a runner has is the base alone: the head's commits are not in its clone.
  const sha = await repository.publishElsewhere(files, "A change", names);
  const at = github.world.now();
  github.world.pulls.push({
    number,
    id: github.world.nextId(),
    title: "A change",
    body: null,
    head: branch,
    base: repository.branch,
    baseCommit: await repository.remoteGit("rev-parse", repository.branch),
    ...(fork !== undefined && { fork: { repository: fork, commit: sha } }),
    closedAt: undefined,
    state: "open",
    draft: false,
    user: "eve",
    labels: [],
    reads: 0,
    createdAt: at,
    updatedAt: at,
  });
  return { number, head: { repository: fork ?? github.repository, branch, sha } };
}

/** What a runner checks out for a pull request: the merge of both sides, detached. */
export async function checkOutMerge({ repository }: World, { head, number }: ProposedChange): Promise<void> {
  await repository.git("fetch", "--quiet", "origin", `refs/pull/${String(number)}/head`);
  await repository.git("checkout", "--quiet", "--detach", repository.branch);
  await repository.git("merge", "--quiet", "--no-ff", "--message", "Merge", head.sha);
}

/** Somebody's comment on a pull request; its number. */
export function writeComment({ github }: World, pullRequest: number, by: string, body: string): number {
  const at = github.world.now();
  const id = github.world.nextId();
  github.world.comments.push({ id, issue: pullRequest, user: by, body, createdAt: at, updatedAt: at });
  return id;
}

/** Comments of ours on a pull request, as they stand now. */
export function ourComments({ github }: World, pullRequest: number): readonly string[] {
  return github.world.comments
    .filter(({ issue, user }) => issue === pullRequest && user === github.world.settings.login)
    .map(({ body }) => body);
}
