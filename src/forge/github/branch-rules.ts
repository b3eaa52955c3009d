import { defined } from "../../core/defined.ts";
import { InterlinearError, RemoteError } from "../../core/errors.ts";
import type { GitHubRepository } from "./connection.ts";
import { noreply, readAccount, type Account } from "./identity.ts";
import { isStatus } from "./refusal.ts";
import { asksForAuthor, howToCommit, type BranchRule, type HowToCommit, type IntendedWrite } from "./rules.ts";

export type Intention = Omit<IntendedWrite, "author"> & {
  /** Where git signs: the committer's. */
  readonly email?: string;
};

/**
 * Looks up the rules of the branch, which need not exist, and decides how to commit.
 * @throws {RemoteError} `IL-F04` before anything is written, where a rule forbids it and the token's owner may not bypass it
 */
export async function prepareCommit(github: GitHubRepository, intention: Intention): Promise<HowToCommit> {
  const rules = await readRules(github, intention.branch);
  const account = asksForAuthor(rules) ? await accountIfKnown(github) : undefined;
  const how = howToCommit(rules, { ...intention, author: authorOf(github, intention, account) });
  for (const obstacle of how.obstacles) {
    if (obstacle.isCertain) await assertPassable(github, intention.branch, obstacle, account);
  }
  return how;
}

/** Runs what writes the branch; a refusal by a rule names those that were known to be in the way. */
export async function namingObstacles<Result>(how: () => HowToCommit, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const { obstacles } = how();
    if (!(error instanceof RemoteError) || error.code !== "IL-F04" || obstacles.length === 0) throw error;
    const known = obstacles.map(({ rule, words, remedy }) => `${rule.type} ${words}: ${remedy}`);
    throw new RemoteError(error.message, {
      code: error.code,
      hint: [error.hint ?? "", "Of the rules on the branch,", ...known].join(" ").trim(),
      ...defined({ status: error.status }),
    });
  }
}

/** An older server, or a token that may not see them: the write tells. */
export async function readRules(github: GitHubRepository, branch: string): Promise<readonly BranchRule[]> {
  const { octokit, owner, repo, logger } = github;
  try {
    const found = await octokit.paginate(octokit.rest.repos.getBranchRules, { owner, repo, branch, per_page: 100 });
    return found.map((rule) => ({
      type: rule.type,
      parameters: "parameters" in rule ? { ...rule.parameters } : {},
      ruleset: { id: rule.ruleset_id, source: rule.ruleset_source ?? `${owner}/${repo}` },
    }));
  } catch (error) {
    logger.debug(`the rules of ${branch} could not be read${isStatus(error, 403, 404) ? "" : `: ${String(error)}`}`);
    return [];
  }
}

/** What a rule cannot be judged by is left to GitHub. */
async function accountIfKnown(github: GitHubRepository): Promise<Account | undefined> {
  try {
    return await readAccount(github);
  } catch (error) {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  }
}

function authorOf(
  { serverUrl }: GitHubRepository,
  { signing, email }: Intention,
  account: Account | undefined,
): IntendedWrite["author"] {
  if (account?.kind === "person") return { kind: "person", email: signing === "forge" ? undefined : email };
  if (signing !== "forge") return { kind: "bot", email };
  const address = account?.id === undefined ? undefined : noreply(serverUrl, account.id, account.login);
  return { kind: "bot", email: address };
}

/**
 * GitHub says of a ruleset whether the token's owner may bypass it, not of an App whether that is so for the App itself:
 * an App tries, as does whoever GitHub says nothing of.
 */
async function assertPassable(
  github: GitHubRepository,
  branch: string,
  { rule, words, remedy }: HowToCommit["obstacles"][number],
  account: Account | undefined,
): Promise<void> {
  const { name, bypass } = await readRuleset(github, rule);
  const ruleset = `ruleset ${name === undefined ? String(rule.ruleset.id ?? "") : `"${name}"`} of ${rule.ruleset.source}`;
  const owner = bypass === "never" ? (account ?? (await accountIfKnown(github))) : undefined;
  if (owner === undefined || owner.kind === "app") {
    github.logger.info(`The ${ruleset} (${rule.type}) ${words}; trying, as the token may be let through.`);
    return;
  }
  throw new RemoteError(`the ${ruleset} (${rule.type}) ${words}; nothing was written to ${branch}`, {
    code: "IL-F04",
    hint: `${remedy} Or leave ${branch} out of the ruleset, or let ${owner.login} bypass it: ${addressOf(github, rule)}`,
  });
}

async function readRuleset(
  { octokit, owner, repo }: GitHubRepository,
  { ruleset: { id } }: BranchRule,
): Promise<{ readonly name?: string; readonly bypass?: string | undefined }> {
  if (id === undefined) return {};
  try {
    const { data } = await octokit.rest.repos.getRepoRuleset({ owner, repo, ruleset_id: id });
    return { name: data.name, bypass: data.current_user_can_bypass };
  } catch {
    return {};
  }
}

function addressOf({ serverUrl, fullName }: GitHubRepository, { ruleset: { id, source } }: BranchRule): string {
  const place = source.includes("/") ? fullName : `organizations/${source}`;
  return `${serverUrl}/${place}/settings/rules/${String(id ?? "")}`;
}
