import {
  componentName,
  type Binding,
  type BranchSettings,
  type ComponentPath,
  type ResolvedMapping,
} from "./binding.ts";
import { matchesBranch } from "./branch-pattern.ts";

/** A component that stands for one of the mapping on a branch. */
export interface BranchComponent {
  /** As the mapping names it. */
  readonly original: Binding;
  readonly path: ComponentPath;
}

/** The rule of the mapping for a branch: the first whose pattern fits. */
export function ruleFor(mapping: ResolvedMapping, branch: string): BranchSettings | undefined {
  return mapping.branches.find((rule) => matchesBranch(rule.branch, branch));
}

/**
 * Components that stand for those of the mapping on a branch; empty where no rule fits. Slugs are made of the branch's
 * name alone, so that a branch finds its components again without remembering anything.
 */
export function branchComponents(mapping: ResolvedMapping, branch: string): readonly BranchComponent[] {
  const rule = ruleFor(mapping, branch);
  if (rule === undefined) return [];
  return mapping.bindings.map((original) => ({ original, path: pathOnBranch(original.component, rule, branch) }));
}

export function pathOnBranch(path: ComponentPath, rule: BranchSettings, branch: string): ComponentPath {
  const fill = (template: string): string =>
    template.replaceAll("{component}", path.component).replaceAll("{branch}", branchSlug(branch));
  return {
    project: path.project,
    categories: rule.category === undefined ? path.categories : [fill(rule.category), ...path.categories],
    component: rule.component === undefined ? path.component : fill(rule.component),
  };
}

/** `release/2.0` → `release-2-0`: what a slug may hold. */
export function branchSlug(branch: string): string {
  return branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** The mapping with its components replaced by those of the branch, all but `absent` ones. */
export function mappingOnBranch(
  mapping: ResolvedMapping,
  components: readonly BranchComponent[],
  absent: ReadonlySet<string> = new Set(),
): ResolvedMapping {
  return {
    ...mapping,
    bindings: components.flatMap(({ original, path }) =>
      absent.has(componentName(path)) ? [] : [{ ...original, component: path }],
    ),
  };
}

/** Names that two components of the mapping, or two branches, would both have on the service: each with who wants it. */
export function nameClashes(
  mapping: ResolvedMapping,
  branch: string,
  branches: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const wanted = new Map<string, string[]>();
  const want = (name: string, by: string): void => {
    wanted.set(name, [...(wanted.get(name) ?? []), by]);
  };
  for (const { original, path } of branchComponents(mapping, branch)) {
    want(componentName(path), `${componentName(original.component)} on ${branch}`);
  }
  for (const other of branches.filter((each) => each !== branch && branchSlug(each) === branchSlug(branch))) {
    for (const { original, path } of branchComponents(mapping, other)) {
      if (wanted.has(componentName(path)))
        want(componentName(path), `${componentName(original.component)} on ${other}`);
    }
  }
  for (const { component } of mapping.bindings) {
    const name = componentName(component);
    if (wanted.has(name)) want(name, `${name} on every other branch`);
  }
  return new Map([...wanted].filter(([, names]) => names.length > 1));
}
