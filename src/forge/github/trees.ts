import type { Tree, TreeFile } from "../branch-state.ts";
import { readById } from "./by-id.ts";
import type { GitHubRepository } from "./connection.ts";
import { explained } from "./refusal.ts";

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
}

interface Listing {
  readonly entries: readonly Entry[];
  readonly truncated: boolean;
}

/**
 * Files of several trees. Normally one request a tree. GitHub cuts the listing of a very large tree (100,000 entries or
 * 7 MB); then only the folders are read in which the first two trees differ or that hold one of the `wanted` paths.
 */
export async function readTrees(
  github: GitHubRepository,
  trees: readonly string[],
  wanted: readonly string[],
): Promise<readonly Tree[]> {
  const lister = rememberingLister(github);
  const whole = await Promise.all(trees.map((tree) => lister(tree, true)));
  if (whole.every(({ truncated }) => !truncated)) return whole.map(({ entries }) => asTree(entries));
  const found = trees.map(() => new Map<string, TreeFile>());
  await walk(lister, trees, "", new Set(wanted.flatMap(folders)), found);
  return found;
}

type Lister = (tree: string, recursive: boolean) => Promise<Listing>;

/** A commit's id is taken for its tree's. */
const listingById = readById<Listing>();

function rememberingLister(github: GitHubRepository): Lister {
  const { octokit, owner, repo } = github;
  return (tree, recursive) =>
    listingById(github, `${tree} ${String(recursive)}`, () =>
      explained({ action: `show the tree ${tree}`, permission: "contents: read" }, async () => {
        const { data } = await octokit.rest.git.getTree({
          owner,
          repo,
          tree_sha: tree,
          // Any value switches it on, so it is left out otherwise.
          ...(recursive ? { recursive: "1" } : {}),
        });
        return { entries: data.tree, truncated: data.truncated };
      }),
    );
}

async function walk(
  lister: Lister,
  trees: readonly (string | undefined)[],
  prefix: string,
  wantedFolders: ReadonlySet<string>,
  found: readonly Map<string, TreeFile>[],
): Promise<void> {
  const listings = await Promise.all(
    trees.map(async (tree) => (tree === undefined ? [] : (await lister(tree, false)).entries)),
  );
  listings.forEach((entries, at) => {
    for (const [path, file] of asTree(entries)) found[at]?.set(`${prefix}${path}`, file);
  });
  const names = new Set(listings.flatMap((entries) => entries.filter(isFolder).map(({ path }) => path)));
  for (const name of names) {
    const below = listings.map((entries) => entries.find((entry) => entry.path === name && isFolder(entry))?.sha);
    const path = `${prefix}${name}/`;
    if (below[0] === below[1] && !wantedFolders.has(path)) continue;
    await walk(lister, below, path, wantedFolders, found);
  }
}

/** `a/b/c.json` → `a/`, `a/b/`. */
function folders(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/`);
}

function isFolder({ type }: Entry): boolean {
  return type === "tree";
}

function asTree(entries: readonly Entry[]): Tree {
  return new Map(
    entries.filter((entry) => !isFolder(entry)).map(({ path, mode, sha }) => [path, { mode, blob: sha }] as const),
  );
}
