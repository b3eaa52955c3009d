import { defined } from "../core/defined.ts";
import type { Run, RunOptions } from "../sync/index.ts";
import { componentsOf, type Shard } from "./matrix.ts";
import type { Workspace } from "./open-workspace.ts";
import { writeShardFile } from "./shard-file.ts";
import { runEngine } from "./synchronise.ts";
import type { Target } from "./target.ts";

/**
 * Runs one shard of a matrix and leaves what it brought home in a file, instead of proposing it. What went wrong is in the
 * file too, for the job that collects: a shard has failed only where it leaves none.
 * @param path of the file
 * @throws {UserError} `IL-W05` before anything moves
 */
export async function runShard(
  workspace: Workspace,
  target: Target,
  options: RunOptions,
  { shard, path }: { readonly shard: Shard; readonly path: string },
): Promise<Run> {
  const run = await runEngine(
    workspace,
    target,
    {
      ...options,
      components: componentsOf(shard),
      ...defined({ standings: shard.standings }),
    },
    // Other shards may have work for the same pull request, and then all of its files are needed.
    { sparing: workspace.mapping.pullRequest.groupBy === "component" },
  );
  await writeShardFile(path, { shard: shard.shard, base: target.base, run });
  return run;
}
