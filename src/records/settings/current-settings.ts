import type { Kysely } from "kysely";
import type { Seal } from "../../core/seal.ts";
import type { BotDatabase, BotTables } from "../../store/bot-tables/tables.ts";
import { keepValue, keptValue } from "../kept-values.ts";
import type { Records } from "../records.ts";
import { defaultSettings, type Settings } from "./settings.ts";

/** Rows of the table `setting`. */
const SETTINGS = "settings";
const VERSION = "settings version";

export interface KeptSettings {
  /** Goes up with every change; 0 where nobody changed anything yet. */
  readonly version: number;
  readonly settings: Settings;
}

/** What a process read last, of each database that it has. */
const lastRead = new WeakMap<BotDatabase, KeptSettings>();

/**
 * The settings as they are now, whichever process changed them: a look at their number each time, and at themselves when
 * it is another one.
 * @throws {LocalError} `IL-K01` where another key sealed them
 */
export async function currentSettings(records: Pick<Records, "database" | "seal">): Promise<Settings> {
  const { settings } = await keptSettings(records);
  return settings;
}

/** {@link currentSettings} with their version. */
export async function keptSettings({ database, seal }: Pick<Records, "database" | "seal">): Promise<KeptSettings> {
  const known = lastRead.get(database);
  if (known !== undefined && known.version === (await readVersion(database))) return known;
  const read = await readSettings(database, seal);
  lastRead.set(database, read);
  return read;
}

/** Reads them past what was read before: in the transaction that changes them. */
export async function readSettings(queries: Kysely<BotTables>, seal: Seal): Promise<KeptSettings> {
  const rows = await queries.selectFrom("setting").selectAll().where("name", "in", [SETTINGS, VERSION]).execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const sealed = values.get(SETTINGS);
  return {
    version: Number(values.get(VERSION) ?? 0),
    settings: sealed === undefined ? defaultSettings : completed(JSON.parse(seal.open(sealed))),
  };
}

/** Keeps settings that were found right. @returns their version */
export async function writeSettings(queries: Kysely<BotTables>, seal: Seal, settings: Settings): Promise<number> {
  const version = (await readVersion(queries)) + 1;
  await keepValue(queries, SETTINGS, seal.close(JSON.stringify(settings)));
  await keepValue(queries, VERSION, String(version));
  return version;
}

async function readVersion(queries: Kysely<BotTables>): Promise<number> {
  return Number((await keptValue(queries, VERSION)) ?? 0);
}

/** What an older version wrote lacks what came later. */
function completed(stored: Partial<Settings>): Settings {
  return {
    ...defaultSettings,
    ...stored,
    mail: { ...defaultSettings.mail, ...stored.mail },
    schedules: { ...defaultSettings.schedules, ...stored.schedules },
    retention: { ...defaultSettings.retention, ...stored.retention },
    limits: { ...defaultSettings.limits, ...stored.limits },
    alerts: { ...defaultSettings.alerts, ...stored.alerts },
  };
}
