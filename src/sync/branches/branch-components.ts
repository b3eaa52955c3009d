import type { ComponentPath, ResolvedMapping } from "../../mapping/binding.ts";
import { componentName } from "../../mapping/binding.ts";
import {
  branchComponents,
  mappingOnBranch,
  nameClashes,
  pathOnBranch,
  ruleFor,
} from "../../mapping/branch-components.ts";
import { matchesBranch } from "../../mapping/branch-pattern.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import type { CreateComponentStep, Finding, RemoveComponentStep } from "../plan.ts";
import { isSameRepository } from "../observe/repository-address.ts";

/** What decides which components of branches come and go; nothing of it is asked for where the mapping has no `branches`. */
export interface BranchObservation {
  /** The branch that the run is for. */
  readonly branch: string;
  /** All branches of the repository on its remote. */
  readonly branches: readonly string[];
  /** Addresses of the repository that has them, of which `urls` may name more: a fork's clone knows its model too. */
  readonly branchesOf: readonly string[];
  /** Every component of the mapping's projects that the token sees. */
  readonly known: readonly ServiceComponent[];
  /** Addresses under which the repository can be cloned. */
  readonly urls: readonly string[];
}

export interface BranchPlan {
  /** The mapping with the branch's components in place of its own; without those that are not there yet. */
  readonly mapping: ResolvedMapping;
  readonly steps: readonly CreateComponentStep[];
  readonly findings: readonly Finding[];
}

export interface SweepPlan {
  readonly steps: readonly RemoveComponentStep[];
  readonly findings: readonly Finding[];
}

/** Where a component stands on the branch of the run, and what has to be made first. Pure. */
export function decideBranchComponents(mapping: ResolvedMapping, observation: BranchObservation): BranchPlan {
  const { branch, branches } = observation;
  const rule = ruleFor(mapping, branch);
  if (rule === undefined) return { mapping, steps: [], findings: [] };
  const components = branchComponents(mapping, branch);
  const clashes = nameClashes(mapping, branch, branches);
  const absent = new Set<string>();
  const steps: CreateComponentStep[] = [];
  const findings: Finding[] = [];
  for (const { original, path } of components) {
    const name = componentName(path);
    const clash = clashes.get(name);
    if (clash !== undefined) {
      absent.add(name);
      findings.push(clashFinding(name, clash));
      continue;
    }
    const there = find(observation.known, path);
    const other = there === undefined ? undefined : otherBranch(there, observation);
    if (other !== undefined) {
      absent.add(name);
      findings.push(anotherBranch(name, branch, other));
      continue;
    }
    if (there !== undefined) continue;
    absent.add(name);
    const made = rule.create ? source(original.component, observation) : notMade(name, branch);
    if ("kind" in made) {
      findings.push({ ...made, component: name });
      continue;
    }
    steps.push({
      kind: "create-component",
      component: name,
      place: path,
      like: original.component,
      name: nameOnBranch(made.name, branch),
      repository: made.repository,
      branch,
      reason: `the branch ${branch} has no component for ${componentName(original.component)} yet`,
    });
  }
  return { mapping: mappingOnBranch(mapping, components, absent), steps, findings };
}

/**
 * Components that were made for branches which are gone: those alone that a rule gives for the very branch the service
 * reads, of a component of the mapping, and that clone this repository. Pure.
 */
export function decideSweep(mapping: ResolvedMapping, { branches, branchesOf, known }: BranchObservation): SweepPlan {
  const there = new Set(branches);
  // A remote that names no branches was not understood, or is empty: nothing can be said to be gone.
  if (there.size === 0) return { steps: [], findings: [] };
  const own = new Set(mapping.bindings.map(({ component }) => componentName(component)));
  const orphans = known.filter((component) => {
    const { branch, path } = component;
    if (branch === undefined || there.has(branch) || own.has(componentName(path))) return false;
    const rule = mapping.branches.find((each) => matchesBranch(each.branch, branch));
    if (rule?.remove !== true || !readsThisRepository(component, known, branchesOf)) return false;
    return mapping.bindings.some(
      (binding) => componentName(pathOnBranch(binding.component, rule, branch)) === componentName(path),
    );
  });
  // A component whose clone others share goes last: it takes the clone along.
  const steps = orphans
    .toSorted((one, other) => Number(one.linkedTo === undefined) - Number(other.linkedTo === undefined))
    .map(({ path, branch = "" }): RemoveComponentStep => ({
      kind: "remove-component",
      component: componentName(path),
      place: path,
      branch,
      reason: `the branch ${branch} is gone`,
    }));
  return { steps, findings: [] };
}

