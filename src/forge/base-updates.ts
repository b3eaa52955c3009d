import { changedPaths, isSameFile, type BranchCommit, type Tree } from "./branch-state.ts";

/** A merge of the base into the branch, as a forge's "Update branch" makes it: its first parent is of the branch, its second of the base. */
export interface BaseUpdate {
  readonly commit: BranchCommit;
  /** The branch before it. */
  readonly before: string;
  /** The base's commit that the branch stood on before it. */
  readonly beforeBase: string;
  /** The base's commit that it brought. */
  readonly base: string;
}

/** The four trees that tell what a merge of the base did. */
export interface UpdateTrees {
  readonly merge: Tree;
  readonly before: Tree;
  readonly beforeBase: Tree;
  readonly base: Tree;
}

/** So many merges are looked into; nobody presses the button more often before the next run. */
const UPDATE_LIMIT = 10;

/** The merges of the base among a branch's commits that the base does not have. */
export function baseUpdates(commits: readonly BranchCommit[]): readonly BaseUpdate[] {
  const own = new Map(commits.map((commit) => [commit.id, commit] as const));
  return commits.flatMap((commit) => {
    const [before = "", base, ...more] = commit.parents;
    if (base === undefined || more.length > 0 || !own.has(before) || own.has(base)) return [];
    const beforeBase = standsOn(own, before);
    return beforeBase === undefined ? [] : [{ commit, before, beforeBase, base }];
  });
}

/** The base's commit that the branch's newest content stands on: the last that was merged, or the one it was made on. */
export function baseOf(commits: readonly BranchCommit[], tip: string): string | undefined {
  return standsOn(new Map(commits.map((commit) => [commit.id, commit] as const)), tip);
}

function standsOn(own: ReadonlyMap<string, BranchCommit>, from: string): string | undefined {
  let id: string | undefined = from;
  while (id !== undefined) {
    const commit = own.get(id);
    if (commit === undefined) return id;
    const [before, base] = commit.parents;
    if (base !== undefined && !own.has(base)) return base;
    id = before;
  }
  return undefined;
}

/** Whether the merge has the branch's files as the branch had them and every other file as the base has it. */
export function bringsOnlyTheBase({ merge, before, beforeBase, base }: UpdateTrees): boolean {
  const ours = new Set(changedPaths(beforeBase, before));
  return (
    [...ours].every((path) => isSameFile(merge.get(path), before.get(path))) &&
    changedPaths(base, merge).every((path) => ours.has(path))
  );
}

/**
 * Ids of the merges that bring the base and nothing of anybody's own: they count as ours.
 * @param readTrees undefined where one of the commits cannot be read
 */
export async function harmlessUpdates(
  commits: readonly BranchCommit[],
  readTrees: (update: BaseUpdate) => Promise<UpdateTrees | undefined>,
): Promise<ReadonlySet<string>> {
  const harmless = new Set<string>();
  const updates = baseUpdates(commits);
  if (updates.length > UPDATE_LIMIT) return harmless;
  for (const update of updates) {
    const trees = await readTrees(update);
    if (trees !== undefined && bringsOnlyTheBase(trees)) harmless.add(update.commit.id);
  }
  return harmless;
}
