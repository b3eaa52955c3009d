import * as z from "zod";
import { systemClock } from "../../core/clock.ts";
import type { ForgeExamination } from "../examination.ts";
import { connect } from "./connection.ts";
import type { ForgejoForgeOptions } from "./forgejo-forge.ts";
import { refused } from "./refusal.ts";
import { forgejoOrGitea } from "./server.ts";
import { protectionOf, tryRights } from "./trial-of-rights.ts";

type Options = Pick<ForgejoForgeOptions, "token" | "repository" | "serverUrl" | "apiUrl" | "fork" | "logger">;

const Repository = z.looseObject({
  archived: z.boolean().optional(),
  has_actions: z.boolean().optional(),
  default_branch: z.string().default("main"),
  permissions: z.looseObject({ push: z.boolean().optional() }).optional(),
});

/**
 * Looks at what proposing translations on a branch and speaking on pull requests needs, and leaves no trace.
 * @throws {RemoteError} where the server does not answer, rejects the token or does not show the repository
 */
export async function examineForgejo(options: Options, branch: string): Promise<ForgeExamination> {
  const repository = options.fork ?? options.repository;
  const connection = {
    ...options,
    apiUrl: options.apiUrl ?? `${options.serverUrl.replace(/\/+$/, "")}/api/v1`,
    clock: systemClock,
    second: 1_000,
  };
  const forgejo = connect({ ...connection, repository });
  const answer = await forgejo.request({ method: "GET", path: "", repeatable: true });
  const parsed = Repository.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) {
    throw refused({ action: `show the repository ${repository}`, scope: "read:repository" }, answer);
  }
  const { archived, permissions, default_branch: defaultBranch, has_actions: workflowsRun } = parsed.data;
  const mayTry = archived !== true && permissions?.push !== false;
  // Pull requests, comments and statuses are of the repository itself, whatever fork branches are pushed to.
  const home = connect({ ...connection, repository: options.repository });
  return {
    kind: "forgejo",
    server: await forgejoOrGitea(options.serverUrl.replace(/\/+$/, "")),
    repository,
    defaultBranch,
    login: undefined,
    mayWrite: permissions?.push,
    isArchived: archived === true,
    workflowsRun,
    rights: mayTry ? await tryRights(home, { defaultBranch, isForkOfAnother: options.fork !== undefined }) : [],
    obstacles: mayTry ? await protectionOf(forgejo, branch) : [],
  };
}
