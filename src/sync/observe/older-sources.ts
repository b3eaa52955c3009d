import type { Git } from "../../git/git.ts";
import type { SourceObservation } from "./observation.ts";

/** How far back a file's history is followed, in commits. */
const HISTORY_LIMIT = 5_000;
/** A rename is one developer's commit, and rarely many versions of the file ago. */
const VERSIONS_READ = 10;

/** Older versions of a source file in git, newest first: they tell which key had which name. */
export async function olderSources(
  git: Pick<Git, "history" | "prefetch" | "read">,
  { path, blob }: Pick<SourceObservation, "path" | "blob">,
): Promise<readonly Uint8Array[]> {
  if (path === undefined) return [];
  const history = await git.history([path], HISTORY_LIMIT);
  const blobs = (history.get(path) ?? []).flatMap((version) => version.blob ?? []).filter((known) => known !== blob);
  const read = [...new Set(blobs)].slice(0, VERSIONS_READ);
  await git.prefetch(read);
  return Promise.all(read.map((known) => git.read(known)));
}
