import { LocalError } from "../core/errors.ts";
import type { Identity } from "./commit-writing.ts";
import { hasCommit } from "./commit-reading.ts";
import type { RecordChange, RecordChanges, RecordState, RecordWrite } from "./git.ts";
import type { ObjectReader } from "./object-reader.ts";
import { gitText, runGit } from "./run.ts";
import { filesOfCommit } from "./tree-reading.ts";

/** So many commits are chained at most: whoever clones anew fetches all of them. */
const LONGEST_CHAIN = 200;
const NOBODY: Identity = { name: "Interlinear", email: "interlinear@users.noreply.localhost" };

/** Refs of ours beside the branches. */
const OWN = "refs/interlinear/";

/** What a clone of our own fetches of them. */
export const OWN_REFSPECS = ["agreement", "in-step"].map((folder) => `+${OWN}${folder}/*:${OWN}${folder}/*`);

/** Those among a clone's refs that were fetched. */
export function ownRefsOf(refs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...refs].filter(([ref]) => ref.startsWith(OWN)));
}

/** A clone, and the remote that refs of ours are on. */
export interface OwnPlace {
  readonly cwd: string;
  readonly remote: string;
  /** What git needs besides to reach it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Refs of ours that the remote has now, name → id. */
export async function listOwnRefs({ cwd, remote, env }: OwnPlace): Promise<ReadonlyMap<string, string>> {
  const listed = await gitText(["ls-remote", "--", remote, `${OWN}*`], { cwd, env });
  const pairs = listed
    .split("\n")
    .map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, line.indexOf("\t"))] as const);
  // A pattern also matches the end of longer names.
  return new Map(pairs.filter(([ref]) => ref.startsWith(OWN)));
}

export async function fetchOwnRef({ cwd, remote, env }: OwnPlace, ref: string): Promise<void> {
  const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--no-auto-maintenance"];
  await runGit(["fetch", ...quiet, "--refmap=", remote, `+${ref}:${ref}`], { cwd, env });
}

/**
 * What the remote has under the ref now, fetched where it is not here yet; undefined where it has none.
 * @param objects of the clone
 * @param listed what the remote said a moment ago
 * @param fetched a commit that is here
 */
export async function readRecord(
  place: OwnPlace,
  objects: ObjectReader,
  ref: string,
  listed?: ReadonlyMap<string, string>,
  fetched?: string,
): Promise<RecordState | undefined> {
  const commit = (listed ?? (await listOwnRefs(place))).get(ref);
  if (commit === undefined) return undefined;
  if (commit !== fetched && !(await hasCommit(place.cwd, commit))) await fetchOwnRef(place, ref);
  const files = await filesOfCommit(objects, commit);
  return { commit, files: new Map(files.map(({ path, blob }) => [path, blob])) };
}

/** Puts a file under a ref, and takes refs away that it makes outdated. @returns whether the remote has it now */
export async function writeNote(
  { cwd, remote, env }: OwnPlace,
  ref: string,
  content: Uint8Array,
  outdated: readonly string[],
): Promise<boolean> {
  const stored = await runGit(["hash-object", "-w", "--stdin"], { cwd, input: content });
  const id = stored.stdout.toString("utf8").trim();
  const { stdout } = await runGit([...PUSH, remote, `+${id}:${ref}`, ...outdated.map((other) => `:${other}`)], {
    cwd,
    env,
    allow: [0, 1, 128],
  });
  return stdout
    .toString("utf8")
    .split("\n")
    .some((line) => /^[*+ =]\t/.test(line) && line.includes(`:${ref}\t`));
}

/** Hooks, tags and submodules are of no concern to refs of ours. */
const PUSH = [
  "-c",
  "color.ui=false",
  "push",
  "--porcelain",
  "--no-follow-tags",
  "--no-verify",
  "--recurse-submodules=no",
];

/**
 * Writes the files into a commit and moves the ref to it, if it still is where `before` was read: compare and swap, which
 * every server of git does alike. The chain begins anew when it is long.
 */
