import { RemoteError } from "../../core/errors.ts";
import type { TriedRight } from "../examination.ts";
import type { GitHubRepository } from "./connection.ts";
import { explain, isStatus } from "./refusal.ts";

interface Trial {
  readonly right: string;
  readonly permission: string;
  readonly call: () => Promise<unknown>;
  /** Answers that say nothing of the token, but of what was asked for. */
  readonly harmless: readonly number[];
}

export interface TriedRepositories {
  /** Where pull requests, comments and checks are. */
  readonly home: GitHubRepository;
  /** Where branches are pushed. */
  readonly heads: GitHubRepository;
  /** Branch that pull requests go to. */
  readonly base: string;
  /** An App's token writes checks, a person's commit statuses; undefined: GitHub does not say whose it is. */
  readonly isApp: boolean | undefined;
}

const NO_COMMIT = "0".repeat(40);
/** There is no such commit, nothing to merge. */
const UNUSABLE = [409, 422];
/** An organisation, which owns repositories, is nobody's login. */
const NOBODY = [404];

/**
 * Each right that a run needs, asked for in a way that cannot be carried out: GitHub looks at the token first, and only then finds
 * that there is no such commit, or nothing to merge. Who may open a pull request may comment on it as well.
 */
function trials({ home, heads, base, isApp }: TriedRepositories): readonly Trial[] {
  const { octokit, owner, repo } = home;
  const place = { owner, repo };
  const check: Trial = {
    right: "report checks",
    permission: "checks: write",
    harmless: UNUSABLE,
    call: () => octokit.rest.checks.create({ ...place, name: "Interlinear", head_sha: NO_COMMIT }),
  };
  const status: Trial = {
    right: "set a commit's status",
    permission: "statuses: write",
    harmless: UNUSABLE,
    call: () => octokit.rest.repos.createCommitStatus({ ...place, sha: NO_COMMIT, state: "success" }),
  };
  return [
    {
      right: "push branches",
      permission: "contents: write",
      harmless: UNUSABLE,
      call: () =>
        heads.octokit.rest.git.createRef({
          owner: heads.owner,
          repo: heads.repo,
          ref: "refs/heads/interlinear-trial-of-rights",
          sha: NO_COMMIT,
        }),
    },
    {
      right: "open pull requests and comment on them",
      permission: "pull-requests: write",
      harmless: UNUSABLE,
      call: () =>
        octokit.rest.pulls.create({ ...place, head: base, base, title: "A trial of rights, which opens nothing" }),
    },
    ...(isApp === undefined ? [] : [isApp ? check : status]),
    {
      right: "see who may give orders",
      permission: "metadata: read",
      harmless: NOBODY,
      call: () => octokit.rest.repos.getCollaboratorPermissionLevel({ ...place, username: owner }),
    },
  ];
}

/**
 * Leaves no trace on GitHub.
 * @throws {RemoteError} where it does not answer, or asks to wait
 */
export async function tryRights(repositories: TriedRepositories): Promise<readonly TriedRight[]> {
  const tried: TriedRight[] = [];
  for (const trial of trials(repositories)) tried.push(await judged(trial));
  return tried;
}

async function judged({ right, permission, call, harmless }: Trial): Promise<TriedRight> {
  try {
    await call();
    return { right, isGranted: true };
  } catch (error) {
    // Refused for what it asks for, not for who asks.
    if (isStatus(error, ...harmless)) return { right, isGranted: true };
    const explained = explain({ action: `say whether the token may ${right}`, permission }, error);
    const isForbidden = isStatus(error, 403, 404);
    if (!(explained instanceof RemoteError) || !isForbidden || explained.code === "IL-F06") throw explained;
    const remedy = explained.hint ?? `The token needs ${permission}.`;
    return { right, isGranted: false, words: wordsOf(explained), remedy };
  }
}

/** GitHub's own. */
function wordsOf({ message }: RemoteError): string {
  return /\(\d{3}\): (.*)$/s.exec(message)?.[1] ?? "";
}
