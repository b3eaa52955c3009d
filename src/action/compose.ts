import type { CommitSource } from "../automation/commits.ts";
import type { JobContext, JobWorkspaceOptions } from "../automation/job-context.ts";
import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Redactor } from "../core/redaction.ts";
import type { Discussion } from "../forge/discussion.ts";
import type { Forge } from "../forge/forge.ts";
import { configurationEnvironment } from "../git/configuration.ts";
import { openRepository } from "../git/git-repository.ts";
import { openWorkspace, type Workspace } from "../workspace/open-workspace.ts";
import type { ActionInputs } from "./inputs.ts";
import type { LockMemory } from "./remembered.ts";
import type { RunnerEnvironment } from "./runner-environment.ts";
import { composeTeamToken } from "./credentials.ts";
import { signingKey } from "./signing.ts";

/** All that a job is put together from. */
export interface Composition {
  readonly inputs: ActionInputs;
  readonly runner: RunnerEnvironment;
  readonly logger: Logger;
  readonly redactor: Redactor;
  /** Speaks to the forge; "" where the run has none. */
  readonly forgeToken: string;
  readonly locks: LockMemory;
}

/** What jobs stand on in a runner: its checkout, and the inputs of the step. */
export function jobContext(composition: Composition): JobContext {
  const { inputs, runner, logger, forgeToken } = composition;
  const { components, failBelow } = inputs;
  return {
    repository: runner.repository,
    forge: runner.forge,
    serverUrl: runner.serverUrl,
    runUrl: runner.runUrl,
    mappingPath: inputs.mapping,
    dryRun: inputs.dryRun,
    allowRemovals: inputs.allowRemovals,
    full: inputs.full,
    ...defined({ components, failBelow }),
    logger,
    hasForgeToken: forgeToken !== "",
    source: () => commitSource(composition),
    discussion: () => composeDiscussion(composition),
    forgeFor: (workspace) => composeForge(composition, workspace),
    openWorkspace: (options) => composeWorkspace(composition, options),
  };
}

async function composeWorkspace(
  { inputs, runner, logger, forgeToken, locks }: Composition,
  options: JobWorkspaceOptions,
): Promise<Workspace> {
  const workspace: Workspace = await openWorkspace({
    ...options,
    directory: runner.workspace,
    mappingPath: inputs.mapping,
    token: inputs.token,
    full: inputs.full,
    environment: credentials(runner, forgeToken),
    logger,
    onLocked: (names) => {
      locks.remember({ service: workspace.mapping.service, names });
    },
  });
  return workspace;
}

/** The clone that the runner has, and how commits come into it that a checkout of depth 1 lacks. */
async function commitSource({ runner, forgeToken }: Composition): Promise<CommitSource> {
  const { root } = await openRepository(runner.workspace);
  return { root, remote: { address: "origin", environment: credentials(runner, forgeToken) } };
}

/** For checkouts that keep no credentials. Those that do are put aside: a second header would be refused. */
function credentials({ serverUrl, repository }: RunnerEnvironment, token: string): Readonly<Record<string, string>> {
  if (token === "") return {};
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const names = [`${serverUrl}/${repository}`, `${serverUrl}/${repository}.git`].map(
    (url) => `http.${url}.extraHeader`,
  );
  return configurationEnvironment(names.flatMap((name) => [[name, ""] as const, [name, header] as const]));
}

/** @throws {UserError} `IL-A03` */
async function composeDiscussion(composition: Composition): Promise<Discussion> {
  const options = forgeOptions(composition);
  if (composition.runner.forge === "forgejo") {
    const { createForgejoDiscussion } = await import("../forge/forgejo/discussion/forgejo-discussion.ts");
    return createForgejoDiscussion(options);
  }
  const { createGitHubDiscussion } = await import("../forge/github/discussion/github-discussion.ts");
  return createGitHubDiscussion(options);
}

/** @throws {UserError} `IL-A03`, `IL-A05` */
async function composeForge(composition: Composition, { git, mapping }: Workspace): Promise<Forge> {
  const { fork } = mapping.pullRequest;
  const options = { ...forgeOptions(composition), ...defined({ fork }) };
  const key = signingKey(composition.inputs, mapping.commit);
  const directory = git.root;
  if (composition.runner.forge === "forgejo") {
    const { committer } = composition.inputs;
    const { createForgejoForge } = await import("../forge/forgejo/forgejo-forge.ts");
    return createForgejoForge({ ...options, directory, ...(key && { signing: key }), ...(committer && { committer }) });
  }
  const { createGitHubForge } = await import("../forge/github/github-forge.ts");
  const { app } = composition.inputs;
  const teams = app === undefined ? {} : { teamToken: () => composeTeamToken(composition, app) };
  const shared = { isOneRun: true, atHand: git };
  return createGitHubForge({ ...options, ...shared, ...teams, ...(key && { signing: { directory, key } }) });
}

function forgeOptions({ runner, forgeToken: token, logger }: Composition) {
  if (token === "") {
    throw new UserError("there is no token for the forge", {
      code: "IL-A03",
      hint: "Leave the input github-token at its default, ${{ github.token }}, or pass an App's token.",
    });
  }
  const { repository, apiUrl, serverUrl } = runner;
  return { token, repository, apiUrl, serverUrl, logger };
}
