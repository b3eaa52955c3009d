import { hostname } from "node:os";
import { adminApp } from "../admin/app.ts";
import { prepareAdministrator, type FirstAdministrator } from "../admin/identity/prepare-administrator.ts";
import { openBot } from "../bot/bot.ts";
import type { PerformRequestedJob } from "../bot/jobs/requested-job.ts";
import { SettingsTrials } from "../bot/trials/trials.ts";
import type { TimerClock } from "../core/clock.ts";
import { defined } from "../core/defined.ts";
import { silentLogger, type Logger } from "../core/logger.ts";
import { VERSION } from "../core/version.ts";
import { startSampling } from "../records/machine/samples.ts";
import { openRecords, type OpenRecords } from "../records/open-records.ts";
import { retentionHandlers, retentionJobs } from "../records/retention.ts";
import { currentSettings } from "../records/settings/current-settings.ts";
import type { Settings } from "../records/settings/settings.ts";
import { prepareTemplates } from "../records/templates/templates.ts";
import { oneAtATime } from "../store/one-at-a-time.ts";
import { botApp } from "./bot-app.ts";
import { beginLifetime } from "./lifetime.ts";
import { applySettings, missingSettings } from "./first-settings.ts";
import { gitHubApps } from "./github-apps.ts";
import { openListener, type Answer } from "./listener.ts";
import { metricsAnswer } from "./metrics.ts";
import { openAnsweringService, type AnsweringService, type ServerOptions } from "./start-server.ts";

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
  /** What the bot waits by, and the service beside it; default: the system's. */
  readonly clock?: TimerClock | undefined;
  /** Default: in processes of their own. */
  readonly performJob?: PerformRequestedJob | undefined;
  /** Written at each start, as the administration would. */
  readonly settings?: Partial<Settings>;
  /** Of these, what nobody set yet. */
  readonly firstSettings?: Partial<Settings>;
  /** What whoever reads `/metrics` has to send; without it nobody may. */
  readonly metricsToken?: string | undefined;
  /** The embedded service on the same listener, with its data in the same folder or database. */
  readonly service?: Pick<ServerOptions, "project" | "newAdminToken" | "settings">;
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
  readonly administrator: FirstAdministrator | undefined;
  readonly records: OpenRecords;
  /** Where it was wanted. */
  readonly service: Pick<AnsweringService, "adminToken" | "botToken" | "admin" | "readAhead"> | undefined;
  /** Takes no more deliveries, lets runs end, and closes the database. @param signal that asked for it, for the log */
  close(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts the bot and its administration on one listener.
 * @throws {LocalError} `IL-E02` where the port is taken; what `openRecords` throws
 * @throws {UserError} `IL-E07` where settings are refused
 */
export async function startBot(options: BotServerOptions): Promise<RunningBot> {
  const { host = "127.0.0.1", port = 0, logger = silentLogger } = options;
  await using opened = new AsyncDisposableStack();
  const { data, databaseUrl, key, clock, performJob } = options;
  const records = opened.adopt(await openRecords({ data, databaseUrl, key, logger, ...defined({ clock }) }), (open) =>
    open.close(),
  );
  const administrator = await prepare(records, options);
  const worker = `${hostname()}:${String(process.pid)}:${String(Date.now())}`;
  const lifetime = opened.use(await beginLifetime(records, worker, databaseUrl !== undefined));
  const service = options.service && opened.adopt(await openService(options), (open) => open.close());
  const bot = opened.adopt(
    await openBot({ records, data: records.data, logger, worker, ...defined({ performJob }) }),
    (open) => open.close(),
  );
  const app = botApp({
    records,
    webhooks: bot.app,
    metrics: metricsAnswer(records, options.metricsToken),
    administration: adminApp({ records, version: VERSION, gitHubApps, trials: new SettingsTrials(records) }),
    ...(service !== undefined && { others: service.answer }),
  });
  // Nothing is taken in before there is a queue for it.
  const queue = Promise.withResolvers<undefined>();
  const answer: Answer = async (request, surroundings) => {
    await queue.promise;
    return app.fetch(request, surroundings);
  };
  const listener = opened.adopt(await openListener(answer, host, port), (open) => open.close());
  await records.jobs.start({ ...bot.jobs, ...retentionHandlers(records) }, [...bot.recurring, ...retentionJobs]);
  bot.start();
  queue.resolve(undefined);
  opened.use(startSampling(records, worker, records.data));
  const running = opened.move();
  const { url } = listener;
  let closing: Promise<void> | undefined;
  const close = (signal?: NodeJS.Signals): Promise<void> => {
    lifetime.endsBy(signal);
    return (closing ??= running.disposeAsync());
  };
  return {
    url,
    adminUrl: `${url}/admin/`,
    webhooksUrl: `${url}/webhooks`,
    host: listener.host,
    port: listener.port,
    administrator,
    records,
    service,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** What a start does before anybody can ask: of several that start at once one does it, and the others find it done. */
async function prepare(
  records: OpenRecords,
  { settings = {}, firstSettings = {} }: BotServerOptions,
): Promise<FirstAdministrator | undefined> {
  return oneAtATime(records.database, async () => {
    await prepareTemplates(records);
    await applySettings(records, missingSettings(firstSettings, await currentSettings(records)));
    await applySettings(records, settings);
    return prepareAdministrator(records);
  });
}

function openService({ data, databaseUrl, logger, clock, service = {} }: BotServerOptions): Promise<AnsweringService> {
  return openAnsweringService({ data, databaseUrl, ...defined({ logger, clock }), ...service });
}
