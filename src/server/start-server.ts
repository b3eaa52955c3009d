import type { TimerClock } from "../core/clock.ts";
import { defined } from "../core/defined.ts";
import type { Logger } from "../core/logger.ts";
import { administration, type Administration } from "../service/administration.ts";
import { readAhead, serviceApp } from "../service/app.ts";
import { openService } from "../service/open-service.ts";
import type { OpenService } from "../service/open-service.ts";
import type { ServiceSettings } from "../service/settings.ts";
import { oneAtATime } from "../store/one-at-a-time.ts";
import { openListener } from "./listener.ts";

export interface ServerOptions {
  /** Folder of the clones, and of the database where there is no other. */
  readonly data: string;
  /** `postgres://…`: the database is there, and several servers may share it and the folder. */
  readonly databaseUrl?: string | undefined;
  /** Default 127.0.0.1: nobody else can connect. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Slug of a project that is there from the first start on, with a bot. */
  readonly project?: string;
  /** Gives the administrator another token, also when it is not the first start. */
  readonly newAdminToken?: boolean;
  readonly logger?: Logger;
  /** Default: the system's. */
  readonly clock?: TimerClock | undefined;
  readonly settings?: Partial<ServiceSettings>;
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** `http://127.0.0.1:49152/api/` */
  readonly api: string;
  readonly host: string;
  readonly port: number;
  /** Shown once: undefined when the data folder was used before. */
  readonly adminToken: string | undefined;
  /** Address that signs the administrator in to the pages, once: where their token is shown. */
  readonly signInLink: string | undefined;
  /** Token of the bot of `project`, shown once. */
  readonly botToken: string | undefined;
  /** What an administrator does, without HTTP. */
  readonly admin: Administration;
  /** For a process that lives long: so that nobody waits for it who asks for something first. */
  readAhead(): Promise<void>;
  /** Stops taking requests, lets those under way end, and closes the database. */
  close(): Promise<void>;
}

/** The embedded service, ready to answer. */
export interface AnsweringService extends Pick<RunningServer, "adminToken" | "botToken" | "admin" | "readAhead"> {
  readonly answer: ReturnType<typeof serviceApp>["fetch"];
  close(): Promise<void>;
}

/** Opens the service and does what its first start does, without a listener. */
export async function openAnsweringService(options: Omit<ServerOptions, "host" | "port">): Promise<AnsweringService> {
  const service = await openService({
    data: options.data,
    databaseUrl: options.databaseUrl,
    ...defined({ logger: options.logger, clock: options.clock, settings: options.settings }),
  });
  try {
    const tokens = await oneAtATime(service.database, () => firstStart(service, options));
    return {
      ...tokens,
      admin: administration(service),
      answer: serviceApp(service).fetch,
      readAhead: () => readAhead(service),
      close: () => service.close(),
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Starts the embedded service on one listener. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 0 } = options;
  const service = await openAnsweringService(options);
  try {
    const listener = await openListener(service.answer, host, port);
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= listener.close().then(() => service.close()));
    return {
      url: listener.url,
      api: `${listener.url}/api/`,
      host: listener.host,
      port: listener.port,
      adminToken: service.adminToken,
      signInLink:
        service.adminToken === undefined ? undefined : `${listener.url}${await service.admin.issueSignInLink("admin")}`,
      botToken: service.botToken,
      admin: service.admin,
      readAhead: () => service.readAhead(),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function firstStart(
  service: OpenService,
  { project, newAdminToken }: ServerOptions,
): Promise<Pick<RunningServer, "adminToken" | "botToken">> {
  const admin = administration(service);
  const known = await service.database
    .selectFrom("user")
    .select("id")
    .where("username", "=", "admin")
    .executeTakeFirst();
  const adminToken =
    known === undefined
      ? (await admin.createUser({ username: "admin", fullName: "Administrator", superuser: true })).token
      : newAdminToken === true
        ? await admin.issueToken("admin")
        : undefined;
  if (project === undefined) return { adminToken, botToken: undefined };
  const existing = await service.database
    .selectFrom("project")
    .select("id")
    .where("slug", "=", project)
    .executeTakeFirst();
  if (existing !== undefined) return { adminToken, botToken: undefined };
  await admin.createProject({ name: project, slug: project });
  const { token: botToken } = await admin.createBot(project);
  return { adminToken, botToken };
}
