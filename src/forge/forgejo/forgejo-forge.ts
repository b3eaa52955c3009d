import { systemClock, type Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import { configurationEnvironment } from "../../git/configuration.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Remote } from "../../git/remote-branch.ts";
import { changeMark, deliveredFiles, markOfBranch } from "../branch-state.ts";
import type { Forge, Proposal } from "../forge.ts";
import { deliverBranch, draftOf, readOwnBranch, type Draft, type PushTarget } from "../pushed-branch.ts";
import { addressesOf } from "./answers.ts";
import { connect, usableToken, type ForgejoRepository } from "./connection.ts";
import { deliverPullRequest, findPullRequest } from "./pull-request.ts";
import { explainingGit, refused, refusedForgejoPush } from "./refusal.ts";

export interface ForgejoForgeOptions {
  /** A folder of the working tree. */
  readonly directory: string;
  /** The job's own token, or a personal access token. Kept private. */
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** `https://codeberg.org`, with the path where the server has one. */
  readonly serverUrl: string;
  /** Default: `/api/v1` of the server. */
  readonly apiUrl?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Milliseconds that a second of waiting takes; for tests. */
  readonly second?: number;
}

/**
 * The forge for Forgejo and Gitea. Their API cannot write several files and move a branch with a lease, so commits are
 * made by git and pushed over HTTPS; the pull request and its labels go through the API.
 */
export function createForgejoForge(options: ForgejoForgeOptions): Forge {
  const { directory, logger } = options;
  const token = usableToken(options.token);
  const serverUrl = options.serverUrl.replace(/\/+$/, "");
  const forgejo = connect({
    ...options,
    token,
    serverUrl,
    apiUrl: options.apiUrl ?? `${serverUrl}/api/v1`,
    clock: options.clock ?? systemClock,
    second: options.second ?? 1_000,
  });
  let opened: Promise<PushTarget> | undefined;
  const open = (): Promise<PushTarget> =>
    (opened ??= openRepository(directory).then((git) => ({
      git,
      remote: remoteOf(forgejo, token),
      name: new URL(serverUrl).host,
      committer: { name: "Interlinear", email: `interlinear@noreply.${new URL(serverUrl).hostname}` },
      logger,
      assertPublished: (base) => assertPublished(forgejo, base),
      refusedPush: refusedForgejoPush,
    })));
  return {
    kind: "forgejo",
    repositoryUrls: async () => repositoryUrls(forgejo, (await open()).git.remoteUrls()),
    delivered: async (branch, base) => {
      const found = await findPullRequest(forgejo, branch, base.branch);
      if (found === undefined) return undefined;
      const target = await open();
      const own = await explainingGit(() => readOwnBranch(target, branch, base.commit));
      if (own === undefined || !found.body.includes(markOfBranch(own.trees))) return undefined;
      const files = deliveredFiles(own.trees, own.messages);
      return { commit: own.tip, pullRequest: { number: found.number, url: found.url }, files };
    },
    propose: async (proposal) => {
      const target = await open();
      const draft = draftOf(proposal);
      // First: the API says better than git what a token lacks.
      const found = await findPullRequest(forgejo, proposal.branch, proposal.base.branch);
      const written = await explainingGit(() => deliverBranch(target, draft));
      if (written.outcome === "left-alone") {
        const pullRequest = found && { number: found.number, url: found.url, outcome: "unchanged" as const };
        return { ...written, branch: proposal.branch, ...(pullRequest && { pullRequest }) };
      }
      const { pullRequest, notes } = await deliverPullRequest(forgejo, marked(draft), found);
      return {
        ...written,
        branch: proposal.branch,
        ...(pullRequest && { pullRequest }),
        notes: [...written.notes, ...notes],
      };
    },
  };
}

/** The mark comes first: the last paragraph belongs to the co-authors. */
function marked(draft: Draft): Proposal {
  const mark = changeMark(draft.files.map(({ path, blob }) => [path, blob] as const));
  const { pullRequest } = draft;
  return { ...draft, pullRequest: { ...pullRequest, body: `${mark}\n${pullRequest.body}` } };
}

/**
 * The server's repository by HTTPS, with the token in git's environment: in no argument, address or file. What a checkout
 * or a person has set up for this server is put aside, as a second `authorization` header would be refused.
 */
function remoteOf({ serverUrl, fullName }: ForgejoRepository, token: string): Remote {
  const address = `${serverUrl}/${fullName}.git`;
  const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    address,
    environment: {
      ...configurationEnvironment([
        [`http.${address}.extraHeader`, ""],
        [`http.${address}.extraHeader`, `Authorization: Basic ${credentials}`],
        [`credential.${new URL(address).origin}.helper`, ""],
        // Else git sends all that no branch of the server is known to have, once somebody has moved the base on.
        ["push.negotiate", "true"],
      ]),
      GIT_ASKPASS: "",
    },
  };
}

/** Commits that only this clone has would become part of the pull request. */
async function assertPublished(forgejo: ForgejoRepository, { branch, commit }: Proposal["base"]): Promise<void> {
  const query = { stat: "false", verification: "false", files: "false" };
  const answer = await forgejo.request({ method: "GET", path: `/git/commits/${commit}`, query, repeatable: true });
  if (answer.status === 200) return;
  if (answer.status !== 404 && answer.status !== 422) {
    throw refused({ action: `show the commit ${commit}`, scope: "read:repository" }, answer);
  }
  throw new RemoteError(`${forgejo.fullName} on ${forgejo.serverUrl} does not have the base commit ${commit}`, {
    code: "IL-F03",
    hint: `Push ${branch} first; a run on a pull request's merge commit has no such commit on the branch.`,
    status: answer.status,
  });
}

/** As people write them, as this clone has them, and as the server says: SSH may have a host and a port of its own. */
async function repositoryUrls(
  { serverUrl, fullName, request }: ForgejoRepository,
  configured: Promise<readonly string[]>,
): Promise<readonly string[]> {
  const answer = await request({ method: "GET", path: "", repeatable: true });
  if (answer.status !== 200) throw refused({ action: `show ${fullName}`, scope: "read:repository" }, answer);
  const { hostname } = new URL(serverUrl);
  const usual = [
    `${serverUrl}/${fullName}`,
    `git@${hostname}:${fullName}`,
    `ssh://git@${hostname}/${fullName}`,
  ].flatMap((url) => [url, `${url}.git`]);
  return [...new Set([...usual, ...addressesOf(answer.body), ...(await configured)])];
}
