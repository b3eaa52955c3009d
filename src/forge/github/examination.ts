import * as z from "zod";
import { systemClock, type Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { ForgeExamination, RequiredCheck } from "../examination.ts";
import { prepareCommit, readRules } from "./branch-rules.ts";
import { connect, POLITE, type GitHubRepository, type Tempo } from "./connection.ts";
import { askGraphql } from "./graphql.ts";
import type { GitHubForgeOptions } from "./github-forge.ts";
import { readAccount, type Account } from "./identity.ts";
import { explain, explained, isStatus } from "./refusal.ts";
import { tryRights } from "./trial-of-rights.ts";

const appNumber = z.number().nullish();
/** Of a ruleset. */
const RULE = z.array(z.object({ context: z.string(), integration_id: appNumber }));
/** Of a classic protection, which the branch itself tells to whoever may read contents; `…/protection` is for administrators. */
const PROTECTION = z.object({
  enabled: z.boolean(),
  required_status_checks: z.object({
    enforcement_level: z.string(),
    contexts: z.array(z.string()),
    // Older servers know contexts alone.
    checks: z.array(z.object({ context: z.string(), app_id: appNumber })).optional(),
  }),
});
const QUEUE =
  "query ($owner: String!, $name: String!, $branch: String!) { repository(owner: $owner, name: $name) { mergeQueue(branch: $branch) { id } } }";
const QUEUE_ANSWER = z.object({
  repository: z.object({ mergeQueue: z.object({ id: z.string() }).nullable() }).nullable(),
});
const GITHUB = "https://github.com";
/** GitHub Actions, there. */
const ACTIONS_APP = 15_368;

type Options = Pick<GitHubForgeOptions, "token" | "repository" | "apiUrl" | "serverUrl" | "fork" | "logger"> & {
  readonly clock?: Clock;
  readonly tempo?: Tempo;
  readonly isSignedByGit: boolean;
  /** Branch that pull requests go to. */
  readonly base?: string;
};

/**
 * Looks at what proposing translations on a branch and speaking on pull requests needs, and leaves no trace.
 * @throws {RemoteError} where GitHub does not answer, rejects the token or does not show the repository
 */
export async function examineGitHub(options: Options, branch: string): Promise<ForgeExamination> {
  const connection = {
    ...options,
    apiUrl: options.apiUrl ?? "https://api.github.com",
    serverUrl: options.serverUrl ?? GITHUB,
    clock: options.clock ?? systemClock,
    tempo: options.tempo ?? POLITE,
  };
  const home = connect(connection);
  const heads = options.fork === undefined ? home : connect({ ...connection, repository: options.fork });
  const [account, repository, workflowsMayPropose] = await Promise.all([
    accountOf(home),
    explained({ action: `show the repository ${heads.fullName}`, permission: "metadata: read" }, () =>
      heads.octokit.rest.repos.get({ owner: heads.owner, repo: heads.repo }),
    ),
    mayWorkflowsPropose(home),
  ]);
  const { permissions, archived, default_branch: defaultBranch } = repository.data;
  // Of a bot GitHub answers what its account may do, which says nothing of its installation.
  const mayWrite = account?.kind === "person" ? permissions?.push : undefined;
  const isApp = account && account.kind !== "person";
  const isTold =
    account?.kind === "workflow" || (account?.kind === "person" && !options.token.startsWith("github_pat_"));
  const { base = defaultBranch } = options;
  return {
    kind: "github",
    repository: heads.fullName,
    login: account?.login,
    mayWrite,
    isArchived: archived,
    workflowsMayPropose,
    ...(options.base !== undefined && { base: await baseRules(home, options.base, isTold) }),
    rights: archived || mayWrite === false ? [] : await tryRights({ home, heads, base, isApp }),
    obstacles: await obstaclesOn(heads, branch, options.isSignedByGit),
  };
}

/**
 * As rulesets say, and a classic protection.
 * @param isTold whether no queue is shown only where there is none
 */
async function baseRules(
  github: GitHubRepository,
  branch: string,
  isTold: boolean,
): Promise<NonNullable<ForgeExamination["base"]>> {
  const [rules, classic] = await Promise.all([readRules(github, branch), protectionChecks(github, branch)]);
  const ruled = rules.flatMap(({ type, parameters: { required_status_checks: wanted } }) =>
    type === "required_status_checks" ? (RULE.safeParse(wanted).data ?? []) : [],
  );
  const wanted = [...ruled.map(({ context, integration_id: app }) => ({ context, app })), ...classic];
  const checks = wanted.map(({ context, app }) => requiredCheck(github, context, app ?? undefined));
  const named = new Map(checks.map((check) => [JSON.stringify(check), check]));
  const isRuled = rules.some(({ type }) => type === "merge_queue");
  return { branch, checks: [...named.values()], hasQueue: isRuled || (await hasClassicQueue(github, branch, isTold)) };
}

/**
 * A queue that a classic protection asks for: GraphQL alone tells. A fine-grained token without `merge_queues: read` is told that
 * there is none (cli/cli#8352), and so may an App's be: only a queue that is there is believed of them.
 */
async function hasClassicQueue(
  github: GitHubRepository,
  branch: string,
  isTold: boolean,
): Promise<boolean | undefined> {
  const { owner, repo, logger } = github;
  const attempt = { action: `show the merge queue of ${branch}`, permission: "merge-queues: read" };
  try {
    const variables = { owner, name: repo, branch };
    const { repository } = await askGraphql(github, attempt, QUEUE, variables, QUEUE_ANSWER);
    if (repository?.mergeQueue) return true;
    return isTold ? false : undefined;
  } catch (error) {
    logger.debug(`whether ${branch} has a merge queue could not be read`);
    // Enterprise servers before 3.12 have none.
    return error instanceof Error && /doesn't exist on type/.test(error.message) ? false : undefined;
  }
}

async function protectionChecks(
  { octokit, owner, repo, logger }: GitHubRepository,
  branch: string,
): Promise<readonly { readonly context: string; readonly app?: number | null | undefined }[]> {
  try {
    const { data } = await octokit.rest.repos.getBranch({ owner, repo, branch });
    const found = PROTECTION.safeParse(data.protection).data;
    if (found?.enabled !== true || found.required_status_checks.enforcement_level === "off") return [];
    const { contexts, checks } = found.required_status_checks;
    return checks?.map(({ context, app_id: app }) => ({ context, app })) ?? contexts.map((context) => ({ context }));
  } catch (error) {
    if (!isStatus(error, 403, 404))
      throw explain({ action: `show the branch ${branch}`, permission: "contents: read" }, error);
    logger.debug(`whether ${branch} is protected could not be read`);
    return [];
  }
}

/** @param app number of the App that has to make it; none, and what is below 1, stand for any */
function requiredCheck({ serverUrl }: GitHubRepository, name: string, app = 0): RequiredCheck {
  if (app < 1 || serverUrl !== GITHUB) return { name };
  return { name, from: app === ACTIONS_APP ? "workflows" : "another-app" };
}

async function accountOf(github: GitHubRepository): Promise<Account | undefined> {
  try {
    return await readAccount(github);
  } catch (error) {
    if (error instanceof RemoteError && error.status !== 401) return undefined;
    throw error;
  }
}

/** One setting for opening and approving; only who administers the repository sees it. */
async function mayWorkflowsPropose({ octokit, owner, repo }: GitHubRepository): Promise<boolean | undefined> {
  try {
    const { data } = await octokit.rest.actions.getGithubActionsDefaultWorkflowPermissionsRepository({ owner, repo });
    return data.can_approve_pull_request_reviews;
  } catch (error) {
    if (isStatus(error, 401, 403, 404)) return undefined;
    throw error;
  }
}

async function obstaclesOn(
  github: GitHubRepository,
  branch: string,
  isSignedByGit: boolean,
): Promise<ForgeExamination["obstacles"]> {
  const kind = (await exists(github, branch)) ? "fast-forward" : "create";
  try {
    const { obstacles } = await prepareCommit(github, {
      branch,
      kind,
      files: [],
      // A template of the mapping makes it, of what a run brings home.
      message: undefined,
      signing: isSignedByGit ? "ssh" : "forge",
    });
    return obstacles.map(({ rule, words, remedy, isCertain }) => ({
      message: `the rule ${rule.type} of ${branch} ${words}`,
      remedy,
      isCertain,
    }));
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code !== "IL-F04") throw error;
    return [{ message: error.message, remedy: error.hint ?? "", isCertain: true }];
  }
}

async function exists({ octokit, owner, repo }: GitHubRepository, branch: string): Promise<boolean> {
  try {
    await octokit.rest.git.getRef({ owner, repo, ref: `heads/${branch}` });
    return true;
  } catch (error) {
    if (isStatus(error, 404, 409)) return false;
    throw error;
  }
}
