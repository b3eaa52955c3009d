import type { FileChange } from "../forge/forge.ts";
import type { Git } from "../git/git.ts";
import { catalogueOf } from "../mapping/catalogue-paths.ts";
import type { Binding } from "../mapping/binding.ts";
import type { Run } from "../sync/index.ts";

/*
 * What catalogue-views.ts does, for those who rarely have a string catalogue: it is loaded where there is one.
 */

export async function throughCatalogues(git: Git, bindings: readonly Pick<Binding, "source">[]): Promise<Git> {
  if (!bindings.some(({ source = "" }) => catalogueOf(source) !== undefined)) return git;
  return (await import("./catalogue-views.ts")).throughCatalogues(git, bindings);
}

export async function intoCatalogues(
  git: Pick<Git, "index" | "read">,
  files: readonly FileChange[],
): Promise<readonly FileChange[]> {
  if (!hasLanguages(files)) return files;
  return (await import("./catalogue-views.ts")).intoCatalogues(git, files);
}

export async function asInCatalogues(git: Git, run: Run, base: string): Promise<Run> {
  if (!hasLanguages(run.files)) return run;
  return (await import("./catalogue-views.ts")).asInCatalogues(git, run, base);
}

function hasLanguages(files: readonly FileChange[]): boolean {
  return files.some(({ path }) => catalogueOf(path) !== undefined);
}