export async function writeRecord(
  cwd: string,
  remote: string,
  ref: string,
  { before, takenFrom, changes, message }: RecordChange,
  env: Readonly<Record<string, string>>,
): Promise<RecordWrite> {
  const commit = await storeCommit(cwd, ref, { base: await baseOf(cwd, before), changes, message });
  const at = before?.commit ?? "";
  const leases =
    takenFrom === undefined
      ? [[ref, at]]
      : [
          [ref, ""],
          [takenFrom, at],
        ];
  const { code, stdout, stderr } = await runGit(
    [
      ...PUSH,
      ...leases.map(([name, id]) => `--force-with-lease=${name ?? ""}:${id ?? ""}`),
      remote,
      `${commit}:${ref}`,
      ...(takenFrom === undefined ? [] : [`:${takenFrom}`]),
    ],
    { cwd, env, allow: [0, 1, 128] },
  );
  if (code === 0) return { kind: "written", commit };
  const report =
    stdout
      .toString("utf8")
      .split("\n")
      .find((line) => line.startsWith("!\t")) ?? "";
  const [, obstacle] = /'(refs\/[^']+)' exists; cannot create/.exec(`${report} ${stderr}`) ?? [];
  if (obstacle !== undefined) {
    const way = `delete it (git push origin --delete ${obstacle})`;
    return { kind: "refused", reason: `${obstacle} is in the way of ${ref}: ${way}` };
  }
  const isStale =
    /stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value|failed to update ref/.test(report);
  return isStale
    ? { kind: "stale" }
    : { kind: "refused", reason: [report.split("\t").at(-1) ?? "", stderr].join(" ").trim() };
}

interface NewRecord {
  /** The commit that this one follows, or the files that a chain begins anew with. */
  readonly base: { readonly parent: string } | { readonly files: ReadonlyMap<string, string> };
  readonly changes: RecordChanges;
  readonly message: string;
}

/**
 * Stores files, tree and commit by one process, and names the commit by the ref here, so that it is not tidied away: what counts is
 * the remote's. Where another run is naming its own this very moment, the commit is there nevertheless.
 */
async function storeCommit(cwd: string, ref: string, { base, changes, message }: NewRecord): Promise<string> {
  const text = message.endsWith("\n") ? message : `${message}\n`;
  const input = [
    `commit ${ref}\nmark :1\ncommitter ${NOBODY.name} <${NOBODY.email}> now\n`,
    ...data(Buffer.from(text)),
    ...("parent" in base
      ? [`from ${base.parent}\n`]
      : Array.from(base.files, ([path, blob]) => `M 100644 ${blob} ${quoted(path)}\n`)),
    ...[...changes].flatMap(([path, content]) =>
      content === null ? [`D ${quoted(path)}\n`] : [`M 100644 inline ${quoted(path)}\n`, ...data(content)],
    ),
    "get-mark :1\ndone\n",
  ];
  const args = ["fast-import", "--quiet", "--force", "--done", "--date-format=now"];
  const { stdout, stderr } = await runGit(args, { cwd, input, allow: [0, 1] });
  const commit = stdout.toString("utf8").trim();
  if (commit === "") throw new LocalError(`git fast-import failed: ${stderr}`, { code: "IL-G01" });
  return commit;
}

function data(content: Uint8Array): readonly (string | Uint8Array)[] {
  return [`data ${String(content.length)}\n`, content, "\n"];
}

/** Source: git-fast-import(1), "filemodify". */
function quoted(path: string): string {
  const escaped = path.replaceAll("\\", String.raw`\\`).replaceAll('"', String.raw`\"`);
  return `"${escaped.replaceAll("\n", String.raw`\n`)}"`;
}

async function baseOf(cwd: string, before: RecordState | undefined): Promise<NewRecord["base"]> {
  if (before === undefined) return { files: new Map() };
  const length = Number(await gitText(["rev-list", "--count", before.commit, "--"], { cwd }));
  return length >= LONGEST_CHAIN ? { files: before.files } : { parent: before.commit };
}
