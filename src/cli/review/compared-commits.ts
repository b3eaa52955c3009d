import { UserError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";

/** Where changes usually go, the likeliest first. */
const USUAL_BASES = ["origin/HEAD", "upstream/HEAD", "origin/main", "origin/master", "main", "master", "@{upstream}"];

export interface ComparedCommits {
  readonly base: string;
  readonly head: string;
  /** As somebody would call the base. */
  readonly baseName: string;
  readonly headName: string;
}

/** @throws {UserError} `IL-C06` for a name that git does not know, and where no base can be guessed */
export async function comparedCommits(
  git: Git,
  named: { readonly base: string | undefined; readonly head: string | undefined },
): Promise<ComparedCommits> {
  const headName = named.head ?? "HEAD";
  const head = (named.head === undefined ? await git.head() : undefined) ?? (await commitOf(git, headName, "--head"));
  if (named.base !== undefined) {
    return { base: await commitOf(git, named.base, "--base"), head, baseName: named.base, headName };
  }
  const known: { readonly name: string; readonly commit: string }[] = [];
  for (const name of USUAL_BASES) {
    const commit = await git.commit(name);
    if (commit !== undefined) known.push({ name, commit });
  }
  // On the branch itself, what is not pushed yet is the change.
  const found = known.find(({ commit }) => commit !== head) ?? known[0];
  if (found === undefined) {
    throw new UserError("nothing says which branch the change goes to", {
      code: "IL-C06",
      hint: "Name it: --base main.",
    });
  }
  return { base: found.commit, head, baseName: found.name, headName };
}

async function commitOf(git: Git, name: string, option: string): Promise<string> {
  const commit = await git.commit(name);
  if (commit !== undefined) return commit;
  throw new UserError(`git knows no commit ${JSON.stringify(name)}`, {
    code: "IL-C06",
    hint: `${option} takes a branch, a tag or a commit that was fetched: origin/main, HEAD~1.`,
  });
}
