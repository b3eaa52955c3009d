import { join } from "node:path";
import { systemClock, type TimerClock } from "../core/clock.ts";
import { defined } from "../core/defined.ts";
import { silentLogger, type Logger } from "../core/logger.ts";
import { DatabaseAbsence } from "../store/database-absence.ts";
import { openDatabase, openReaders, type Database } from "../store/database.ts";
import { Outward, type Resolve } from "../network/outward.ts";
import { internetAnd } from "../network/outward-address.ts";
import { oneAtATime } from "../store/one-at-a-time.ts";
import { addonEvents } from "./addons/events.ts";
import { prepare } from "./administration.ts";
import { DatabaseQueue } from "../queue/database-queue.ts";
import { jobHandlers, upkeep } from "./jobs/job-handlers.ts";
import { notificationUpkeep } from "./notifications/jobs.ts";
import { CloneLocks } from "./clone/clone-lock.ts";
import { claimDataFolder, openDataFolder, type DataFolder } from "./clone/data-folder.ts";
import { assertOwnFolder, DATABASE_FILE } from "./clone/folder-owner.ts";
import { reconcile } from "./clone/reconciliation.ts";
import { OpenStringsInDatabase } from "./editor/open-strings-in-database.ts";
import { OpenStringsInMemory } from "./editor/open-strings.ts";
import { defaultSettings, type ServiceSettings } from "./settings.ts";
import { type Service } from "./service.ts";

export interface ServiceOptions {
  /** Folder of the clones, and of the database where there is no other; made if it is missing. */
  readonly data: string;
  /** `postgres://…`: the database is there, and several processes may share it and the folder. */
  readonly databaseUrl?: string | undefined;
  readonly clock?: TimerClock;
  readonly logger?: Logger;
  readonly settings?: Partial<ServiceSettings>;
  /** What names of addresses stand for that people wrote; default: as this machine looks them up. */
  readonly resolve?: Resolve;
  /** Default: the catalogues that are installed. */
  readonly words?: Service["words"];
}

export interface OpenService extends Service {
  /** Closes the database; operations on clones are waited for. */
  close(): Promise<void>;
}

/** Opens the service's data, brings it to this version, and mends what a killed process left. */
export async function openService(options: ServiceOptions): Promise<OpenService> {
  const folder = await (options.databaseUrl === undefined ? claimDataFolder : openDataFolder)(options.data);
  try {
    return await openIn(folder, options);
  } catch (error) {
    await folder.release();
    throw error;
  }
}

async function openIn({ path: dataFolder, release }: DataFolder, options: ServiceOptions): Promise<OpenService> {
  const settings = { ...defaultSettings, ...options.settings };
  const { databaseUrl, clock = systemClock, logger = silentLogger, words } = options;
  const absence = new DatabaseAbsence({ clock, logger });
  const target = databaseUrl ?? join(dataFolder, DATABASE_FILE);
  const database = await openDatabase(target);
  const readers = await openReaders(target, settings.searchMilliseconds, "what grows with what there is");
  const searches = await openReaders(target, settings.searchMilliseconds, "what looks at each string");
  const { locks, jobs, openStrings } =
    databaseUrl === undefined
      ? {
          locks: new CloneLocks(settings.busyMilliseconds),
          jobs: new DatabaseQueue({ database, clock, logger }),
          openStrings: new OpenStringsInMemory(),
        }
      : await amongProcesses(database, databaseUrl, settings, { logger, absence });
  const outward = new Outward({
    reach: internetAnd(settings.privateAddresses),
    allowPlain: settings.allowPlainWebhooks,
    remedy: "INTERLINEAR_PRIVATE_ADDRESSES can name it.",
    ...defined({ resolve: options.resolve }),
  });
  const kept = { database, readers, searches, dataFolder, clock, logger, absence, locks, jobs, openStrings };
  const service: Service = { ...kept, addons: addonEvents, outward, settings, words };
  try {
    await oneAtATime(database, async () => {
      await assertOwnFolder(service);
      await prepare(service);
    });
    const mended = await reconcile(service);
    if (mended > 0) service.logger.notice(`Brought ${String(mended)} interrupted repositories back in line.`);
    await jobs.start(jobHandlers(service), [...upkeep, ...(await notificationUpkeep(service))]);
  } catch (error) {
    await jobs.stop();
    await locks.close();
    await searches.destroy();
    await readers.destroy();
    await database.destroy();
    throw error;
  }
  return {
    ...service,
    close: async () => {
      await jobs.stop();
      await locks.close();
      await searches.destroy();
      await readers.destroy();
      await database.destroy();
      await release();
    },
  };
}

/** What several processes share beside the database; what it needs is loaded only then. */
async function amongProcesses(
  database: Database,
  address: string,
  { busyMilliseconds }: ServiceSettings,
  log: Pick<Service, "logger" | "absence">,
): Promise<Pick<Service, "jobs" | "locks" | "openStrings">> {
  const [{ SessionLocks }, { BossQueue }] = await Promise.all([
    import("../store/postgres/session-locks.ts"),
    import("../queue/boss-queue.ts"),
  ]);
  return {
    locks: new CloneLocks(busyMilliseconds, new SessionLocks(address)),
    jobs: new BossQueue({ address, ...log }),
    openStrings: new OpenStringsInDatabase(database),
  };
}
