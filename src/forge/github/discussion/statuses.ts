import { reportIn, statusOf } from "../../commit-status.ts";
import type { CheckReport, Discussion } from "../../discussion.ts";
import type { GitHubRepository } from "../connection.ts";
import { explained } from "../refusal.ts";

interface StatusAnswer {
  readonly state: string;
  readonly description: string | null;
  readonly target_url: string | null;
}

/** Writes nothing where the newest status says the same. */
export async function reportStatus(github: GitHubRepository, check: CheckReport): ReturnType<Discussion["report"]> {
  const { octokit, owner, repo, serverUrl, fullName } = github;
  const { name: context, commit: sha } = check;
  const { state, description, targetUrl } = statusOf(check, `${serverUrl}/${fullName}/commit/${sha}`);
  const last = await newestStatus(github, sha, context, "statuses: write");
  const isSaid = last?.state === state && last.description === description && last.target_url === targetUrl;
  if (!isSaid) {
    const attempt = { action: `set a status of commit ${sha}`, permission: "statuses: write" };
    const text = { state, description, target_url: targetUrl, context };
    await explained(attempt, () => octokit.rest.repos.createCommitStatus({ owner, repo, sha, ...text }));
  }
  return { url: targetUrl };
}

export async function lastStatus(
  github: GitHubRepository,
  commit: string,
  name: string,
): ReturnType<Discussion["lastReport"]> {
  const last = await newestStatus(github, commit, name, "statuses: read");
  return last === undefined ? undefined : reportIn(last.state, last.target_url ?? "");
}

/** Statuses come newest first; the case of their names does not count. */
async function newestStatus(
  { octokit, owner, repo }: GitHubRepository,
  ref: string,
  context: string,
  permission: string,
): Promise<StatusAnswer | undefined> {
  const attempt = { action: `list the statuses of commit ${ref}`, permission };
  return explained(attempt, async () => {
    const pages = octokit.paginate.iterator(octokit.rest.repos.listCommitStatusesForRef, {
      owner,
      repo,
      ref,
      per_page: 100,
    });
    for await (const { data } of pages) {
      const found = data.find((status) => status.context.toLowerCase() === context.toLowerCase());
      if (found !== undefined) return found;
    }
    return undefined;
  });
}