interface Source {
  readonly name: string;
  readonly repository: string;
}

/** What the component of the branch is made of; otherwise why it is not. */
function source(path: ComponentPath, observation: BranchObservation): Source | Omit<Finding, "component"> {
  const { known, urls } = observation;
  const original = find(known, path);
  if (original === undefined) {
    return {
      kind: "unmatched",
      message: `its model ${componentName(path)} is not on the service`,
      remedy: "Create the component of the default branch first, or correct its slug in the mapping.",
    };
  }
  const repository = repositoryOf(original, known);
  if (repository !== undefined && isSameRepository(repository, urls)) return { name: original.name, repository };
  return {
    kind: "unmatched",
    message:
      repository === undefined
        ? `its model ${componentName(path)} shows no repository to this token`
        : `its model ${componentName(path)} reads ${withoutUser(repository)}, not this repository: there is no branch to read`,
    remedy:
      "Let the component of the default branch clone this repository (and the token's user see it: vcs.view), or create this one on the service.",
  };
}

/** The branch of this repository that a component reads, if it is not the run's: made for one that is written alike. */
function otherBranch(component: ServiceComponent, { branch, known, urls }: BranchObservation): string | undefined {
  const read = known.find(({ url }) => url === component.linkedTo)?.branch ?? component.branch;
  return read !== undefined && read !== branch && readsThisRepository(component, known, urls) ? read : undefined;
}

function anotherBranch(name: string, branch: string, read: string): Finding {
  return {
    kind: "unmatched",
    component: name,
    message: `it would stand for ${branch}, and reads ${read} of this repository: nothing was sent to it`,
    remedy: `Remove it on the service if ${read} is gone, or let it read ${branch}.`,
  };
}

function notMade(name: string, branch: string): Omit<Finding, "component"> {
  return {
    kind: "unmatched",
    message: `there is no component ${name} for the branch ${branch}, and the mapping says \`create: false\``,
    remedy: "Create it on the service, or let it be made.",
  };
}

function clashFinding(name: string, wanted: readonly string[]): Finding {
  return {
    kind: "unmatched",
    component: name,
    message: `it would stand for ${wanted.join(" and for ")}: nothing was sent to it`,
    remedy: "Let `branches` give each its own name: `{component}-{branch}`; rename one of the branches if it is they.",
  };
}

function find(known: readonly ServiceComponent[], path: ComponentPath): ServiceComponent | undefined {
  const name = componentName(path);
  return known.find((candidate) => componentName(candidate.path) === name);
}

/**
 * The addresses among `urls` of the very repository whose branches were listed: without those of other remotes, and none
 * where that one is not among them.
 * @param remotes addresses of all remotes
 * @param listed those of the one whose branches are known
 */
export function addressesOf(
  urls: readonly string[],
  remotes: readonly string[],
  listed: readonly string[],
): readonly string[] {
  if (!urls.some((url) => isSameRepository(url, listed))) return [];
  const others = remotes.filter((url) => !isSameRepository(url, listed));
  return urls.filter((url) => !isSameRepository(url, others));
}

function readsThisRepository(
  component: ServiceComponent,
  known: readonly ServiceComponent[],
  urls: readonly string[],
): boolean {
  const repository = repositoryOf(component, known);
  return repository !== undefined && isSameRepository(repository, urls);
}

/** Of one that shares a clone: what the clone's owner reads. */
function repositoryOf(component: ServiceComponent, known: readonly ServiceComponent[]): string | undefined {
  return known.find(({ url }) => url === component.linkedTo)?.repository ?? component.repository;
}

function withoutUser(address: string): string {
  return address.replace(/\/\/[^@/]*@/, "//");
}

const LONGEST_NAME = 100;

/** The service wants names unique in a project, and at most 100 characters. */
function nameOnBranch(name: string, branch: string): string {
  const suffix = ` (${branch})`;
  if (suffix.length >= LONGEST_NAME) return suffix.slice(0, LONGEST_NAME);
  return `${name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`;
}
