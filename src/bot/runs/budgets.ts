import type { SeenRequest } from "../../network/seen-request.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { NewBudget } from "../../records/runs/budgets.ts";
import type { Settings } from "../../records/settings/settings.ts";

type Remaining = NonNullable<SeenRequest["remaining"]>;

/**
 * What the servers of a run said last of what they still let us ask: `github.com acme`, `translate.example.org`.
 * @param service address of the one that the job asked, where it told
 */
export function budgetsOf(
  {
    settings,
    repository,
  }: { readonly settings: Settings; readonly repository: Pick<RepositoryRecord, "forge" | "name"> },
  said: ReadonlyMap<SeenRequest["service"], Remaining>,
  service: string | undefined,
): readonly NewBudget[] {
  return Array.from(said).flatMap(([server, { limit, remaining, resets }]): readonly NewBudget[] => {
    const host = hostOf(
      server === "service" ? (service ?? onlyService(settings)) : settings.forges[repository.forge]?.serverUrl,
    );
    if (host === undefined) return [];
    // An App has a budget for each account that it is installed in.
    const name = server === "github" ? `${host} ${repository.name.split("/", 1)[0] ?? ""}` : host;
    return [{ name, allowed: limit, remaining, resets: resets?.toISOString() ?? null }];
  });
}

/** Where a job did not say which one it asked. */
function onlyService({ services }: Settings): string | undefined {
  const [only, ...others] = Object.values(services);
  return others.length === 0 ? only?.url : undefined;
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
