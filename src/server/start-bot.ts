import type { Logger } from "../core/logger.ts";
import type { OpenRecords } from "../records/open-records.ts";
import type { Settings } from "../records/settings/settings.ts";

export interface BotServerOptions {
  /** Folder of the clones and the key, and of the database where there is no other. */
  readonly data: string;
  /** `postgres://…`: the database is there, and several processes share the work. */
  readonly databaseUrl?: string | undefined;
  /** What secrets are sealed with, 32 bytes in base64; default `bot.key` in the data folder. */
  readonly key?: string | undefined;
  /** Default 127.0.0.1: nobody else can connect. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  readonly logger?: Logger;
  /** Written at the start, as the administration would. */
  readonly settings?: Partial<Settings>;
}

export interface RunningBot extends AsyncDisposable {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** `http://127.0.0.1:49152/admin/` */
  readonly adminUrl: string;
  /** `http://127.0.0.1:49152/webhooks` */
  readonly webhooksUrl: string;
  readonly host: string;
  readonly port: number;
  /** Shown once: undefined when the database was used before. */
  readonly administrator: { readonly login: number; readonly password: string } | undefined;
  readonly records: OpenRecords;
  /** Takes no more deliveries, lets runs end, and closes the database. */
  close(): Promise<void>;
}

/** Starts the bot and its administration on one listener. */
export async function startBot(_options: BotServerOptions): Promise<RunningBot> {
  throw new Error("It is still to be composed.");
}
