import { RemoteError } from "../../core/errors.ts";
import type { Clock } from "../../core/clock.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import type {
  RepositoryStatus,
  ServiceComponent,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { factsOf } from "../observe/component-facts.ts";
import {
  judgeHealth,
  stillPending,
  worstFirst,
  type CloneHealth,
  type ComponentLock,
  type HealthFinding,
} from "./health.ts";
import type { ComponentObservation, Observation } from "../observe/observation.ts";
import type { StepOutcome } from "../plan.ts";
import { lockOf, newestChange, ownerOfLock } from "./service-lock.ts";

export interface HealthDependencies {
  readonly service: TranslationService;
  readonly clock: Clock;
  readonly repositoryUrls: () => Promise<readonly string[]>;
}

/** What a run knows by itself of the service's health, without asking anything. */
export interface Symptoms {
  /** What was observed first, before anything was settled. */
  readonly observation: Pick<Observation, "projects"> & {
    readonly components: readonly Pick<ComponentObservation, "name" | "binding" | "facts">[];
  };
  /** Of the steps that were carried out; nothing in a dry run. */
  readonly outcomes: readonly StepOutcome[];
  /** Projects whose commit shows in what was listed since: nobody is asked whether it worked. */
  readonly proved?: ReadonlySet<string>;
}

/** Log entries about merging (facts §1.1): reset, merged, rebased, and both failures. */
const MERGES = [19, 20, 21, 22, 23];
const FAILED_MERGES: ReadonlySet<number> = new Set([22, 23]);
/** Clones looked at closely in one run, at most: a project whose upstream moves all the time is no illness. */
const MOST_CLONES = 50;

/**
 * Looks at the service's health. While all is well this asks nothing: the state of a project's repositories was asked for
 * anyway. It is asked again after a commit, and the components only where it tells of a merge, or a step failed.
 */
export async function checkHealth(
  dependencies: HealthDependencies,
  symptoms: Symptoms,
): Promise<readonly HealthFinding[]> {
  const { projects } = symptoms.observation;
  const findings = await Promise.all(projects.map(({ slug }) => checkProject(dependencies, slug, symptoms)));
  return worstFirst(findings.flat());
}

async function checkProject(
  dependencies: HealthDependencies,
  project: string,
  { observation, outcomes, proved }: Symptoms,
): Promise<readonly HealthFinding[]> {
  const components = observation.components.filter(({ binding }) => binding.component.project === project);
  const names = new Set([project, ...components.map(({ name }) => name)]);
  const done = outcomes.filter(({ step }) => step.kind !== "download" && names.has(step.component));
  const failed = new Set(done.filter(({ outcome }) => outcome === "failed").map(({ step }) => step.component));
  const committed = done.some(({ step, outcome }) => step.kind === "commit" && outcome === "done");
  const before = observation.projects.find(({ slug }) => slug === project)?.repository;
  const isProved = proved?.has(project) === true && done.every(({ step }) => step.kind === "commit");
  const known = seen(before);
  const status = isProved
    ? known && { ...known, needsCommit: false }
    : done.length === 0
      ? known
      : ((await projectStatus(dependencies, project, before)) ?? known);
  const isLocked = components.some(({ facts }) => facts?.component.locked === true);
  const isIll = failed.size > 0 || isLocked || status?.needsMerge === true;
  const pending = committed && failed.size === 0 && status?.needsCommit === true ? [stillPending(project)] : [];
  if (!isIll) return pending;
  const bound = components.map(({ binding }) => binding.component);
  return [...judgeHealth(await lookCloser(dependencies, project, bound, failed)), ...pending];
}

function seen(status: RepositoryStatus | "hidden" | "not-asked" | undefined): RepositoryStatus | undefined {
  return typeof status === "object" ? status : undefined;
}

async function projectStatus(
  { service }: HealthDependencies,
  project: string,
  before: RepositoryStatus | "hidden" | "not-asked" | undefined,
): Promise<RepositoryStatus | undefined> {
  return typeof before === "object" ? unlessRefused(service.projectRepository(project)) : undefined;
}

async function lookCloser(
  dependencies: HealthDependencies,
  project: string,
  bound: readonly ComponentPath[],
  failed: ReadonlySet<string>,
): Promise<readonly CloneHealth[]> {
  const { service, repositoryUrls } = dependencies;
  const known = await unlessRefused(service.components(project));
  if (known === undefined) return [];
  const urls = await repositoryUrls();
  const names = new Set(bound.map(componentName));
  const clones = Map.groupBy(
    known.filter(({ path }) => names.has(componentName(path))),
    ({ path }) => factsOf(known, path, urls)?.owner ?? componentName(path),
  );
  const looked = await Promise.all(
    [...clones].slice(0, MOST_CLONES).map(async ([owner, members]) => {
      const component = known.find(({ path }) => componentName(path) === owner) ?? members[0];
      if (component === undefined) return [];
      const health = await cloneHealth(dependencies, component, members, failed);
      if (health === undefined) return [];
      return [{ ...health, readsThisRepository: factsOf(known, component.path, urls)?.readsThisRepository === true }];
    }),
  );
  return looked.flat();
}

async function cloneHealth(
  { service, clock }: HealthDependencies,
  owner: ServiceComponent,
  members: readonly ServiceComponent[],
  failed: ReadonlySet<string>,
): Promise<Omit<CloneHealth, "readsThisRepository"> | undefined> {
  const status = await unlessRefused(service.componentRepository(owner.path));
  if (status === undefined) return undefined;
  const newest = status.needsMerge ? await newestChange(service, owner.path, MERGES) : undefined;
  const locked = members.filter((component) => component.locked === true);
  const own = locked.length === 0 ? undefined : await service.ownUsername().catch(() => undefined);
  const locks = await Promise.all(
    locked.map(async ({ path, webUrl }): Promise<ComponentLock> => {
      const lock = await lockOf(service, path);
      return {
        component: path,
        url: webUrl,
        lock,
        owner: ownerOfLock(lock, own, clock.now()),
        wasInTheWay: failed.has(componentName(path)),
      };
    }),
  );
  return {
    owner: owner.path,
    url: owner.webUrl,
    status,
    ...(newest !== undefined && FAILED_MERGES.has(newest.action)
      ? { failedMerge: { words: newest.target, since: newest.timestamp } }
      : {}),
    locks,
  };
}

/** What the token may not see is no finding; what it asked for says so itself. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RemoteError) return undefined;
    throw error;
  }
}
