import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitText, runGit } from "./run.ts";

export interface TreeChange {
  readonly path: string;
  /** `null` deletes the file. */
  readonly content: Uint8Array | null;
  readonly mode: string;
  /** Blob id of `content`. */
  readonly blob: string | undefined;
}

export interface Identity {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parent: string;
  readonly message: string;
  /** Author and committer where git's configuration and environment name nobody. */
  readonly fallback: Identity;
  /** Git's environment besides the process's: who signs, and as whom. */
  readonly environment?: Readonly<Record<string, string>>;
}

const ABSENT = "0".repeat(40);
/** Settings that would make git write beside a temporary index, or ask who watches the working tree. */
const PLAIN_INDEX = [
  "core.splitIndex=false",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "index.sparse=false",
];

/** Writes the tree of `commit` with the changes applied; the user's index and working tree are not touched. */
export async function writeTree(cwd: string, commit: string, changes: readonly TreeChange[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "interlinear-index-"));
  try {
    const run = { cwd, env: { GIT_INDEX_FILE: join(folder, "index") } };
    const settings = PLAIN_INDEX.flatMap((setting) => ["-c", setting]);
    const fillIndex = async (): Promise<void> => {
      await runGit([...settings, "read-tree", commit], run);
      await runGit([...settings, "update-index", "--add", "--replace", "-z", "--index-info"], {
        ...run,
        input: indexInfo(changes),
      });
    };
    const contents = changes.flatMap(({ content }) => (content === null ? [] : [content]));
    // An index names blobs, and does not look for them; a tree is written once they are there.
    await allDone(writeBlobs(cwd, contents), fillIndex());
    return await gitText([...settings, "write-tree", "--missing-ok"], run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nobody writes any more when this ends; what failed first in the list is thrown. */
async function allDone(...works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === "rejected") throw outcome.reason;
}

/** Writes a commit object; signed where the user's configuration asks for it. No ref moves. */
export async function writeCommit(
  cwd: string,
  { tree, parent, message, fallback, environment = {} }: NewCommit,
): Promise<string> {
  const [signing, identity] = await Promise.all([
    runGit(["config", "--type=bool", "--get", "commit.gpgSign"], { cwd, env: environment, allow: [0, 1] }),
    missingIdentity(cwd, fallback, environment),
  ]);
  return gitText(
    [
      "-c",
      "i18n.commitEncoding=UTF-8",
      "commit-tree",
      ...(signing.stdout.toString("utf8").trim() === "true" ? ["-S"] : []),
      "-p",
      parent,
      "-F",
      "-",
      tree,
    ],
    { cwd, input: message, env: { ...environment, ...identity } },
  );
}

/** Whom git's configuration and environment name as the committer. */
export async function configuredCommitter(cwd: string): Promise<Identity | undefined> {
  const line = await namedIdentity(cwd, "COMMITTER", {});
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d{4}$/.exec(line ?? "") ?? [];
  return name === undefined || email === undefined ? undefined : { name, email };
}

/** All blobs by one process. `fast-import` takes bytes as they are: no filter, no line-end conversion. */
export async function writeBlobs(cwd: string, contents: readonly Uint8Array[]): Promise<void> {
  if (contents.length === 0) return;
  const blobs = contents.flatMap((content) => [`blob\ndata ${String(content.length)}\n`, content, "\n"]);
  await runGit(["fast-import", "--quiet", "--done"], { cwd, input: [...blobs, "done\n"] });
}

function indexInfo(changes: readonly TreeChange[]): string {
  return changes
    .map(({ path, content, mode, blob }) =>
      content === null || blob === undefined ? `0 ${ABSENT}\t${path}\0` : `${mode} ${blob}\t${path}\0`,
    )
    .join("");
}

/** Environment that fills in who is not configured; git's own guess from login and host name is never used. */
async function missingIdentity(
  cwd: string,
  fallback: Identity,
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const [author, committer] = await Promise.all(
    (["AUTHOR", "COMMITTER"] as const).map(async (role) =>
      (await namedIdentity(cwd, role, environment)) === undefined ? roleEnvironment(role, fallback) : {},
    ),
  );
  return { ...author, ...committer };
}

/** Makes somebody the author and the committer, whoever is configured. */
export function identityEnvironment(identity: Identity): Readonly<Record<string, string>> {
  return { ...roleEnvironment("AUTHOR", identity), ...roleEnvironment("COMMITTER", identity) };
}

type Role = "AUTHOR" | "COMMITTER";

function roleEnvironment(role: Role, { name, email }: Identity): Readonly<Record<string, string>> {
  return { [`GIT_${role}_NAME`]: name, [`GIT_${role}_EMAIL`]: email };
}

/** `Ana <ana@example.org> 1767225600 +0000`; undefined where git's configuration and environment name nobody. */
async function namedIdentity(
  cwd: string,
  role: Role,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { code, stdout } = await runGit(["-c", "user.useConfigOnly=true", "var", `GIT_${role}_IDENT`], {
    cwd,
    env: environment,
    allow: [0, 1, 128],
  });
  return code === 0 ? stdout.toString("utf8").trim() : undefined;
}
