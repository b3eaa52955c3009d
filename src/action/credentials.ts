import type { JobToDo } from "../automation/job.ts";
import { UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Redactor } from "../core/redaction.ts";
import type { InstallationToken } from "../forge/github/app-token.ts";
import { appPermissions } from "./app-permissions.ts";
import { mask, type ActionInputs } from "./inputs.ts";
import { rememberAppToken } from "./remembered.ts";
import type { RunnerEnvironment } from "./runner-environment.ts";

/**
 * The token that speaks to the forge in this run: an App's, made for this job and repository, or the one that was given.
 * @returns "" where the run has none
 * @throws {UserError} `IL-A04` for an App on a forge that has none
 */
export async function composeToken(
  { app, githubToken }: ActionInputs,
  { forge, repository, apiUrl, serverUrl }: RunnerEnvironment,
  job: JobToDo,
  { logger, redactor }: { readonly logger: Logger; readonly redactor: Redactor },
): Promise<string> {
  if (app === undefined) return githubToken;
  if (forge !== "github") {
    throw new UserError("the inputs app-id and private-key are for GitHub; this server has no Apps", {
      code: "IL-A04",
      hint: "Pass the token of a bot's account as github-token.",
    });
  }
  const { installationToken } = await import("../forge/github/app-token.ts");
  const { token } = await installationToken({
    appId: app.id,
    privateKey: app.privateKey,
    repository,
    apiUrl,
    serverUrl,
    ...appPermissions(job),
    logger,
  });
  mask(token, redactor);
  rememberAppToken(token);
  return token;
}

/** One that asks teams of the organisation for reviews, for a moment: masked before anything else, and ended after its call. */
export async function composeTeamToken(
  {
    runner: { repository, apiUrl, serverUrl },
    logger,
    redactor,
  }: { readonly runner: RunnerEnvironment; readonly logger: Logger; readonly redactor: Redactor },
  { id: appId, privateKey }: NonNullable<ActionInputs["app"]>,
): Promise<Pick<InstallationToken, "token" | "revoke">> {
  const { teamToken } = await import("../forge/github/app-token.ts");
  const made = await teamToken({ appId, privateKey, repository, apiUrl, serverUrl, logger });
  mask(made.token, redactor);
  return made;
}
