import { detectFormat } from "../formats/registry.ts";
import type { Git } from "../git/git.ts";
import type { FileOutcome } from "../sync/index.ts";

/**
 * Files whose new content drops a text that only the working tree has: the texts it overwrites or removes, compared with
 * what git's index holds.
 */
export async function filesLosingTexts(git: Git, outcomes: readonly FileOutcome[]): Promise<ReadonlySet<string>> {
  const modified = new Set(await git.modified(outcomes.map(({ path }) => path)));
  const index = new Map((await git.index()).map((entry) => [entry.path, entry.blob]));
  const losing = new Set<string>();
  for (const { path, differences } of outcomes) {
    if (!modified.has(path)) continue;
    const overwritten =
      differences.areNew === true ? [] : [...differences].filter(({ before }) => before !== undefined);
    const committed = overwritten.length === 0 ? new Map() : await committedTexts(git, path, index.get(path));
    // Without differences the file moved as a whole: nobody can tell what is lost.
    const loses =
      differences.length === 0 ||
      overwritten.some(({ key, previousKey = key, before }) => committed.get(previousKey) !== joined(before));
    if (loses) losing.add(path);
  }
  return losing;
}

async function committedTexts(
  git: Git,
  path: string,
  blob: string | undefined,
): Promise<ReadonlyMap<string, string | undefined>> {
  if (blob === undefined) return new Map();
  const bytes = await git.read(blob);
  const units = detectFormat(path, bytes)?.read(bytes, { path }).units ?? [];
  return new Map(units.map((unit) => [unit.key, joined(unit.target)]));
}

function joined(texts: readonly string[] | undefined): string | undefined {
  return texts?.join("\u001e");
}
