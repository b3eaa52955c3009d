import { unknownForge } from "./unknown-forge.ts";
import { resolve } from "node:path";
import { defined } from "../core/defined.ts";
import { InterlinearError, UserError } from "../core/errors.ts";
import { PROPOSED_COMMIT, type Forge } from "../forge/forge.ts";
import { createLocalForge } from "../forge/local/local-forge.ts";
import { terminalText } from "../report/words/escape.ts";
import { frozenOn, type RunOptions, type Waiting } from "../sync/index.ts";
import { assertBound } from "../workspace/bound-components.ts";
import { DEFAULT_MAPPING } from "../workspace/default-mapping.ts";
import { openWorkspace, type Workspace } from "../workspace/open-workspace.ts";
import { linesAtCommit } from "../workspace/forge-links.ts";
import { checkedOutBase, waitingOnForge } from "../workspace/synchronise.ts";
import type { Target } from "../workspace/target.ts";
import type { CommandContext } from "./command.ts";
import { composeForgejo } from "./compose-forgejo.ts";
import { directoryOf } from "./directory.ts";
import type { OptionValues } from "./options.ts";
import { ownKey } from "./own-key.ts";

/** The repository, mapping and service that a command's options name. */
export function composeWorkspace(
  options: OptionValues,
  context: CommandContext,
  { anonymous = false }: { readonly anonymous?: boolean } = {},
): Promise<Workspace> {
  return openWorkspace({
    directory: directoryOf(options, context),
    mappingPath: options.text("mapping") ?? DEFAULT_MAPPING,
    token: context.environment.INTERLINEAR_TOKEN ?? "",
    anonymous,
    full: options.flag("full"),
    logger: context.logger,
  });
}

export async function runOptions(
  command: RunOptions["command"],
  options: OptionValues,
  { mapping, git }: Workspace,
): Promise<RunOptions> {
  const components = options.list("component");
  const languages = options.list("language");
  for (const name of components ?? []) assertBound(name, mapping);
  // Labels are the forge's to tell; here a freeze is known by the branch alone.
  const frozen = await frozenOn(mapping.freeze, await git.branch(), false);
  return {
    command,
    dryRun: options.flag("dry-run"),
    allowRemovals: options.flag("allow-removals"),
    ...(options.flag("full") ? { full: true } : {}),
    ...defined({ frozen, components, languages }),
  };
}

/** Where the pull request goes: a plain remote and a file, GitHub, or Forgejo and Gitea. */
export async function composeTarget(
  options: OptionValues,
  context: CommandContext,
  workspace: Workspace,
  name = options.text("forge") ?? "local",
): Promise<Target> {
  const base = await checkedOutBase(workspace);
  if (name === "local") return { forge: localForge(options, context, workspace), base, context: {} };
  if (name === "forgejo" || name === "gitea") return composeForgejo(context, workspace, base);
  if (name !== "github") {
    throw unknownForge(name, ["local", "github", "forgejo", "gitea"]);
  }
  const { environment } = context;
  const serverUrl = environment.GITHUB_SERVER_URL ?? "https://github.com";
  const repository = environment.GITHUB_REPOSITORY ?? repositoryOn(serverUrl, await workspace.git.remoteUrls());
  if (repository === undefined || (environment.GITHUB_TOKEN ?? "") === "") {
    throw new UserError(
      repository === undefined ? `no remote of this repository is on ${serverUrl}` : "GITHUB_TOKEN is not set",
      {
        code: "IL-C04",
        hint: "--forge github needs a remote on GitHub and GITHUB_TOKEN; --forge local works with any remote.",
      },
    );
  }
  // Half of the time that reading all modules takes goes into GitHub's client.
  const { createGitHubForge } = await import("../forge/github/github-forge.ts");
  const key = ownKey(workspace.mapping.commit);
  const { fork } = workspace.mapping.pullRequest;
  const forge = createGitHubForge({
    token: environment.GITHUB_TOKEN ?? "",
    repository,
    serverUrl,
    ...defined({ apiUrl: environment.GITHUB_API_URL, fork }),
    ...(key && { signing: { directory: workspace.git.root, key } }),
    logger: context.logger,
    isOneRun: true,
    atHand: workspace.git,
  });
  return {
    forge,
    base,
    context: { linkTo: linesAtCommit("github", serverUrl, fork ?? repository, PROPOSED_COMMIT), forge: "github" },
  };
}

/**
 * Finds out what waits in open pull requests: of the forge that is named, or that there is a token for, or in the clone itself.
 * Where nobody can tell, nothing waits, and that is said.
 */
export async function waitingFiles(
  options: OptionValues,
  context: CommandContext,
  workspace: Workspace,
): Promise<() => Promise<readonly Waiting[]>> {
  const { environment, screen } = context;
  const named = options.text("forge");
  if (named !== undefined) {
    const target = await composeTarget(options, context, workspace);
    return () => waitingOnForge(workspace, target);
  }
  const hasForgejoToken = (environment.FORGEJO_TOKEN || environment.GITEA_TOKEN || "") !== "";
  const guess = hasForgejoToken ? "forgejo" : (environment.GITHUB_TOKEN ?? "") === "" ? "local" : "github";
  return async () => {
    try {
      // A token that is set may be for other repositories.
      const target = await composeTarget(options, context, workspace, guess).catch((error: unknown) => {
        if (guess === "local" || !(error instanceof UserError)) throw error;
        return composeTarget(options, context, workspace, "local");
      });
      return await waitingOnForge(workspace, target);
    } catch (error) {
      if (!(error instanceof InterlinearError)) throw error;
      screen.note(terminalText(`What waits in a pull request already is not known: ${error.message} (${error.code})`));
      return [];
    }
  };
}

function localForge(options: OptionValues, context: CommandContext, { git, mapping }: Workspace): Forge {
  const key = ownKey(mapping.commit);
  const remote = options.text("remote");
  const output = options.text("output");
  return createLocalForge({
    directory: git.root,
    logger: context.logger,
    ...(key && { signing: key }),
    ...defined({ remote }),
    ...(output !== undefined && { outputDirectory: resolve(context.directory, output) }),
  });
}

/** `owner/name` out of `https://github.com/owner/name.git`, `git@github.com:owner/name` and the like. */
export function repositoryOn(serverUrl: string, remoteUrls: readonly string[]): string | undefined {
  const { host } = new URL(serverUrl);
  for (const url of remoteUrls) {
    const [, remoteHost, repository] =
      /^(?:\w+:\/\/)?(?:[^@/]+@)?([^:/]+(?::\d+)?)[:/](.+?)(?:\.git)?\/?$/.exec(url) ?? [];
    if (remoteHost === host && repository?.split("/").length === 2) return repository;
  }
  return undefined;
}
