import { RemoteError, UserError } from "../../core/errors.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import { nearest } from "../../mapping/nearest.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";

type KnowingService = Pick<TranslationService, "url" | "components" | "projects">;

/** A 404 is the commonest mistake in a mapping: it gets the place and the nearest name that the token can see. */
export async function explainMissing(service: KnowingService, binding: Binding, error: unknown): Promise<never> {
  if (!(error instanceof RemoteError) || error.status !== 404) throw error;
  const { project } = binding.component;
  const wanted = componentName(binding.component).slice(project.length + 1);
  const known = await service
    .components(project)
    .then((components) => components.map(({ path }) => componentName(path).slice(project.length + 1)))
    .catch(unlessHidden);
  if (known === undefined) {
    const projects = await service.projects().catch((failure: unknown): readonly string[] => {
      if (failure instanceof RemoteError && failure.status === 404) throw noService(service, binding, failure);
      unlessHidden(failure);
      return [];
    });
    if (projects.includes(project)) {
      throw new RemoteError(`${service.url} shows the project "${project}" to the token, and not its components`, {
        code: "IL-S10",
        hint: "What the token may see was changed a moment ago, or a proxy in front of the service lets only some of its addresses through. Run again.",
        status: 404,
        cause: error,
      });
    }
    const close = nearest(project, projects);
    const seen = projects.length === 0 ? "none" : firstOf(projects);
    throw new UserError(`no project "${project}" on ${service.url}, or the token may not see it`, {
      code: "IL-P01",
      place: binding.projectPlace ?? binding.place,
      hint: `${close === undefined ? "" : `Did you mean "${close}"? `}The token sees ${seen}. Correct \`project\`, or have whoever manages that project give the token's user a team of it, or take back that user's block there.`,
      cause: error,
    });
  }
  const guess = nearest(wanted, known);
  throw new UserError(`no component "${wanted}" in project "${project}" on ${service.url}`, {
    code: "IL-P01",
    place: binding.place,
    hint:
      known.length === 0
        ? "The project has no component yet, or the token may see none: restricted components need a team of their own. `interlinear push --create` makes what is missing."
        : `${guess === undefined ? "" : `Did you mean "${guess}"? `}The service knows: ${firstOf(known)}. If somebody removed it there, leave it out of the mapping, or make it anew: \`interlinear push --create\`. A restricted component is seen by its own teams only.`,
    cause: error,
  });
}

/** What fails for another reason tells nothing of what there is. */
function unlessHidden(failure: unknown): undefined {
  if (!(failure instanceof RemoteError) || (failure.status !== 403 && failure.status !== 404)) throw failure;
  return undefined;
}

/** Where not even the list of projects is, the address has a folder too many, or one too few. */
function noService({ url }: KnowingService, { servicePlace, place }: Binding, cause: RemoteError): UserError {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, "");
  return new UserError(`there is no translation service at ${url}: it has no ${url}/api/projects/`, {
    code: "IL-P01",
    place: servicePlace ?? place,
    hint:
      path === ""
        ? "Write the address of the service's own start page, with the folder that it may be in."
        : `Correct \`service\`. If the service is not in the folder ${path}, write ${origin}.`,
    cause,
  });
}

/** Of a thousand nobody finds the one. */
const MOST_NAMED = 12;

function firstOf(names: readonly string[]): string {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ["…"] : [])].join(", ");
}
