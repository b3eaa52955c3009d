import type { BareRepository } from "./bare-repository.ts";
import type { PullRequest, World } from "./world.ts";

/** Where the objects and refs of its head are: a fork's include the base's. */
export function headGit({ git, fork }: World, pull: Pick<PullRequest, "fork">): BareRepository {
  return fork !== undefined && pull.fork?.repository === `${fork.owner}/${fork.repo}` ? fork.git : git;
}

export function headSha(world: World, pull: PullRequest): Promise<string | undefined> {
  if (pull.fork?.commit !== undefined) return Promise.resolve(pull.fork.commit);
  return pull.state === "open" ? headGit(world, pull).ref(`refs/heads/${pull.head}`) : Promise.resolve(pull.closedAt);
}
