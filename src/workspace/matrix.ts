import * as z from "zod";
import { UserError } from "../core/errors.ts";
import { componentName, type ResolvedMapping } from "../mapping/binding.ts";
import { branchComponents } from "../mapping/branch-components.ts";
import type { TranslationService } from "../service-client/translation-service.ts";
import { MOST_SHARDS, shardsOf, standingsOf, workOf, type RunResult, type Standings } from "../sync/index.ts";

/**
 * A run that is spread over several jobs: `plan` gives a matrix of shards, each job runs one of them and leaves a file
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
  throw new UserError(`"${text}" is no number of shards`, {
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

interface Planned {
  readonly mapping: ResolvedMapping;
  readonly service: Pick<TranslationService, "components">;
  /** The branch that is checked out. */
  readonly branch: string | undefined;
}

/** Spreads what a plan has to do over at most so many shards; one request for each project that more than fetches. */
export async function planMatrix(
  { mapping, service, branch }: Planned,
  result: Pick<RunResult, "plan" | "statistics">,
  shards: number,
): Promise<Matrix> {
  const bound = boundComponents(mapping, branch);
  // Components of a branch are made in one go.
  const makes = result.plan.steps.some(({ kind }) => kind === "create-component" || kind === "remove-component");
  const work = makes
    ? mapping.bindings.map(({ component }) => ({ component: componentName(component), together: "", work: 1 }))
    : await plannedWork(service, result, bound);
  const standings = standingsOfPlan(mapping, bound, result);
  const spread = (limit: number): Matrix => ({
    include: shardsOf(work, limit).map(({ components, work: amount }, index) => {
      const names = components.flatMap((name) => bound.get(name) ?? []);
      const needed = standingsFor(mapping, names, standings);
      return {
        shard: index + 1,
        components: names.join(" "),
        work: amount,
        ...(needed === undefined ? {} : { standings: needed }),
      };
    }),
  });
  let matrix = spread(shards);
  // Standings are told to every shard: fewer of them make it shorter.
  while (matrix.include.length > 1 && JSON.stringify(matrix).length > LONGEST_MATRIX) {
    matrix = spread(Math.ceil(matrix.include.length / 2));
  }
  return matrix;
}

/** An operating system hands on so much in one argument or variable (128 KiB on Linux), and little less. */
const LONGEST_MATRIX = 120_000;

/** Name on this branch → name in the mapping. */
function boundComponents(mapping: ResolvedMapping, branch: string | undefined): ReadonlyMap<string, string> {
  const names = new Map(mapping.bindings.map(({ component }) => [componentName(component), componentName(component)]));
  for (const { original, path } of branch === undefined ? [] : branchComponents(mapping, branch)) {
    names.set(componentName(path), componentName(original.component));
  }
  return names;
}

async function plannedWork(
  service: Planned["service"],
  result: Pick<RunResult, "plan" | "statistics">,
  bound: ReadonlyMap<string, string>,
): Promise<ReturnType<typeof workOf>> {
  const projects = new Set(
    result.plan.steps.flatMap(({ kind, component }) => (kind === "download" ? [] : [component.split("/")[0] ?? ""])),
  );
  const known = (await Promise.all(Array.from(projects, (project) => service.components(project)))).flat();
  const clones = new Map(known.map(({ path, url, linkedTo }) => [componentName(path), linkedTo ?? url]));
  const work = workOf(result, (component) => clones.get(component) ?? component);
  return work.filter(({ component }) => bound.has(component));
}

function standingsOfPlan(
  { bindings }: ResolvedMapping,
  bound: ReadonlyMap<string, string>,
  { statistics }: Pick<RunResult, "statistics">,
): Standings {
  const rows = Map.groupBy(statistics, ({ component }) => bound.get(component) ?? component);
  return standingsOf(
    bindings.flatMap((binding) => {
      const own = rows.get(componentName(binding.component));
      if (own === undefined) return [];
      return [
        {
          binding,
          strings: own.find(({ isSource }) => isSource)?.total ?? 0,
          languages: own.filter(({ isSource }) => !isSource),
        },
      ];
    }),
  );
}

/** Only of projects in which a component of the shard has a limit that is judged by them. */
function standingsFor(
  { bindings }: ResolvedMapping,
  names: readonly string[],
  standings: Standings,
): Standings | undefined {
  const limited = bindings.filter(
    ({ component, pull }) =>
      pull.isJudgedAlone !== true &&
      (pull.minimumTranslated > 0 || pull.keepAbove > 0) &&
      names.includes(componentName(component)),
  );
  if (limited.length === 0) return undefined;
  const projects = new Set(limited.map(({ component }) => component.project));
  return Object.fromEntries(Object.entries(standings).filter(([project]) => projects.has(project)));
}
