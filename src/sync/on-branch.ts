import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Git } from "../git/git.ts";
import { componentName, type ResolvedMapping } from "../mapping/binding.ts";
import { branchComponents, ruleFor } from "../mapping/branch-components.ts";
import type { TranslationService } from "../service-client/translation-service.ts";
import { decideBranchComponents, decideSweep, type BranchObservation } from "./branch-components.ts";
import type { CreateComponentStep, Finding, RemoveComponentStep, Step, StepOutcome } from "./plan.ts";
import { holds } from "./file-versions.ts";
import { timed, type Done } from "./timed-step.ts";

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
  const [branches, components, urls] = await Promise.all([
    git.remoteBranches(),
    Promise.all(projectsOf(mapping).map((project) => service.components(project))),
    repositoryUrls(),
  ]);
  return { branch, branches, known: components.flat(), urls };
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
    const alone = await nowhereElse(dependencies, step);
    if (alone !== undefined) return { ...DONE, outcome: "not-needed", detail: `kept: ${alone}` };
    logger.info(`Removing ${step.component}: ${step.reason}.`);
    await service.removeComponent(step.place);
    return DONE;
  });
}

/** As far back as a file is followed, in commits over all files. */
const HISTORY_LIMIT = 5_000;

/** What would be lost with the component, in words: translators' work that the branch we are on does not hold, now or earlier. */
async function nowhereElse(
  { service, git }: BranchDependencies,
  { place }: RemoveComponentStep,
): Promise<string | undefined> {
  const { needsCommit, needsPush } = await service.componentRepository(place);
  if (needsCommit) return "translations wait in it that are in no file yet";
  if (!needsPush) return undefined;
  const translations = await service.translations(place);
  const history = await git.history(
    translations.map(({ filename }) => filename),
    HISTORY_LIMIT,
  );
  const lost = translations.filter(
    ({ filename, revision }) => revision !== "" && !holds(filename, history.get(filename) ?? [], revision),
  );
  const [first] = lost;
  if (first === undefined) return undefined;
  const more = lost.length === 1 ? "" : ` and ${String(lost.length - 1)} more`;
  return `what was translated in ${first.filename}${more} is not in the history of the branch that is checked out; merge it, or remove the component on the service`;
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
