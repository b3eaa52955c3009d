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
import { factsOf } from "../../sync/observe/component-facts.ts";
import { checkHealth } from "../../sync/health/health-check.ts";
import type { HealthFinding } from "../../sync/health/health.ts";
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
  for (const project of new Set(bindings.map(({ component }) => component.project))) {
    try {
      projects.set(project, await service.components(project));
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
        served.set(binding, { component, readsThisRepository, translations });
      } catch (error) {
        remarks.push(...remarksOf(componentName(binding.component), error));
      }
    }),
  );
  return { projects, served, remarks };
}

/** What a run would say of the service's clones and locks at its end. */
export async function examineHealth(
  { service, git }: { readonly service: TranslationService; readonly git: Git },
  { projects, served }: ServiceObservation,
): Promise<readonly Remark[]> {
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
  const findings = await checkHealth(
    { service, clock: systemClock, repositoryUrls: () => git.remoteUrls() },
    { observation: { projects: repositories, components }, outcomes: [] },
  );
  return findings.map(healthRemark);
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

function healthRemark({ kind, component, isBlocking, message, words, remedies }: HealthFinding): Remark {
  const said = words === undefined || words === "" ? "" : `: “${words}”`;
  const [remedy] = remedies;
  const judge = isBlocking || kind === "locked" ? problem : warning;
  return judge(component, `${message}${said}`, {
    ...(kind === "locked" ? { code: "IL-S09" } : {}),
    ...defined({ remedy }),
  });
}
