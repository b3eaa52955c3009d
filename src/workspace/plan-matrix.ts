import { defined } from "../core/defined.ts";
import { componentName, type ResolvedMapping } from "../mapping/binding.ts";
import { branchComponents } from "../mapping/branch-components.ts";
import type { TranslationService } from "../service-client/translation-service.ts";
import { standingsOf } from "../sync/decide/standing.ts";
import type { RunResult, Standings } from "../sync/index.ts";
import { shardsOf, workOf } from "../sync/shards.ts";
import type { Matrix } from "./matrix.ts";

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
        ...defined({ standings: needed }),
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
