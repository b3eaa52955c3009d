import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { InterlinearError } from "../core/errors.ts";
import { componentName } from "../mapping/binding.ts";
import { resultOf, type Finding, type Run } from "../sync/index.ts";
import { componentsOf, type Matrix, type Shard } from "./matrix.ts";
import { mergeRuns } from "./merge-runs.ts";
import type { Workspace } from "./open-workspace.ts";
import { proposeRun } from "./propose-run.ts";
import { readShardFile, type ShardRun } from "./shard-file.ts";
import { failureWords, type ShardFailure } from "./shard-failure.ts";
import type { Synchronised } from "./synchronise.ts";
import type { Target } from "./target.ts";
import { hasCode } from "../core/system-error.ts";

export interface Collected extends Synchronised {
  /** Their components are as they were; the run as a whole has failed. */
  readonly failures: readonly ShardFailure[];
}

/**
 * Proposes once what all shards of a matrix brought home. Where one is missing, the others' work is proposed all the same,
 * and nothing that is open is closed.
 * @param directory where the shards' files are, at any depth
 */
export async function collectShards(
  workspace: Workspace,
  target: Target,
  matrix: Matrix,
  directory: string,
): Promise<Collected> {
  const { runs, failures } = await gather(workspace, target, matrix, directory);
  const order = workspace.mapping.bindings.map(({ component }) => componentName(component));
  const [first = idle(workspace), ...others] = runs;
  const merged = mergeRuns(first, others, order);
  const run = { ...merged, result: withFailures(merged.result, failures) };
  const deliveries = await proposeRun(workspace, target, run, { isComplete: failures.length === 0 });
  return { run, failures, ...deliveries };
}

async function gather(
  { mapping, logger }: Workspace,
  { base }: Target,
  { include }: Matrix,
  directory: string,
): Promise<{ readonly runs: readonly Run[]; readonly failures: readonly ShardFailure[] }> {
  const shards = new Map(include.map((shard) => [shard.shard, shard]));
  const bindingsOf = (shard: number): Workspace["mapping"]["bindings"] => {
    const names = namesOf(shards.get(shard));
    return mapping.bindings.filter(({ component }) => names.has(componentName(component)));
  };
  const sources = new Set(mapping.bindings.flatMap(({ source }) => source ?? []));
  const found = new Map<number, ShardRun>();
  const problems: string[] = [];
  for (const path of await filesIn(directory)) {
    try {
      const run = await readShardFile(path, { base, bindingsOf, sources });
      if (found.has(run.shard)) problems.push(`there are two files of shard ${String(run.shard)}`);
      else if (shards.has(run.shard)) found.set(run.shard, run);
      else problems.push(`${path} is of a shard that the matrix does not have`);
    } catch (error) {
      if (!(error instanceof InterlinearError)) throw error;
      problems.push(error.message);
    }
  }
  for (const problem of problems) logger.warning(problem);
  const why = problems.length === 0 ? "its job failed, was cancelled or ran out of time" : problems.join("; ");
  return {
    runs: [...found].toSorted(([a], [b]) => a - b).map(([, { run }]) => run),
    failures: include
      .filter(({ shard }) => !found.has(shard))
      .map((shard) => ({ shard: shard.shard, components: componentsOf(shard), why })),
  };
}

function namesOf(shard: Shard | undefined): ReadonlySet<string> {
  return new Set(shard === undefined ? [] : componentsOf(shard));
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    // Where no shard left a file, nothing made the folder.
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function withFailures(result: Run["result"], failures: readonly ShardFailure[]): Run["result"] {
  const findings = failures.map((failure): Finding => ({
    kind: "blocked",
    component: failure.components[0] ?? "",
    message: failureWords(failure),
    remedy: "Look at the job of this shard; the next run takes what it left.",
  }));
  return { ...result, plan: { ...result.plan, findings: [...findings, ...result.plan.findings] } };
}

/** There was nothing to do for anybody: what is still open has nothing to bring. */
function idle({ service }: Workspace): Run {
  return { result: resultOf({ service: service.url }), files: [], trailers: [], delivered: [], agreed: [] };
}
