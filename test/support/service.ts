import { join } from "node:path";
import { startServer } from "../../src/server/start-server.ts";
import { DATABASE_FILE } from "../../src/service/clone/folder-owner.ts";
import type { Administration } from "../../src/service/administration.ts";
import type { TimerClock } from "../../src/core/clock.ts";
import type { ServiceSettings } from "../../src/service/settings.ts";
import { placeTables } from "./migrated-database.ts";
import { patient } from "./open-test-service.ts";
import { startProxy, type RecordingProxy } from "./proxy.ts";
import type { ServiceUnderTest } from "./service-api.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { WatchedDatabase } from "./watched-database.ts";

/** The embedded service in this process, and a recording proxy in front of it. */
export interface EmbeddedService extends ServiceUnderTest, AsyncDisposable {
  /** Where clients of the scenario go: every request they make is in `proxy.requests`. */
  readonly proxy: RecordingProxy;
  /** What takes no HTTP: people and their tokens. */
  readonly administration: Administration;
  /** Whether no job is being done or could be; on SQLite. */
  isAtRest(): boolean;
  /** Folder of everything that it keeps. */
  readonly data: string;
  /** Ends it, and starts it anew at the same address after `work` is done. */
  while(work: () => Promise<void>): Promise<void>;
}

/** @param databaseUrl PostgreSQL; default SQLite */
export async function startService(
  databaseUrl?: string,
  settings: Partial<ServiceSettings> = {},
  clock?: TimerClock,
): Promise<EmbeddedService> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const data = join(folder.path, "data");
  // Bots of scenarios listen on this machine.
  const usual = { ...patient, privateAddresses: ["127.0.0.1"] };
  const options = { data, databaseUrl, settings: { ...usual, ...settings }, clock };
  if (databaseUrl === undefined) await placeTables(data);
  let server = await startServer(options);
  resources.defer(() => server.close());
  const proxy = resources.use(await startProxy(server.url));
  const database = resources.adopt(new WatchedDatabase(join(data, DATABASE_FILE)), (watched) => {
    watched.close();
  });
  const owned = resources.move();
  return {
    url: server.url,
    adminToken: server.adminToken ?? "",
    proxy,
    administration: server.admin,
    data,
    while: async (work) => {
      const { port } = server;
      database.close();
      await server.close();
      await work();
      server = await startServer({ ...options, port });
    },
    isAtRest: () => database.isQueueAtRest(clock?.now()),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
