import { access } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../core/clock.ts";
import { LocalError } from "../core/errors.ts";
import { openDatabase } from "../store/database.ts";
import { DATABASE_FILE } from "./clone/folder-owner.ts";
import { accounts, type Accounts } from "./identity/accounts.ts";
import type { ServiceOptions } from "./open-service.ts";
import { defaultSettings } from "./settings.ts";

/** An import of a large repository is one transaction. */
const LOCK_MILLISECONDS = 120_000;

export interface OpenAccounts extends Accounts, AsyncDisposable {}

/**
 * Opens the users and tokens of a service, also while it runs: the data folder is not claimed, for no clone is touched, and
 * the database takes short transactions of several processes.
 * @throws {LocalError} `IL-E04` where no service ever ran
 */
export async function openAccounts({
  data,
  databaseUrl,
  clock = systemClock,
  settings = {},
}: Pick<ServiceOptions, "data" | "databaseUrl" | "clock" | "settings">): Promise<OpenAccounts> {
  const file = join(data, DATABASE_FILE);
  if (databaseUrl === undefined) await assertThere(file, data);
  const database = await openDatabase(databaseUrl ?? file, LOCK_MILLISECONDS);
  return {
    ...accounts({ database, clock, settings: { ...defaultSettings, ...settings } }),
    [Symbol.asyncDispose]: () => database.destroy(),
  };
}

async function assertThere(file: string, folder: string): Promise<void> {
  try {
    await access(file);
  } catch (cause) {
    throw new LocalError(`There is no service in ${folder}.`, {
      code: "IL-E04",
      hint: "Name its folder with --data, or start `interlinear serve` there once.",
      cause,
    });
  }
}
