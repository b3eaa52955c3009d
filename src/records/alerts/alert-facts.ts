import { hostname } from "node:os";
import { matchesRepository } from "../repositories/repository-pattern.ts";
import { listBudgets } from "../runs/budgets.ts";
import { diskOf } from "../machine/machine.ts";
import type { Records } from "../records.ts";
import type { Settings } from "../settings/settings.ts";
import type {
  AlertFacts,
  BlockedComponent,
  DeadDelivery,
  DiskUse,
  ExpiringToken,
  FailedRun,
  Server,
} from "./open-causes.ts";

/** More of them say nothing new. */
const MOST_ROWS = 2_000;
/** What failed longer ago, and was not tried again since, is no news to anybody. */
const SIGN_MILLISECONDS = 7 * 86_400_000;

type Surroundings = Pick<Records, "database" | "clock">;

function since(clock: Records["clock"]): string {
  return new Date(clock.now().getTime() - SIGN_MILLISECONDS).toISOString();
}

/** What the records show now. @param disk of the data folder; undefined where it cannot be looked at */
export async function readAlertFacts(
  records: Surroundings,
  settings: Settings,
  disk: DiskUse | undefined,
): Promise<AlertFacts> {
  return {
    failedRuns: await failedRuns(records),
    deadDeliveries: await deadDeliveries(records),
    blocked: await blockedComponents(records),
    budgets: await listBudgets(records),
    ...factsOfSettings(settings),
    disk,
    present: records.clock.now(),
  };
}

/** What there is to say where the records cannot be read. */
export function factsWithoutRecords(settings: Settings, disk: DiskUse | undefined, present: Date): AlertFacts {
  return { failedRuns: [], deadDeliveries: [], blocked: [], budgets: [], ...factsOfSettings(settings), disk, present };
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

/** Of each repository and kind of run, those since the last one that went well. */
async function failedRuns({ database, clock }: Surroundings): Promise<readonly FailedRun[]> {
  const rows = await database
    .selectFrom("run")
    .innerJoin("repository", "repository.id", "run.repository_id")
    .select([
      "run.id",
      "repository.name as repository",
      "repository.forge",
      "run.kind",
      "run.code",
      "run.outcome",
      "run.finished",
      "run.started",
    ])
    .where("run.state", "=", "failed")
    .where("run.started", ">=", since(clock))
    .where("repository.state", "in", ["active", "unmapped"])
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("run as later")
            .select("later.id")
            .whereRef("later.repository_id", "=", "run.repository_id")
            .whereRef("later.started", ">=", "run.started")
            .whereRef("later.kind", "=", "run.kind")
            .whereRef("later.id", ">", "run.id")
            .where("later.state", "=", "done"),
        ),
      ),
    )
    .where("run.code", "!=", INTERRUPTED)
    .orderBy("run.id", "desc")
    .limit(MOST_ROWS)
    .execute();
  return rows.map(({ finished, started, ...run }) => ({ ...run, time: finished ?? started }));
}

/** Code of runs that ended since the bot did: nothing is wrong. */
const INTERRUPTED = "IL-B02";

/** Those whose repository had no run since that went well: what is over waits for a replay alone. */
async function deadDeliveries({ database, clock }: Surroundings): Promise<readonly DeadDelivery[]> {
  const rows = await database
    .selectFrom("delivery")
    .innerJoin("repository", "repository.id", "delivery.repository_id")
    .leftJoin("run", "run.id", "delivery.run_id")
    .select([
      "delivery.id",
      "repository.name as repository",
      "repository.forge",
      "run.code",
      "delivery.reason",
      "delivery.finished",
      "delivery.received",
    ])
    .where("delivery.state", "=", "dead")
    .where("delivery.finished", ">=", since(clock))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("run as later")
            .select("later.id")
            .whereRef("later.repository_id", "=", "delivery.repository_id")
            .whereRef("later.started", ">=", "delivery.finished")
            .where("later.state", "=", "done"),
        ),
      ),
    )
    .orderBy("delivery.id", "desc")
    .limit(MOST_ROWS)
    .execute();
  return rows.map(({ finished, received, code, ...delivery }) => ({
    ...delivery,
    code: code ?? "",
    time: finished ?? received,
  }));
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
