import type { JobOutcome } from "../../automation/job-outcome.ts";
import type { SeenRequest } from "../../network/seen-request.ts";
import type { RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { NewBudget } from "../../records/runs/budgets.ts";
import type { Settings } from "../../records/settings/settings.ts";

type Remaining = NonNullable<SeenRequest["remaining"]>;

/** What the servers of a run said last of what they still let us ask: `github.com acme`, `translate.example.org`. */
export function budgetsOf(
  {
    settings,
    repository,
  }: { readonly settings: Settings; readonly repository: Pick<RepositoryRecord, "forge" | "name"> },
  said: ReadonlyMap<SeenRequest["service"], Remaining>,
  outcome: JobOutcome | undefined,
): readonly NewBudget[] {
  return Array.from(said).flatMap(([server, { limit, remaining, resets }]): readonly NewBudget[] => {
    const host = hostOf(
      server === "service" ? serviceOf(settings, outcome) : settings.forges[repository.forge]?.serverUrl,
    );
    if (host === undefined) return [];
    // An App has a budget for each account that it is installed in.
    const name = server === "github" ? `${host} ${repository.name.split("/", 1)[0] ?? ""}` : host;
    return [{ name, allowed: limit, remaining, resets: resets?.toISOString() ?? null }];
  });
}

/** The one that the mapping names, or the only one there is. */
function serviceOf({ services }: Settings, outcome: JobOutcome | undefined): string | undefined {
  if (outcome?.kind === "finished") return outcome.result.service;
  if (outcome?.kind === "followed-up") return outcome.service;
  const [only, ...others] = Object.values(services);
  return others.length === 0 ? only?.url : undefined;
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
