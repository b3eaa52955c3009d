import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "../../core/logger.ts";
import { hasCode } from "../../core/system-error.ts";
import type { Identity } from "../../git/commit-writing.ts";
import { openRepository } from "../../git/git-repository.ts";
import { remoteBranches } from "../../git/remote-branch.ts";
import { gitText } from "../../git/run.ts";
import type { SigningKey } from "../../git/signing.ts";
import { deliveredFiles } from "../branch-state.ts";
import { asksForRebase, type Delivery, type Forge, type OpenProposal, type PullRequestText } from "../forge.ts";
import { draftOf } from "../draft.ts";
import { deleteBranch, deliverBranch, readForDeletion, readOwnBranch, type PushTarget } from "../pushed-branch.ts";
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
  /** Signs the commits; left out: as git's configuration asks for. */
  readonly signing?: SigningKey;
  readonly logger: Logger;
}

const NOBODY: Identity = { name: "Interlinear", email: "interlinear@users.noreply.localhost" };

/** The forge for a repository without one: the branch is pushed, the pull request is a Markdown file. */
export function createLocalForge(options: LocalForgeOptions): Forge {
  const { directory, remote = "origin", committer = NOBODY, logger } = options;
  let opened: Promise<PushTarget> | undefined;
  let folder: Promise<string> | undefined;
  const open = (): Promise<PushTarget> =>
    (opened ??= openRepository(directory).then((git) => ({
      git,
      remote: { address: remote, environment: {} },
      name: remote,
      committer,
      signing: options.signing,
      logger,
      refusedPush,
    })));
  return {
    kind: "local",
    repositoryUrls: async () => (await open()).git.remoteUrls(),
    propose: async (proposal) => {
      const target = await open();
      const file = await pullRequestFile(proposal.branch);
      const before = await contentOf(file);
      const isAsked = proposal.overwrite === true || asksForRebase(before ?? "");
      const branch = await deliverBranch(target, draftOf(proposal), isAsked);
      if (branch.outcome === "left-alone") return { ...branch, branch: proposal.branch };
      const pullRequest = await writePullRequest(file, before, proposal.pullRequest);
      return { ...branch, branch: proposal.branch, pullRequest };
    },
    delivered: async (branch, base) => {
      const target = await open();
      const file = await pullRequestFile(branch);
      const own = await readOwnBranch(target, branch, base.commit);
      if (own === undefined || (await contentOf(file)) === undefined) return undefined;
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { url: pathToFileURL(file).href }, isFinished: true, files };
    },
    openProposals: async (_base, isOurs) => {
      const found: OpenProposal[] = [];
      // Without a text nothing is open, whatever branches the remote has.
      if (!(await hasTexts())) return found;
      const place = { address: remote, environment: {} };
      const ours = (await remoteBranches(directory, place)).filter(isOurs);
      if (ours.length === 0) return found;
      for (const branch of ours) {
        const file = await pullRequestFile(branch);
        const content = await contentOf(file);
        if (content === undefined) continue;
        const [, title = "", body = ""] = /^# (.*)\n\n([\s\S]*)$/.exec(content) ?? [];
        found.push({ branch, url: pathToFileURL(file).href, title, body });
      }
      return found;
    },
    withdraw: async (branch, base, _why, before) => {
      if (branch === base.branch) return { outcome: "nothing-open", branch, notes: [] };
      const target = await open();
      const file = await pullRequestFile(branch);
      const pullRequest =
        (await contentOf(file)) === undefined ? undefined : { pullRequest: { url: pathToFileURL(file).href } };
      const { tip, obstacles } = await readForDeletion(target, branch, base.commit);
      if (obstacles.length > 0) return { outcome: "left-alone", branch, ...pullRequest, notes: obstacles };
      if (tip !== undefined) await before?.();
      await rm(file, { force: true });
      const notes = tip === undefined ? [] : await deleteBranch(target, branch, tip);
      return { outcome: pullRequest === undefined ? "nothing-open" : "closed", branch, ...pullRequest, notes };
    },
  };

  async function pullRequestFile(branch: string): Promise<string> {
    // No branch has a tilde in its name: no two have the same file.
    return join(await textsFolder(), `${branch.replaceAll("-", "~-").replaceAll("/", "-")}.md`);
  }

  async function hasTexts(): Promise<boolean> {
    const names = await readdir(await textsFolder()).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return [];
      // A folder that may not be read is not an empty one: what is open in it would be proposed again.
      throw error;
    });
    return names.some((name) => name.endsWith(".md"));
  }

  async function textsFolder(): Promise<string> {
    const { outputDirectory } = options;
    return outputDirectory === undefined
      ? join(await (folder ??= gitFolder(directory)), "interlinear")
      : resolve(outputDirectory);
  }
}

/** Where a clone keeps what all of its working trees share. */
async function gitFolder(directory: string): Promise<string> {
  const usual = join(directory, ".git");
  if ((await stat(usual).catch(() => undefined))?.isDirectory() === true) return usual;
  return gitText(["rev-parse", "--path-format=absolute", "--git-common-dir"], { cwd: directory });
}

async function writePullRequest(
  file: string,
  before: string | undefined,
  pullRequest: PullRequestText,
): Promise<NonNullable<Delivery["pullRequest"]>> {
  const title = pullRequest.title.replace(/\s+/g, " ").trim();
  const text = `# ${title}\n\n${settingLines(pullRequest)}${pullRequest.body.trim()}\n`;
  const url = pathToFileURL(file).href;
  if (before === text) return { url, outcome: "unchanged" };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return { url, outcome: before === undefined ? "created" : "updated" };
}

/** What a forge would set, to be done by hand. */
function settingLines({ labels, assignees, reviewers, teamReviewers, milestone, draft }: PullRequestText): string {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["Labels", labels],
    ["Assignees", assignees ?? []],
    ["Reviewers", [...(reviewers ?? []), ...(teamReviewers ?? []).map((team) => `team ${team}`)]],
    ["Milestone", milestone === undefined ? [] : [String(milestone)]],
    ["Draft", draft === true ? ["yes"] : []],
  ];
  return lists
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}: ${values.join(", ")}\n\n`)
    .join("");
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}
