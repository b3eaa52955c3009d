import { createProject } from "./service-api.ts";
import { startService } from "./service.ts";
import type { Site } from "./world.ts";

/** The embedded service with an empty project. */
export interface EmbeddedSite extends Site, AsyncDisposable {
  /** What `serve --json` said when it was ready. */
  readonly announced: Readonly<Record<string, unknown>>;
  /** Ends it as a terminal would; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export async function embeddedSite(): Promise<EmbeddedSite> {
  const service = await startService();
  await createProject(service, "acme");
  return {
    service,
    proxy: service.proxy,
    project: "acme",
    botToken: service.botToken,
    translator: { token: service.adminToken, name: "Admin" },
    announced: service.announced,
    stop: () => service.running.stop(),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
