import { dirname, join } from "node:path";
import type { Clock } from "../../src/core/clock.ts";
import { silentLogger } from "../../src/core/logger.ts";
import type { ForgeHost } from "../../src/forge/forge.contract.ts";
import { createForgejoForge, type ForgejoForgeOptions } from "../../src/forge/forgejo/forgejo-forge.ts";
import { startForgejo, type Forgejo, type ForgejoOptions } from "./forgejo/forgejo.ts";
import { createRepository } from "./repository.ts";

/** The forge for Forgejo over its stand-in. */
export interface ForgejoHost extends ForgeHost {
  readonly forgejo: Forgejo;
  /** Seconds that the forge waited, in order. */
  readonly waits: readonly number[];
}

export async function createForgejoHost(
  files: Parameters<typeof createRepository>[0],
  standIn: Partial<ForgejoOptions> = {},
  options: Partial<ForgejoForgeOptions> = {},
): Promise<ForgejoHost> {
  const repository = await createRepository(files);
  const { fork } = options;
  const forkPath = join(dirname(repository.remotePath), "fork.git");
  if (fork !== undefined) await repository.remoteGit("clone", "--quiet", "--bare", "--shared", ".", forkPath);
  const forgejo = await startForgejo({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    ...(fork !== undefined && { fork: { repository: fork, bareRepository: forkPath } }),
    ...standIn,
  });
  const waits: number[] = [];
  const clock: Clock = {
    now: () => new Date(),
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
  return {
    repository,
    forgejo,
    waits,
    forge: createForgejoForge({
      directory: repository.path,
      repository: "acme/site",
      serverUrl: forgejo.url,
      token: forgejo.token,
      logger: silentLogger,
      clock,
      second: 1,
      ...options,
    }),
    writes: () => Promise.resolve(forgejo.writes().length),
    pullRequest: (branch) => {
      const pull = forgejo.world.pulls.find(({ head, state }) => head === branch && state === "open");
      return Promise.resolve(pull && { title: pull.title, body: withoutMark(pull.body) });
    },
    edit: (branch, change) => {
      for (const pull of forgejo.world.pulls) if (pull.head === branch) pull.body = change(pull.body);
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await forgejo[Symbol.asyncDispose]();
    },
  };
}

/** The text as people see it. */
function withoutMark(body: string): string {
  return body.replace(/^<!-- interlinear [0-9a-f]+ -->\n/, "");
}
