import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "../../core/logger.ts";
import type { Identity } from "../../git/commit-writing.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git } from "../../git/git.ts";
import { gitText } from "../../git/run.ts";
import { deliveredFiles } from "../branch-state.ts";
import type { Delivery, Forge, Proposal } from "../forge.ts";
import { deliverBranch, draftOf, readOwnBranch, type PushTarget } from "../pushed-branch.ts";
import { refusedPush } from "../refused-push.ts";

export interface LocalForgeOptions {
  /** A folder of the working tree. */
  readonly directory: string;
  /** Name or address of the remote to push to; default `origin`. */
  readonly remote?: string;
  /** Where the pull request's text goes; default `interlinear/` in the git folder. */
  readonly outputDirectory?: string;
  /** Who commits where git's configuration names nobody. */
  readonly committer?: Identity;
  readonly logger: Logger;
}

const NOBODY: Identity = { name: "Interlinear", email: "interlinear@users.noreply.localhost" };

/** The forge for a repository without one: the branch is pushed, the pull request is a Markdown file. */
export function createLocalForge(options: LocalForgeOptions): Forge {
  const { directory, remote = "origin", committer = NOBODY, logger } = options;
  let opened: Promise<PushTarget> | undefined;
  const open = (): Promise<PushTarget> =>
    (opened ??= openRepository(directory).then((git) => ({
      git,
      remote: { address: remote, environment: {} },
      name: remote,
      committer,
      logger,
      refusedPush,
    })));
  return {
    kind: "local",
    repositoryUrls: async () => (await open()).git.remoteUrls(),
    propose: async (proposal) => {
      const target = await open();
      const branch = await deliverBranch(target, draftOf(proposal));
      if (branch.outcome === "left-alone") return { ...branch, branch: proposal.branch };
      const pullRequest = await writePullRequest(await pullRequestFile(target.git, proposal.branch), proposal);
      return { ...branch, branch: proposal.branch, pullRequest };
    },
    delivered: async (branch, base) => {
      const target = await open();
      const file = await pullRequestFile(target.git, branch);
      const own = await readOwnBranch(target, branch, base.commit);
      if (own === undefined || !(await exists(file))) return undefined;
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { url: pathToFileURL(file).href }, files };
    },
  };

  async function pullRequestFile(git: Git, branch: string): Promise<string> {
    const folder = resolve(options.outputDirectory ?? join(await gitFolder(git.root), "interlinear"));
    return join(folder, `${branch.replaceAll("/", "-")}.md`);
  }
}

async function gitFolder(root: string): Promise<string> {
  return gitText(["rev-parse", "--path-format=absolute", "--git-common-dir"], { cwd: root });
}

async function writePullRequest(
  file: string,
  { pullRequest }: Proposal,
): Promise<NonNullable<Delivery["pullRequest"]>> {
  const labels = pullRequest.labels.length === 0 ? "" : `Labels: ${pullRequest.labels.join(", ")}\n\n`;
  const text = `# ${pullRequest.title.replace(/\s+/g, " ").trim()}\n\n${labels}${pullRequest.body.trim()}\n`;
  const before = await readFile(file, "utf8").catch(() => undefined);
  const url = pathToFileURL(file).href;
  if (before === text) return { url, outcome: "unchanged" };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return { url, outcome: before === undefined ? "created" : "updated" };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
