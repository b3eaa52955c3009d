import type { Ending } from "../../automation/ending.ts";
import type { SeenRequest } from "../../network/seen-request.ts";
import type { NewBudget } from "../../records/runs/budgets.ts";
import type { Settings } from "../../records/settings/settings.ts";
import type { PieceOfWork } from "./carry-out.ts";

type Remaining = NonNullable<SeenRequest["remaining"]>;

/** What the servers of a run said last of what they still let us ask: `github.com acme`, `translate.example.org`. */
export function budgetsOf(
  { settings, repository }: Pick<PieceOfWork, "settings" | "repository">,
  said: ReadonlyMap<SeenRequest["service"], Remaining>,
  ending: Ending | undefined,
): readonly NewBudget[] {
  return Array.from(said).flatMap(([server, { limit, remaining, resets }]): readonly NewBudget[] => {
    const host = hostOf(
      server === "service" ? serviceOf(settings, ending) : settings.forges[repository.forge]?.serverUrl,
    );
    if (host === undefined) return [];
    // An App has a budget for each account that it is installed in.
    const name = server === "github" ? `${host} ${repository.name.split("/", 1)[0] ?? ""}` : host;
    return [{ name, allowed: limit, remaining, resets: resets?.toISOString() ?? null }];
  });
}

/** The one that the mapping names, or the only one there is. */
function serviceOf({ services }: Settings, ending: Ending | undefined): string | undefined {
  if (ending?.kind === "finished") return ending.result.service;
  if (ending?.kind === "followed-up") return ending.service;
  const [only, ...others] = Object.values(services);
  return others.length === 0 ? only?.url : undefined;
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
