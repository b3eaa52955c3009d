import { runGit } from "./run.ts";

const SETTINGS = ["-c", "fetch.negotiationAlgorithm=noop", "-c", "gc.auto=0", "-c", "maintenance.auto=false"];
const FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--recurse-submodules=no",
  "--filter=blob:none",
];

/**
 * Brings blobs that a partial clone left out (`--filter=blob:none`) with one request, where git itself would make one for
 * each as it is read: a second apiece over a network. Does nothing in a whole clone, nor where all of them are here. A refusal is no
 * error here: reading the blob says what is missing.
 * @param gitFolder where git keeps the clone's objects; undefined of a bare repository
 * @param promisor the remote that a partial clone takes missing objects from
 * @param environment what git needs besides, to reach the remote
 */
export async function prefetch(
  { cwd, gitFolder }: { readonly cwd: string; readonly gitFolder: string | undefined },
  blobs: readonly string[],
  promisor: () => Promise<string | undefined>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const remote = blobs.length === 0 ? undefined : await promisor();
  if (remote === undefined) return;
  // Only partial clones need it.
  const { objectsHere } = await import("./objects-here.ts");
  const here = await objectsHere(gitFolder ?? cwd, blobs);
  const wanted = [...new Set(blobs)].filter((blob) => !here.has(blob));
  if (wanted.length === 0) return;
  await runGit([...SETTINGS, ...FETCH, "--stdin", remote], {
    cwd,
    env: environment,
    input: `${wanted.join("\n")}\n`,
    allow: [0, 1, 128],
  });
}
