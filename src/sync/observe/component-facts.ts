import { defined } from "../../core/defined.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import type { ServiceComponent, TranslationService } from "../../service-client/translation-service.ts";
import type { ComponentFacts, ComponentObservation } from "./observation.ts";
import { isSameRepository } from "./repository-address.ts";

/** Asks what components are: one request for one of them, or one for a project of which several are asked. */
export async function componentsOf(
  service: TranslationService,
  asked: readonly ComponentObservation[],
): Promise<readonly ServiceComponent[]> {
  const projects = Map.groupBy(asked, ({ binding }) => binding.component.project);
  const lists = await Promise.all(
    [...projects].map(async ([project, components]) => {
      const [only] = components;
      if (components.length > 1 || only === undefined) return service.components(project);
      const component = await service.component(only.binding.component);
      // The owner of a shared clone decides the repository's address; it is among its project's components.
      return component.linkedTo === undefined ? [component] : service.components(project);
    }),
  );
  return lists.flat();
}

/** @param urls every address under which the repository we are in can be cloned */
export function factsOf(
  known: readonly ServiceComponent[],
  path: ComponentPath,
  urls: readonly string[],
): ComponentFacts | undefined {
  const name = componentName(path);
  const component = known.find((candidate) => componentName(candidate.path) === name);
  if (component === undefined) return undefined;
  const { linked, owner } = cloneOf(known, component);
  // Of a clone that another project owns nothing is told here, whatever the token may.
  const isElsewhere = component.linkedTo !== undefined && linked === undefined;
  const address = owner.repository ?? component.repository;
  return {
    component: { ...component, ...defined({ branch: owner.branch }) },
    readsThisRepository: address !== undefined && isSameRepository(address, urls),
    ...(address === undefined && !isElsewhere ? { isAddressHidden: true } : {}),
    owner: componentName(owner.path),
  };
}

/**
 * The address of the repository that a component reads, where it is known to be another one than ours. A component that was filled with
 * files reads none, and one that shares another project's clone may be of any.
 * @param urls every address under which the repository we are in can be cloned
 */
export function otherRepository(
  known: readonly ServiceComponent[],
  component: ServiceComponent,
  urls: readonly string[],
): string | undefined {
  const address = cloneOf(known, component).owner.repository ?? component.repository;
  const isUnknown = address === undefined || address.startsWith(FILLED_WITH_FILES) || urls.length === 0;
  return isUnknown || isSameRepository(address, urls) ? undefined : address;
}

/** What the service shows in the place of an address. */
const FILLED_WITH_FILES = "local:";

function cloneOf(
  known: readonly ServiceComponent[],
  component: ServiceComponent,
): { readonly linked: ServiceComponent | undefined; readonly owner: ServiceComponent } {
  const linked = known.find((candidate) => candidate.url === component.linkedTo);
  return { linked, owner: linked ?? component };
}
