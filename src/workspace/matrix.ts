import * as z from "zod";
import { UserError } from "../core/errors.ts";
import type { Standings } from "../sync/index.ts";
import { MOST_SHARDS } from "../sync/shards.ts";

/**
 * A run that is spread over several jobs: `plan` gives a matrix of shards (`planMatrix` in plan-matrix.ts), each job runs one of them and leaves a file
 * (`runShard` in run-shard.ts), and one last job proposes them all (`collectShards` in collect-shards.ts).
 */

/** One job of the matrix, as a workflow hands it on. */
export interface Shard {
  /** From 1. */
  readonly shard: number;
  /** Names as the mapping has them, with spaces between: `acme/website acme/app`. */
  readonly components: string;
  /** Strings to move, and something for every step: comparable within one matrix only. */
  readonly work: number;
  /** How far languages are over whole projects, which a shard sees a part of; left out where no limit asks for it. */
  readonly standings?: Standings;
}

/** The value of a workflow's `strategy.matrix`. Empty where there is nothing to do. */
export interface Matrix {
  readonly include: readonly Shard[];
}

const shardSchema = z.strictObject({
  shard: z.number().int().min(1).max(MOST_SHARDS),
  components: z.string().min(1).max(1_000_000),
  work: z.number().nonnegative(),
  standings: z.record(z.string(), z.record(z.string(), z.number().min(0).max(100))).exactOptional(),
});

const matrixSchema = z.strictObject({ include: z.array(shardSchema).max(MOST_SHARDS).readonly() });

/** @throws {UserError} `IL-W06` */
export function parseShard(text: string): Shard {
  return parsed(shardSchema, text, "shard");
}

/** @throws {UserError} `IL-W06` */
export function parseMatrix(text: string): Matrix {
  return parsed(matrixSchema, text, "matrix");
}

/**
 * A number of shards as people write it.
 * @throws {UserError} `IL-W06`
 */
export function parseShardCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_SHARDS) return count;
  throw new UserError(`"${text}" is not a number of shards`, {
    code: "IL-W06",
    hint: `It may be 1 to ${String(MOST_SHARDS)}.`,
  });
}

export function componentsOf({ components }: Shard): readonly string[] {
  return components.split(" ").filter((name) => name !== "");
}

function parsed<Output>(schema: z.ZodType<Output>, text: string, what: string): Output {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new UserError(`the ${what} cannot be read: ${firstLine(error)}`, {
      code: "IL-W06",
      hint: `Hand on what \`plan\` gave as \`matrix\`: for one job \`\${{ toJSON(matrix) }}\`, for the last one the whole output.`,
      cause: error,
    });
  }
}

function firstLine(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim();
  }
  return error instanceof Error ? error.message : String(error);
}
