import { hostname } from "node:os";
import { failedRuns, givenUpDeliveries } from "../problems/failures.ts";
import { matchesRepository } from "../repositories/repository-pattern.ts";
import { listBudgets } from "../runs/budgets.ts";
import { diskOf } from "../machine/machine.ts";
import type { Records } from "../records.ts";
import type { Settings } from "../settings/settings.ts";
import { silentChannels } from "./silent-channels.ts";
import { timesApart } from "./times-apart.ts";
import type { AlertFacts, BlockedComponent, DiskUse, ExpiringToken, Server } from "./open-causes.ts";

/** More of them say nothing new. */
const MOST_ROWS = 2_000;
type Surroundings = Pick<Records, "database" | "clock">;

/** What the records show now. @param disk of the data folder; undefined where it cannot be looked at */
export async function readAlertFacts(
  records: Surroundings,
  settings: Settings,
  disk: DiskUse | undefined,
): Promise<AlertFacts> {
  return {
    failedRuns: await failedRuns(records),
    givenUp: (await givenUpDeliveries(records)).filter(({ isOver, repository }) => !isOver && repository !== ""),
    blocked: await blockedComponents(records),
    budgets: await listBudgets(records),
    silent: await silentChannels(records, Object.keys(settings.notifications)),
    apart: await timesApart(records, Object.keys(settings.services)),
    ...factsOfSettings(settings),
    disk,
    present: records.clock.now(),
  };
}

/** What there is to say where the records cannot be read. */
export function factsWithoutRecords(settings: Settings, disk: DiskUse | undefined, present: Date): AlertFacts {
  const none = { failedRuns: [], givenUp: [], blocked: [], budgets: [], silent: [], apart: [] };
  return { ...none, ...factsOfSettings(settings), disk, present };
}

export async function lookAtDisk(folder: string): Promise<DiskUse> {
  const { diskUsed, diskTotal } = await diskOf(folder);
  return { host: hostname(), used: diskUsed, total: diskTotal };
}

function factsOfSettings({ services, forges }: Settings): Pick<AlertFacts, "tokens" | "serviceOf" | "forgeHost"> {
  const dated = (of: string, place: string, day: string | undefined): readonly ExpiringToken[] =>
    day === undefined || day === "" ? [] : [{ of, place, day }];
  return {
    tokens: [
      ...Object.entries(services).flatMap(([name, { tokenExpires }]) =>
        dated(`the service “${name}”`, `services.${name}`, tokenExpires),
      ),
      ...Object.entries(forges).flatMap(([name, forge]) =>
        forge.kind === "forgejo" ? dated(`the forge “${name}”`, `forges.${name}`, forge.tokenExpires) : [],
      ),
    ],
    serviceOf: (repository): Server | undefined => {
      const found = Object.entries(services).find(([, { repositories }]) =>
        repositories.some((pattern) => matchesRepository(pattern, repository)),
      );
      return found && { name: found[0], host: hostOf(found[1].url) };
    },
    forgeHost: (name) => hostOf(forges[name]?.serverUrl ?? ""),
  };
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

async function blockedComponents({ database }: Pick<Records, "database">): Promise<readonly BlockedComponent[]> {
  const rows = await database
    .selectFrom("bound_file")
    .innerJoin("repository", "repository.id", "bound_file.repository_id")
    .select(({ fn }) => [
      "repository.name as repository",
      "bound_file.component",
      "bound_file.reason",
      fn.min("bound_file.last_sync").as("time"),
    ])
    .where("bound_file.state", "=", "blocked")
    .where("repository.state", "=", "active")
    .groupBy(["repository.name", "bound_file.component", "bound_file.reason"])
    .limit(MOST_ROWS)
    .execute();
  return rows;
}
