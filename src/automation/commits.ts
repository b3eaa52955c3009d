import { UserError } from "../core/errors.ts";
import { hasCommit } from "../git/commit-reading.ts";
import { completeHistory, isShallow } from "../git/complete-history.ts";
import type { Remote } from "../git/remote-branch.ts";
import { promisorOf, remoteSettings } from "../git/remote-settings.ts";
import { runGit, withoutCredentials } from "../git/run.ts";

/** A clone, and where commits come from that it lacks. */
export interface CommitSource {
  /** Working tree of the clone, or the clone itself where it is bare. */
  readonly root: string;
  readonly remote: Remote;
}

/** A commit, and the ref by which it can be had where the server does not give commits by id. */
export interface WantedCommit {
  readonly commit: string;
  /** `refs/pull/7/head` */
  readonly ref?: string;
}

const FETCH = [
  "-c",
  "gc.auto=0",
  "-c",
  "maintenance.auto=false",
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--recurse-submodules=no",
  "--refmap=",
];

/**
 * Brings a commit into the clone as objects: no ref is written and no file checked out, so it may be anybody's.
 * @param wanted `withHistory`: with all that it is made on, so that its place in the history is known
 * @throws {UserError} `IL-W04` where the server does not give it
 */
export async function fetchCommit(
  { root, remote }: CommitSource,
  { commit, ref, withHistory = false }: WantedCommit & { readonly withHistory?: boolean },
): Promise<void> {
  if (await hasCommit(root, commit)) return;
  const depth = !withHistory && (await isShallow(root)) ? ["--depth=1"] : [];
  const from = await sparingName(root, remote);
  let words = "";
  for (const wanted of ref === undefined ? [commit] : [commit, ref]) {
    const { stderr } = await runGit([...FETCH, ...depth, from, wanted], {
      cwd: root,
      env: remote.environment,
      allow: [0, 1, 128],
    });
    if (await hasCommit(root, commit)) return;
    words ||= stderr;
  }
  throw new UserError(`the commit ${commit} is not in this clone and cannot be fetched: ${withoutCredentials(words)}`, {
    code: "IL-W04",
    hint: "Check out with fetch-depth: 0. What a pull request's own branch says of itself is not trusted with the token.",
  });
}

/**
 * By its name, a partial clone's remote leaves out the contents of files, which are fetched as somebody reads them; by its address
 * it would give all of them, however much a stranger put into them.
 */
async function sparingName(root: string, { address }: Remote): Promise<string> {
  const settings = await remoteSettings(root);
  const promisor = promisorOf(settings);
  const isThere = settings.some(({ remote, key, value }) => remote === promisor && key === "url" && value === address);
  return promisor !== undefined && isThere ? promisor : address;
}

/** Brings both ends of a change, and what lies between them where the server gives it. */
export async function fetchChange(source: CommitSource, base: WantedCommit, head: WantedCommit): Promise<void> {
  if (await isShallow(source.root))
    await completeHistory(source.root, source.remote.environment).catch(() => undefined);
  const withHistory = !(await isShallow(source.root));
  await fetchCommit(source, { ...base, withHistory });
  await fetchCommit(source, { ...head, withHistory });
}
