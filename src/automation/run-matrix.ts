import type { RunOptions } from "../sync/index.ts";
import { collectShards } from "../workspace/collect-shards.ts";
import type { Matrix, Shard } from "../workspace/matrix.ts";
import { planMatrix } from "../workspace/plan-matrix.ts";
import { runShard } from "../workspace/run-shard.ts";
import type { Target } from "../workspace/target.ts";
import { runOnly, withFreeze, type Finished, type RunPorts } from "./engine-run.ts";

/** A plan whose work is spread over at most so many jobs. */
export async function planForMatrix(ports: RunPorts, options: RunOptions, shards: number): Promise<Finished> {
  const { mapping, service } = ports.workspace;
  const planned = await runOnly(ports, options);
  return { ...planned, matrix: await planMatrix({ mapping, service, branch: ports.branch }, planned.result, shards) };
}

/** One of these jobs: it leaves a file, and what went wrong is the last job's to say. */
export async function runPart(
  ports: RunPorts,
  target: Target,
  options: RunOptions,
  part: { readonly shard: Shard; readonly path: string },
): Promise<Finished> {
  const { result } = await runShard(ports.workspace, target, await withFreeze(ports, options), part);
  return { result, deliveries: [], withdrawals: [], isPart: true };
}

/** The last one: proposes what the others left, and has failed where one of them is missing. */
export async function collectParts(
  { workspace }: RunPorts,
  target: Target,
  matrix: Matrix,
  directory: string,
): Promise<Finished> {
  const { run, deliveries, withdrawals, failures } = await collectShards(workspace, target, matrix, directory);
  return { result: run.result, deliveries, withdrawals, failures };
}
