import type { Clock } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type ResolvedMapping } from "../../mapping/binding.ts";
import { branchComponents, ruleFor } from "../../mapping/branch-components.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";
import { addressesOf, decideBranchComponents, decideSweep, type BranchObservation } from "./branch-components.ts";
import type { CreateComponentStep, Finding, RemoveComponentStep, RunResult, Step, StepOutcome } from "../plan.ts";
import { nowhereElse } from "./branch-removal.ts";
import { resultOf } from "../empty-result.ts";
import { timed, type Done } from "../timed-step.ts";

export interface BranchDependencies {
  readonly service: TranslationService;
  readonly git: Git;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Every address under which the repository we are in can be cloned. */
  readonly repositoryUrls: () => Promise<readonly string[]>;
}

/** What a run is to do, seen from the components of its branch. */
export interface BranchIntent {
  /** Whether missing ones are made; otherwise they are only planned. */
  readonly creates: boolean;
  /** Whether those of branches that are gone are removed. */
  readonly sweeps: boolean;
  /** The same, said and not done. */
  readonly dryRun: boolean;
}

/** The mapping as it stands on the run's branch, and what was done for it. */
export interface OnBranch {
  readonly mapping: ResolvedMapping;
  readonly outcomes: readonly StepOutcome[];
  readonly findings: readonly Finding[];
}

/**
 * Puts the components of the branch in place of the mapping's own, makes those that are missing, and removes those of
 * branches that are gone. Costs nothing where the mapping has no `branches`.
 */
export async function standOnBranch(
  dependencies: BranchDependencies,
  mapping: ResolvedMapping,
  intent: BranchIntent,
): Promise<OnBranch> {
  const branch = mapping.branches.length === 0 ? undefined : await dependencies.git.branch();
  const concerns = branch !== undefined && ruleFor(mapping, branch) !== undefined;
  if (branch === undefined || !(concerns || intent.sweeps)) return { mapping, outcomes: [], findings: [] };
  const observation = await observeBranches(dependencies, mapping, branch);
  const plan = decideBranchComponents(mapping, observation);
  const sweep = intent.sweeps ? decideSweep(mapping, observation) : { steps: [], findings: [] };
  if (intent.dryRun || !intent.creates) {
    const steps = intent.creates ? [...plan.steps, ...sweep.steps] : sweep.steps;
    return {
      mapping: plan.mapping,
      outcomes: steps.map(onlyPlanned),
      findings: [...plan.findings, ...(intent.creates ? [] : plan.steps.map(notThereYet))],
    };
  }
  const created = await inTurn(plan.steps, (step) => create(dependencies, step));
  const removed = await inTurn(sweep.steps, (step) => remove(dependencies, step));
  return {
    mapping: decideBranchComponents(mapping, {
      ...observation,
      known: await known(dependencies, mapping, created, observation),
    }).mapping,
    outcomes: [...created, ...removed],
    findings: plan.findings,
  };
}

/**
 * Removes the components of branches that are gone, and does nothing else.
 * @param dryRun they are only named
 */
export async function sweepBranches(
  dependencies: BranchDependencies,
  mapping: ResolvedMapping,
  dryRun: boolean,
): Promise<RunResult> {
  const { service, clock, git } = dependencies;
  const start = clock.now().getTime();
  const observation = await observeBranches(dependencies, mapping, (await git.branch()) ?? "");
  const { steps, findings } = decideSweep(mapping, observation);
  const outcomes = dryRun ? steps.map(onlyPlanned) : await inTurn(steps, (step) => remove(dependencies, step));
  return resultOf({
    dryRun,
    service: service.url,
    plan: { steps, findings, inStep: 0 },
    steps: outcomes,
    traffic: { ...service.traffic(), milliseconds: clock.now().getTime() - start },
  });
}

/** `web` and `acme/web` mean the component that stands for it on the branch. */
export function namesOnBranch(
  mapping: ResolvedMapping,
  branch: string | undefined,
  names: readonly string[],
): readonly string[] {
  const components = branch === undefined ? [] : branchComponents(mapping, branch);
  return names.map((name) => {
    const found = components.find(
      ({ original: { component } }) => componentName(component) === name || component.component === name,
    );
    return found === undefined ? name : componentName(found.path);
  });
}

async function observeBranches(
  { service, git, repositoryUrls }: BranchDependencies,
  mapping: ResolvedMapping,
  branch: string,
): Promise<BranchObservation> {
  const [remote, remotes, components, urls] = await Promise.all([
    git.remoteBranches(),
    git.remoteUrls(),
    Promise.all(projectsOf(mapping).map((project) => service.components(project))),
    repositoryUrls(),
  ]);
  const branchesOf = addressesOf(urls, remotes, remote.urls);
  return { branch, branches: remote.names, branchesOf, known: components.flat(), urls };
}

/** Asked again only where something was made. */
async function known(
  { service }: BranchDependencies,
  mapping: ResolvedMapping,
  created: readonly StepOutcome[],
  observation: BranchObservation,
): Promise<BranchObservation["known"]> {
  if (!created.some(({ outcome }) => outcome === "done")) return observation.known;
  return (await Promise.all(projectsOf(mapping).map((project) => service.components(project)))).flat();
}

function projectsOf({ bindings }: ResolvedMapping): readonly string[] {
  return [...new Set(bindings.map(({ component }) => component.project))];
}

/** The first of them makes the clone that the others share. */
async function inTurn<S extends Step>(
  steps: readonly S[],
  effect: (step: S) => Promise<StepOutcome>,
): Promise<readonly StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const step of steps) outcomes.push(await effect(step));
  return outcomes;
}

function create({ service, clock, logger }: BranchDependencies, step: CreateComponentStep): Promise<StepOutcome> {
  logger.info(`Creating ${step.component}: ${step.reason}.`);
  return timed(clock, step, async () => {
    await service.createLike(step.like, {
      path: step.place,
      name: step.name,
      repository: step.repository,
      branch: step.branch,
    });
    return DONE;
  });
}

function remove(dependencies: BranchDependencies, step: RemoveComponentStep): Promise<StepOutcome> {
  const { service, clock, logger } = dependencies;
  return timed(clock, step, async () => {
    const alone = await nowhereElse(dependencies, step.place);
    if (alone !== undefined) return { ...DONE, outcome: "not-needed", detail: `kept: ${alone}` };
    logger.info(`Removing ${step.component}: ${step.reason}.`);
    await service.removeComponent(step.place);
    return DONE;
  });
}

const DONE: Done = { outcome: "done", detail: "", bytes: 0 };

function onlyPlanned(step: Step): StepOutcome {
  return { step, outcome: "planned", detail: "", bytes: 0, milliseconds: 0 };
}

function notThereYet({ component, branch }: CreateComponentStep): Finding {
  return {
    kind: "unmatched",
    component,
    message: `the component of the branch ${branch} is not there yet`,
    remedy: "It is made when the branch is pushed, or by `sync`.",
  };
}
