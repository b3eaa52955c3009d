import { UserError } from "../../core/errors.ts";
import { mostExact } from "../../records/repositories/repository-pattern.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { ServiceAddress } from "../../service-client/service-address.ts";

/**
 * The token of the service that a mapping names, for one repository: a mapping is written by whoever may write to its
 * repository, so a token goes to its own service alone, and only for repositories that the settings name. Where several fit,
 * that of the most exact pattern counts.
 * @param service as the mapping has it
 * @param repository `owner/name`
 * @returns {UserError} `IL-B21` where there is none
 */
export function serviceTokenFor(
  { services }: Pick<Settings, "services">,
  service: string,
  repository: string,
): string | UserError {
  const wanted = placeOf(service);
  const here = Object.values(services).filter(({ url }) => wanted !== undefined && placeOf(url) === wanted);
  const offers = here.flatMap(({ repositories, token }) =>
    token.trim() === "" ? [] : repositories.map((pattern) => ({ pattern, token })),
  );
  const found = mostExact(offers, repository, ({ pattern }) => pattern);
  if (found !== undefined) return found.token;
  return new UserError(`there is no token of ${wanted ?? "the mapping's service"} for ${repository}`, {
    code: "IL-B21",
    hint:
      here.length === 0
        ? "Add the service under `services` of the settings, or correct `service` in the mapping."
        : `Add ${repository} to the \`repositories\` of the service in the settings, which needs a token.`,
  });
}

/** Whether the settings have the service that a mapping names, for whatever repositories. */
export function hasService({ services }: Pick<Settings, "services">, service: string): boolean {
  const wanted = placeOf(service);
  return wanted !== undefined && Object.values(services).some(({ url }) => placeOf(url) === wanted);
}

/** Origin and path, however they are written; undefined where no token may go there. */
function placeOf(address: string): string | undefined {
  try {
    return new ServiceAddress(address).url;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
