import { milestoneAnswer } from "./milestone-answer.ts";
import { notFound, REPOSITORY_ID, type Call, type PullRequest, type World } from "./world.ts";
import type { BareRepository } from "../github/bare-repository.ts";

export function pullOf({ world, parameters }: Call): PullRequest {
  const pull = world.pulls.find(({ number }) => String(number) === parameters["index"]);
  if (pull === undefined) throw notFound();
  return pull;
}

/** Where the objects and refs of its head are. */
export function headGit({ git, fork }: World, pull: PullRequest): BareRepository {
  return fork !== undefined && pull.fork?.repository === fork.repository ? fork.git : git;
}

export function headSha(world: World, pull: PullRequest): Promise<string | undefined> {
  if (pull.fork?.commit !== undefined) return Promise.resolve(pull.fork.commit);
  return headGit(world, pull).ref(`refs/heads/${pull.head}`);
}

export async function pullAnswer(world: World, pull: PullRequest): Promise<object> {
  const { git, url, owner, repo, labels, settings } = world;
  const [head, base] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  const side = (branch: string, id: number, repository = `${owner}/${repo}`): object => ({
    label: branch,
    ref: branch,
    repo_id: id,
    repo: { id, name: repository.split("/")[1], full_name: repository },
  });
  return {
    id: pull.id,
    number: pull.number,
    url: `${url}/${owner}/${repo}/pulls/${String(pull.number)}`,
    html_url: `${url}/${owner}/${repo}/pulls/${String(pull.number)}`,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    labels: labels.filter(({ id }) => pull.labels.includes(id)),
    assignees: (pull.assignees ?? []).map((login) => ({ login })),
    requested_reviewers: (pull.reviewers ?? []).map((login) => ({ login })),
    requested_reviewers_teams: (pull.teams ?? []).map((name) => ({ name })),
    ...(pull.milestone !== undefined && { milestone: milestoneAnswer(world, pull.milestone) }),
    // A branch that is gone leaves the pull request's own ref behind.
    head: {
      ...side(pull.head, pull.headRepository, pull.fork?.repository),
      ...(head === undefined ? { ref: `refs/pull/${String(pull.number)}/head` } : { sha: head }),
    },
    base: { ...side(pull.base, REPOSITORY_ID), sha: base ?? "" },
    mergeable: head !== undefined,
    merged: pull.merged ?? false,
    draft: isDraft(pull),
    user: { login: settings.login },
  };
}

export function isDraft({ title }: PullRequest): boolean {
  return /^(?:WIP:|\[WIP\])/i.test(title);
}
