import { createProject } from "./service-api.ts";
import { startService } from "./service.ts";
import type { Site } from "./world.ts";

/** The embedded service with an empty project. */
export async function embeddedSite(): Promise<Site & AsyncDisposable> {
  const service = await startService();
  await createProject(service, "acme");
  return {
    service,
    proxy: service.proxy,
    project: "acme",
    botToken: service.botToken,
    translator: { token: service.adminToken, name: "Admin" },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
