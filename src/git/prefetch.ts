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
 * each as it is read: a second apiece over a network. Does nothing in a whole clone. A refusal is no error here: reading
 * the blob says what is missing.
 * @param promisor the remote that a partial clone takes missing objects from
 * @param environment what git needs besides, to reach the remote
 */
export async function prefetch(
  cwd: string,
  blobs: readonly string[],
  promisor: () => Promise<string | undefined>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const wanted = [...new Set(blobs)];
  const remote = wanted.length === 0 ? undefined : await promisor();
  if (remote === undefined) return;
  await runGit([...SETTINGS, ...FETCH, "--stdin", remote], {
    cwd,
    env: environment,
    input: `${wanted.join("\n")}\n`,
    allow: [0, 1, 128],
  });
}
