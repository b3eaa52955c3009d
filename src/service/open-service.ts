import { join } from "node:path";
import { systemClock, type Clock } from "../core/clock.ts";
import { silentLogger, type Logger } from "../core/logger.ts";
import { openDatabase } from "../store/database.ts";
import { prepare } from "./administration.ts";
import { CloneLocks } from "./clone-lock.ts";
import { claimDataFolder, type DataFolder } from "./data-folder.ts";
import { reconcile } from "./reconciliation.ts";
import { defaultSettings, type Service, type ServiceSettings } from "./service.ts";

export interface ServiceOptions {
  /** Folder of the database and the clones; made if it is missing. */
  readonly data: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly settings?: Partial<ServiceSettings>;
}

export interface OpenService extends Service {
  /** Closes the database; operations on clones are waited for. */
  close(): Promise<void>;
}

/** Opens the service's data, brings it to this version, and mends what a killed process left. */
export async function openService(options: ServiceOptions): Promise<OpenService> {
  const folder = await claimDataFolder(options.data);
  try {
    return await openIn(folder, options);
  } catch (error) {
    await folder.release();
    throw error;
  }
}

async function openIn({ path: dataFolder, release }: DataFolder, options: ServiceOptions): Promise<OpenService> {
  const settings = { ...defaultSettings, ...options.settings };
  const database = await openDatabase(join(dataFolder, "service.sqlite"));
  const locks = new CloneLocks(settings.busyMilliseconds);
  const service: Service = {
    database,
    dataFolder,
    clock: options.clock ?? systemClock,
    logger: options.logger ?? silentLogger,
    locks,
    settings,
  };
  try {
    await prepare(service);
    const mended = await reconcile(service);
    if (mended > 0) service.logger.notice(`Brought ${String(mended)} interrupted repositories back in line.`);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    ...service,
    close: async () => {
      await locks.idle();
      await database.destroy();
      await release();
    },
  };
}
