import type { LanguageStatistics, Plan, Step } from "./plan.ts";

/** Forges start at most so many jobs of one matrix. */
export const MOST_SHARDS = 256;

export interface ComponentWork {
  /** `acme/website` */
  readonly component: string;
  /** The same for components that share a clone on the service: operations on it act on all of them. */
  readonly clone: string;
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
 * The work of each component that a plan has something to do in, or holds something back from. A step on a whole project
 * is one for each of its components: what it brings is not known before.
 */
export function workOf({ plan, statistics }: PlannedWork): ReadonlyMap<string, number> {
  const components = [...new Set(statistics.map(({ component }) => component))];
  const work = new Map<string, number>();
  const add = (component: string, amount: number): void => {
    work.set(component, (work.get(component) ?? 0) + amount);
  };
  for (const step of plan.steps) {
    for (const component of namedBy(step, components)) add(component, STEP_WORK + stringsOf(step, statistics));
  }
  for (const component of refusedIn(plan)) if (!work.has(component)) add(component, STEP_WORK);
  return work;
}

function namedBy(step: Step, components: readonly string[]): readonly string[] {
  if (step.kind !== "commit" || !step.whole) return [step.component];
  return components.filter((component) => component.startsWith(`${step.component}/`));
}

/** Their shard says again what was refused, and fails for it. */
function refusedIn({ findings }: Plan): readonly string[] {
  return findings.filter(({ kind }) => kind === "refused").map(({ component }) => component);
}

function stringsOf(step: Step, statistics: PlannedWork["statistics"]): number {
  if (step.kind !== "upload" && step.kind !== "download") return 0;
  const { component, language } = step;
  return statistics.find((each) => each.component === component && each.language === language)?.total ?? 0;
}

/**
 * Spreads components over at most `limit` shards, as evenly as can be told beforehand: the largest first, each to the shard
 * that has least to do. The same work gives the same shards.
 */
export function shardsOf(work: readonly ComponentWork[], limit: number): readonly ComponentShard[] {
  const clones = Array.from(Map.groupBy(work, ({ clone }) => clone).values(), (members): ComponentShard => ({
    components: members.map(({ component }) => component).toSorted(compareText),
    work: members.reduce((sum, each) => sum + each.work, 0),
  })).toSorted((a, b) => b.work - a.work || compareText(a.components.join(), b.components.join()));
  const shards: ComponentShard[] = Array.from({ length: Math.min(limit, MOST_SHARDS, clones.length) }, () => ({
    components: [],
    work: 0,
  }));
  for (const clone of clones) {
    const index = leastOf(shards);
    const { components, work: there } = shards[index] ?? { components: [], work: 0 };
    shards[index] = { components: [...components, ...clone.components], work: there + clone.work };
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
