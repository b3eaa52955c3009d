import * as core from "@actions/core";
import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { parseMatrix, parseShard, parseShardCount, type Matrix, type Shard } from "../workspace/matrix.ts";

/** What makes of a run one that is spread over several jobs. */
export interface MatrixInputs {
  /** With `plan`: over so many jobs at most. */
  readonly shards?: number;
  /** With `sync` or `pull`: this job's part, and the file that it leaves. */
  readonly part?: { readonly shard: Shard; readonly path: string };
  /** With `collect`: what was planned, and the folder with the files. */
  readonly collection?: { readonly matrix: Matrix; readonly directory: string };
}

/** @throws {UserError} `IL-A01`, `IL-W06` */
export function matrixInputs(command: string): MatrixInputs {
  const [shards, shard, file, matrix] = ["shards", "shard", "shard-file", "matrix"].map((name) => core.getInput(name));
  if (command === "collect") {
    if (!matrix || !file) throw incomplete("collect", ["matrix", "shard-file"]);
    return { collection: { matrix: parseMatrix(matrix), directory: resolve(file) } };
  }
  // The last job takes what no shard brought for gone: it may only be left out by being in step.
  if ((shards || shard) && core.getInput("components")) throw partial();
  if (command === "plan") return shards ? { shards: parseShardCount(shards) } : {};
  if (!shard && !file) return {};
  if (!shard || !file || (command !== "sync" && command !== "pull")) throw incomplete("sync", ["shard", "shard-file"]);
  return { part: { shard: parseShard(shard), path: resolve(file) } };
}

function partial(): UserError {
  return new UserError("`shards` and `shard` spread the work on all components: `components` cannot name some", {
    code: "IL-A01",
    hint: "Leave `components` out, or run without a matrix.",
  });
}

function incomplete(command: string, needed: readonly string[]): UserError {
  return new UserError(`the inputs ${needed.join(" and ")} go together, with command: ${command}`, {
    code: "IL-A01",
    hint: "The reusable workflow interlinear-matrix.yml shows how the jobs hand them on.",
  });
}
