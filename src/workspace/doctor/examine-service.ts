import { systemClock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import type {
  RepositoryStatus,
  ServiceComponent,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { factsOf, otherRepository } from "../../sync/observe/component-facts.ts";
import { checkHealth } from "../../sync/health/health-check.ts";
import type { HealthFinding } from "../../sync/health/health.ts";
import type { HealDependencies, HealedClone, Healing } from "../../sync/healing/heal-clones.ts";
import { explainMissing } from "../../sync/observe/explain-missing.ts";
import { planWords, type PlannedEnd } from "../../sync/healing/heal-plan.ts";
import type { ServedComponent } from "./judge-component.ts";
import { problem, remarksOf, warning, type Remark } from "./remark.ts";

/** What the service has of everything that is bound. */
export interface ServiceObservation {
  /** The components of each project; a remark where they cannot be had. */
  readonly projects: ReadonlyMap<string, readonly ServiceComponent[]>;
  readonly served: ReadonlyMap<Binding, ServedComponent>;
  readonly remarks: readonly Remark[];
}

/** Asks for each project's components once, and for each bound component's languages. Writes nothing. */
export async function observeService(
  { service, git }: { readonly service: TranslationService; readonly git: Git },
  bindings: readonly Binding[],
): Promise<ServiceObservation> {
  const remarks: Remark[] = [];
  const projects = new Map<string, readonly ServiceComponent[]>();
  for (const [project, [binding]] of Map.groupBy(bindings, ({ component }) => component.project)) {
    try {
      const components = service.components(project);
      projects.set(
        project,
        await (binding === undefined
          ? components
          : components.catch((error: unknown) => explainMissing(service, binding, error))),
      );
    } catch (error) {
      remarks.push(...remarksOf(project, error));
    }
  }
  const urls = await git.remoteUrls();
  const served = new Map<Binding, ServedComponent>();
  await Promise.all(
    bindings.map(async (binding) => {
      const known = projects.get(binding.component.project) ?? [];
      const facts = factsOf(known, binding.component, urls);
      if (facts === undefined) return;
      try {
        const translations = await service.translations(facts.component.path);
        const { component, readsThisRepository } = facts;
        const address = otherRepository(known, component, urls);
        served.set(binding, {
          component,
          readsThisRepository,
          translations,
          ...defined({ otherRepository: address }),
        });
      } catch (error) {
        remarks.push(...remarksOf(componentName(binding.component), error));
      }
    }),
  );
  return { projects, served, remarks };
}

/** What a run would say of the service's clones and locks at its end, and what it would do about them. */
export async function examineHealth(
  { service, git }: { readonly service: TranslationService; readonly git: Git },
  { projects, served }: ServiceObservation,
): Promise<readonly Remark[]> {
  const dependencies = { service, git, clock: systemClock, repositoryUrls: () => git.remoteUrls() };
  const repositories = await Promise.all(
    [...projects.keys()].map(async (slug) => ({ slug, repository: await statusOf(service, slug) })),
  );
  const components = [...served].map(([binding, { component, readsThisRepository }]) => {
    const name = componentName(binding.component);
    return {
      name,
      binding,
      facts: { component, readsThisRepository, owner: name },
      source: { path: binding.source, blob: "", translation: undefined },
      translations: [],
      served: 0,
      unserved: [],
    };
  });
  const findings = await checkHealth(dependencies, {
    observation: { projects: repositories, components },
    outcomes: [],
  });
  const healing = await wouldHeal(dependencies, [...served.keys()]);
  if (healing === undefined) return findings.map(healthRemark);
  const told = new Set(healing.clones.flatMap(({ owner, outcome }) => (outcome === "in-step" ? [] : [owner])));
  const others = findings.filter(
    ({ component, kind }) => !(told.has(component) && (kind === "merge-failure" || kind === "needs-merge")),
  );
  return [...healing.unfinished.map(endRemark), ...healing.clones.flatMap(pullRemark)].concat(
    [...healing.health, ...others].map(healthRemark),
  );
}

/** What `interlinear heal` would do; undefined where it cannot be told. */
async function wouldHeal(dependencies: HealDependencies, bindings: readonly Binding[]): Promise<Healing | undefined> {
  const { git } = dependencies;
  const [branch, commit] = await Promise.all([git.branch(), git.head()]);
  if (branch === undefined || commit === undefined || bindings.length === 0) return undefined;
  try {
    const { healClones } = await import("../../sync/healing/heal-clones.ts");
    return await healClones(dependencies, { bindings }, { branch, commit, dryRun: true, onlyBehind: true });
  } catch (error) {
    // What the service does not show is said of the token.
    if (error instanceof RemoteError) return undefined;
    throw error;
  }
}

function endRemark({ owner, unlocks, uploads }: PlannedEnd): Remark {
  return warning(
    owner,
    "an earlier run began to reset the clone of this component on the service, and did not end it",
    {
      details: [
        ...unlocks.map((name) => `${name}: to be unlocked`),
        ...uploads.map((file) => `${file}: its strings to be uploaded, where nobody saved another text since`),
      ],
      remedy: "The next `interlinear sync` or `interlinear heal` ends it.",
    },
  );
}

function pullRemark({ owner, outcome, plan }: HealedClone): readonly Remark[] {
  if (outcome !== "would-pull" || plan === undefined) return [];
  const message = "the service has not taken over the newest commits of this repository; where it cannot merge them:";
  const remedy = "The next `interlinear sync` tells it to pull, and resets it where it cannot merge.";
  return [warning(owner, message, { remedy, details: planWords(plan) })];
}

async function statusOf(service: TranslationService, project: string): Promise<RepositoryStatus | "hidden"> {
  try {
    return await service.projectRepository(project);
  } catch (error) {
    // What the token may not do is said of the token.
    if (error instanceof RemoteError) return "hidden";
    throw error;
  }
}

function healthRemark({ kind, component, isBlocking, message, words, details, remedies }: HealthFinding): Remark {
  const said = words === undefined || words === "" ? "" : `: “${words}”`;
  const [remedy] = remedies;
  const judge = isBlocking || kind === "locked" ? problem : warning;
  return judge(component, `${message}${said}`, {
    ...(kind === "locked" ? { code: "IL-S09" } : {}),
    ...defined({ remedy, details }),
  });
}
