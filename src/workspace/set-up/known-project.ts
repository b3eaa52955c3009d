import { RemoteError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import type { ServedFiles } from "../../mapping/served-names.ts";
import type { Account } from "../../service-client/examination.ts";
import type { ServiceSetUp } from "../../service-client/service-set-up.ts";
import type { ServiceComponent, TranslationService } from "../../service-client/translation-service.ts";
import { otherRepository } from "../../sync/observe/component-facts.ts";
import { isSameRepository } from "../../sync/observe/repository-address.ts";
import { chosenProject, ownProjects } from "./chosen-project.ts";

/** The project that a new mapping is for, and what it has already. */
export interface KnownProject {
  readonly project: string;
  readonly served: readonly ServedFiles[];
}

/** So many projects are asked for what they read; a service with more of them is one for everybody. */
const MOST_ASKED = 20;

/**
 * Asks the service which project is the one, and for its components.
 * @param named the project that somebody names
 * @param repository the repository's name as a slug
 * @param addresses of the repository, besides those of its remotes
 */
export async function knownProject(
  git: Pick<Git, "remoteUrls">,
  on: {
    readonly account: Account | undefined;
    readonly setUp: Pick<ServiceSetUp, "projects">;
    readonly service: Pick<TranslationService, "components">;
  },
  {
    named,
    repository,
    addresses = [],
  }: { readonly named: string | undefined; readonly repository: string; readonly addresses?: readonly string[] },
): Promise<KnownProject> {
  const components = new Map<string, readonly ServiceComponent[]>();
  const componentsOf = async (slug: string): Promise<readonly ServiceComponent[]> => {
    const known = components.get(slug) ?? (await visibleComponents(on.service, slug));
    components.set(slug, known);
    return known;
  };
  const urls = [...(await git.remoteUrls()), ...addresses];
  let project = named;
  if (project === undefined) {
    const visible = await on.setUp.projects();
    const own = ownProjects(on.account);
    const asked = own.length > 0 ? own : visible;
    const reading: string[] = [];
    for (const slug of urls.length > 0 && asked.length <= MOST_ASKED ? asked : []) {
      const found = await componentsOf(slug);
      if (found.some(({ repository: read }) => read !== undefined && isSameRepository(read, urls))) reading.push(slug);
    }
    project = chosenProject({ account: on.account, visible, reading }, repository);
  }
  const served = await componentsOf(project);
  return {
    project,
    served: served.map((component) => ({
      ...component,
      names: [...component.path.categories, component.path.component],
      isElsewhere: otherRepository(served, component, urls) !== undefined,
    })),
  };
}

/** None of a project that the token does not see. */
async function visibleComponents(
  service: Pick<TranslationService, "components">,
  slug: string,
): Promise<readonly ServiceComponent[]> {
  try {
    return await service.components(slug);
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return [];
    throw error;
  }
}
