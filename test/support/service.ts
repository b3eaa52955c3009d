import { join } from "node:path";
import { startServer } from "../../src/server/start-server.ts";
import type { Administration } from "../../src/service/administration.ts";
import type { ServiceSettings } from "../../src/service/settings.ts";
import { startProxy, type RecordingProxy } from "./proxy.ts";
import type { ServiceUnderTest } from "./service-api.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The embedded service in this process, and a recording proxy in front of it. */
export interface EmbeddedService extends ServiceUnderTest, AsyncDisposable {
  /** Where clients of the scenario go: every request they make is in `proxy.requests`. */
  readonly proxy: RecordingProxy;
  /** What takes no HTTP: people and their tokens. */
  readonly administration: Administration;
}

/** @param databaseUrl PostgreSQL; default SQLite */
export async function startService(
  databaseUrl?: string,
  settings: Partial<ServiceSettings> = {},
): Promise<EmbeddedService> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const server = resources.use(await startServer({ data: join(folder.path, "data"), databaseUrl, settings }));
  const proxy = resources.use(await startProxy(server.url));
  const owned = resources.move();
  return {
    url: server.url,
    adminToken: server.adminToken ?? "",
    proxy,
    administration: server.admin,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
