import { UserError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Discussion } from "../../forge/discussion.ts";
import { createForgejoDiscussion } from "../../forge/forgejo/discussion/forgejo-discussion.ts";
import { createForgejoForge } from "../../forge/forgejo/forgejo-forge.ts";
import { forkParent } from "../../forge/forgejo/fork-parent.ts";
import type { Tempo } from "../../forge/github/connection.ts";
import { createGitHubDiscussion } from "../../forge/github/discussion/github-discussion.ts";
import { createGitHubForge } from "../../forge/github/github-forge.ts";
import { httpsRemote } from "../../forge/https-remote.ts";
import type { PullRequestSettings } from "../../mapping/binding.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { ForgejoSettings, GitHubSettings, Settings } from "../../records/settings/settings.ts";
import type { TextTemplates } from "../../report/text-templates.ts";
import { openWorkspace } from "../../workspace/open-workspace.ts";
import type { BotStand } from "./bot-stand.ts";
import type { ForgeTokens } from "./forge-tokens.ts";
import { hasService, serviceTokenFor } from "./service-token.ts";

/** What a run of the bot is made of. */
export interface StandRequest {
  readonly settings: Settings;
  readonly repository: Pick<RepositoryRecord, "forge" | "name" | "number" | "defaultBranch">;
  /** Folder of the bare clone, whose `origin` is {@link BotStand.remote}. */
  readonly clone: string;
  /** An existing folder, for views of commits. */
  readonly temporary: string;
  /** Branch that a run is about; the default one without it. */
  readonly branch?: string;
  readonly runUrl?: string;
  readonly dryRun?: boolean;
  readonly allowRemovals?: boolean;
  readonly components?: readonly string[];
  /** In place of the standard texts, where the mapping has none of its own. */
  readonly templates?: TextTemplates;
  readonly logger: Logger;
  /** Ends what is under way with the service. */
  readonly signal?: AbortSignal;
  readonly onRequest?: RequestObserver;
  readonly tempo?: Tempo;
}

/**
 * What a job of the bot stands on, with tokens that are good for one run.
 * @throws {UserError} `IL-B20` where the repository's forge is not in the settings; as {@link ForgeTokens.tokenFor}
 */
export async function standOf(tokens: ForgeTokens, request: StandRequest): Promise<BotStand> {
  const { settings, repository, clone, logger, onRequest, signal } = request;
  const forge = forgeSettings(settings, repository.forge);
  const serverUrl = forge.serverUrl.replace(/\/+$/, "");
  const asked = { forge, repository: repository.name, number: repository.number };
  const token = await tokens.tokenFor({ ...asked, minutes: settings.limits.runMinutes, logger, onRequest });
  const remote = httpsRemote(serverUrl, repository.name, token);
  const connection = { token, repository: repository.name, serverUrl, logger, ...(onRequest && { onRequest }) };
  const { runUrl, components, templates, tempo } = request;
  const gitHub = { ...connection, ...(forge.kind === "github" && { apiUrl: forge.apiUrl }), ...(tempo && { tempo }) };
  let discussion: Discussion | undefined;
  const talk = (): Discussion =>
    (discussion ??= forge.kind === "forgejo" ? createForgejoDiscussion(connection) : createGitHubDiscussion(gitHub));
  return {
    repository: repository.name,
    forge: forge.kind,
    serverUrl,
    ...(runUrl === undefined ? {} : { runUrl }),
    mappingPath: settings.mapping,
    temporary: request.temporary,
    dryRun: request.dryRun === true,
    allowRemovals: request.allowRemovals === true,
    ...(components === undefined ? {} : { components }),
    ...(templates === undefined ? {} : { templates }),
    logger,
    hasForgeToken: true,
    branch: request.branch ?? repository.defaultBranch,
    defaultBranch: repository.defaultBranch,
    remote,
    forgetToken: () => {
      tokens.forget(asked);
    },
    // By its name, as git leaves contents out only there: a stranger's commit brings none but those that are read.
    source: () => Promise.resolve({ root: clone, remote: { ...remote, address: "origin" } }),
    discussion: talk,
    forgeFor: ({ git, mapping }) => {
      const { fork } = mapping.pullRequest;
      const of = fork === undefined ? {} : { fork };
      return forge.kind === "forgejo"
        ? createForgejoForge({ ...connection, ...of, directory: git.root })
        : createGitHubForge({ ...gitHub, ...of });
    },
    openWorkspace: async ({ directory = clone, ...options }) => {
      await using resources = new AsyncDisposableStack();
      const stranger = new AbortController();
      const workspace = await openWorkspace({
        ...options,
        directory,
        environment: remote.environment,
        mappingPath: settings.mapping,
        token: (service) => {
          const found = serviceTokenFor(settings, service, repository.name);
          // Who writes a mapping has nothing asked in our network, not even without a token.
          if (!hasService(settings, service)) stranger.abort(found);
          return found;
        },
        logger,
        longestWaitMs: LONGEST_WAIT,
        signal: signal === undefined ? stranger.signal : AbortSignal.any([signal, stranger.signal]),
        ...(onRequest === undefined ? {} : { onRequest }),
      });
      resources.use(workspace);
      if (forge.kind === "forgejo") await assertOwnFork(workspace.mapping.pullRequest, talk(), connection);
      resources.move();
      return workspace;
    },
  };
}

/** Milliseconds for a limit of the service to be over: other repositories wait meanwhile. */
const LONGEST_WAIT = 60_000;

/**
 * A token of Forgejo may write wherever its account may, and a mapping is written by whoever may write to its own repository:
 * branches go to no fork but the account's, and to none of another repository, whose pull requests they could become.
 */
async function assertOwnFork(
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

function forgeSettings({ forges }: Settings, name: string): GitHubSettings | ForgejoSettings {
  const found = Object.hasOwn(forges, name) ? forges[name] : undefined;
  if (found !== undefined) return found;
  throw new UserError(`there is no forge "${name}" in the settings`, {
    code: "IL-B20",
    hint: "Add it under `forges` with that name.",
  });
}
