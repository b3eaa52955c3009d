import { UserError } from "../../core/errors.ts";
import type { Discussion } from "../../forge/discussion.ts";
import { forkParent } from "../../forge/forgejo/fork-parent.ts";
import type { PullRequestSettings } from "../../mapping/binding.ts";

/**
 * A token of Forgejo may write wherever its account may, and a mapping is written by whoever may write to its own repository:
 * branches go to no fork but the account's, and to none of another repository, whose pull requests they could become.
 */
export async function assertOwnFork(
  { fork }: Pick<PullRequestSettings, "fork">,
  discussion: Pick<Discussion, "identity">,
  connection: Parameters<typeof forkParent>[0] & { readonly repository: string },
): Promise<void> {
  if (fork === undefined) return;
  const { login } = await discussion.identity();
  if (!isSameName(fork.split("/")[0], login)) {
    throw foreignFork(`"pull-request.fork" is ${fork}, which is not of ${login}, the bot's account`, login);
  }
  const { repository } = connection;
  if (isSameName(await forkParent(connection, fork), repository)) return;
  throw foreignFork(`"pull-request.fork" is ${fork}, which is no fork of ${repository}`, login);
}

function isSameName(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

function foreignFork(message: string, login: string): UserError {
  return new UserError(message, { code: "IL-B23", hint: `Name a fork of ${login}, or leave it out.` });
}
