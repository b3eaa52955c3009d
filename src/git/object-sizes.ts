import { runGit } from "./run.ts";

/** Bytes of each object that is there, in one process; what a partial clone lacks is not fetched for the question. */
export async function objectSizes(cwd: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { stdout } = await runGit(["cat-file", "--batch-check=%(objectname) %(objectsize)"], {
    cwd,
    input: `${ids.join("\n")}\n`,
    env: { GIT_NO_LAZY_FETCH: "1" },
    allow: [0, 128],
  });
  const found = stdout.toString("utf8").matchAll(/^([0-9a-f]{40}) (\d+)$/gm);
  return new Map(Array.from(found, ([, id = "", size]) => [id, Number(size)]));
}
