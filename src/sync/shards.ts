import type { LanguageStatistics, Plan, Step } from "./plan.ts";

/** Forges start at most so many jobs of one matrix. */
export const MOST_SHARDS = 256;

export interface ComponentWork {
  /** `acme/website` */
  readonly component: string;
  /** The same for components that one shard has to work on, in turn: because of the clone they share on the service. */
  readonly together: string;
  /** Strings to move, and something for every step. Positive. */
  readonly work: number;
}

export interface ComponentShard {
  readonly components: readonly string[];
  readonly work: number;
}

/** What a step costs besides its strings: some requests, as much as moving a small file. */
const STEP_WORK = 100;

interface PlannedWork {
  readonly plan: Plan;
  readonly statistics: readonly Pick<LanguageStatistics, "component" | "language" | "total">[];
}

/**
 * The work of each component that a plan has something to do in, or holds something back from. What a commit of a project
 * or a pull of a clone brings is not known before: it is a step for each component that it could bring something to.
 *
 * Of components that share a clone those stay together that change something there, and all of them where the clone is
 * pulled: one shard would not see what another one's pull brings. Those that only have something to fetch are free to go.
 * @param cloneOf names the clone of a component, by any word
 */
export function workOf(
  { plan, statistics }: PlannedWork,
  cloneOf: (component: string) => string,
): readonly ComponentWork[] {
  const components = [...new Set(statistics.map(({ component }) => component))];
  const totals = new Map(statistics.map(({ component, language, total }) => [`${component} ${language}`, total]));
  const work = new Map<string, number>();
  const bound = new Set<string>();
  const add = (component: string, amount: number): void => {
    work.set(component, (work.get(component) ?? 0) + amount);
  };
  for (const step of plan.steps) {
    const reached = reachedBy(step, components, cloneOf);
    for (const component of reached) {
      add(component, STEP_WORK + stringsOf(step, totals));
      if (changesClone(step)) bound.add(component);
    }
  }
  for (const component of stoppedIn(plan)) if (!work.has(component)) add(component, STEP_WORK);
  return Array.from(work, ([component, amount]) => ({
    component,
    together: bound.has(component) ? `clone ${cloneOf(component)}` : component,
    work: amount,
  }));
}

function reachedBy(
  step: Step,
  components: readonly string[],
  cloneOf: (component: string) => string,
): readonly string[] {
  if (step.kind === "pull-repository") {
    const clone = cloneOf(step.owner);
    return components.filter((component) => component === step.component || cloneOf(component) === clone);
  }
  if (step.kind !== "commit" || !step.whole) return [step.component];
  return components.filter((component) => component.startsWith(`${step.component}/`));
}

function changesClone({ kind }: Step): boolean {
  return kind === "pull-repository" || kind === "upload" || kind === "rename" || kind === "add-language";
}

/** Their shard says again what was refused and fails for it, or what was blocked: nothing is closed then. */
function stoppedIn({ findings }: Plan): readonly string[] {
  return findings.filter(({ kind }) => kind === "refused" || kind === "blocked").map(({ component }) => component);
}

function stringsOf(step: Step, totals: ReadonlyMap<string, number>): number {
  if (step.kind !== "upload" && step.kind !== "download") return 0;
  return totals.get(`${step.component} ${step.language}`) ?? 0;
}

/**
 * Spreads components over at most `limit` shards, as evenly as can be told beforehand: the largest first, each to the shard
 * that has least to do. The same work gives the same shards.
 */
export function shardsOf(work: readonly ComponentWork[], limit: number): readonly ComponentShard[] {
  const groups = Array.from(Map.groupBy(work, ({ together }) => together).values(), (members): ComponentShard => ({
    components: members.map(({ component }) => component).toSorted(compareText),
    work: members.reduce((sum, each) => sum + each.work, 0),
  })).toSorted((a, b) => b.work - a.work || compareText(a.components.join(), b.components.join()));
  const shards: ComponentShard[] = Array.from({ length: Math.min(limit, MOST_SHARDS, groups.length) }, () => ({
    components: [],
    work: 0,
  }));
  for (const group of groups) {
    const index = leastOf(shards);
    const { components, work: there } = shards[index] ?? { components: [], work: 0 };
    shards[index] = { components: [...components, ...group.components], work: there + group.work };
  }
  return shards.map(({ components, work: amount }) => ({ components: components.toSorted(compareText), work: amount }));
}

function leastOf(shards: readonly ComponentShard[]): number {
  let least = 0;
  for (const [index, { work }] of shards.entries()) if (work < (shards[least]?.work ?? 0)) least = index;
  return least;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
