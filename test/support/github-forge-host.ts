import type { GitHub } from "./github/server.ts";
import { dirname, join } from "node:path";
import type { Clock } from "../../src/core/clock.ts";
import { silentLogger } from "../../src/core/logger.ts";
import type { ForgeHost } from "../../src/forge/forge.contract.ts";
import { createGitHubForge, type GitHubForgeOptions } from "../../src/forge/github/github-forge.ts";
import { startGitHub, type GitHubOptions } from "./github/github.ts";
import type { Settings } from "./github/world.ts";
import { createRepository } from "./repository.ts";

/** The forge for GitHub over its stand-in. */
export interface GitHubHost extends ForgeHost {
  readonly github: GitHub;
  /** Seconds that the forge waited, in order. */
  readonly waits: readonly number[];
}

/** A fork that the stand-in keeps and the forge writes to. */
export interface HostedFork {
  /** `owner/name`. */
  readonly repository: string;
  readonly settings?: Partial<Settings>;
}

export async function createGitHubHost(
  files: Parameters<typeof createRepository>[0],
  options: Partial<Omit<GitHubOptions, "fork">> = {},
  fork?: HostedFork,
): Promise<GitHubHost> {
  const repository = await createRepository(files);
  const forkPath = join(dirname(repository.remotePath), "fork.git");
  // Objects are shared, refs are not: as in a network of forks.
  if (fork !== undefined) await repository.remoteGit("clone", "--quiet", "--bare", "--shared", ".", forkPath);
  const github = await startGitHub({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    ...options,
    ...(fork && { fork: { ...fork, bareRepository: forkPath } }),
  });
  const waits: number[] = [];
  const clock: Clock = {
    now: () => new Date(),
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
  const { apiUrl, serverUrl, token } = github;
  const forgeOptions: GitHubForgeOptions = {
    repository: "acme/site",
    apiUrl,
    serverUrl,
    token,
    logger: silentLogger,
    clock,
    tempo: { spaced: false, second: 1 },
    ...(fork && { fork: fork.repository }),
  };
  return {
    repository,
    github,
    waits,
    forge: createGitHubForge(forgeOptions),
    writes: () => Promise.resolve(github.writes().length),
    pullRequest: (branch) => {
      const pull = github.world.pulls.find(({ head, state }) => head === branch && state === "open");
      return Promise.resolve(pull && { title: pull.title, body: withoutMark(pull.body) });
    },
    edit: (branch, change) => {
      for (const pull of github.world.pulls) if (pull.head === branch) pull.body = change(pull.body ?? "");
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

/** The text as people see it. */
function withoutMark(body: string | null | undefined): string {
  return (body ?? "").replace(/^<!-- interlinear [0-9a-f]+ -->\n/, "");
}
