import { startProxy } from "../support/proxy.ts";
import type { Site } from "../support/world.ts";
import { realService } from "./service-under-test.ts";

/** The seeded project of the real service. */
export async function realSite(): Promise<Site & AsyncDisposable> {
  const service = realService();
  const proxy = await startProxy(service.url);
  // Its links carry the address in its settings, not the one it was asked under.
  proxy.rewrite((_path, body) => body.replaceAll(service.url, proxy.url));
  return {
    service,
    proxy,
    project: service.project,
    botToken: service.botToken,
    translator: { token: service.translatorToken, name: "Jana Nováková" },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

let scenes = 0;

/** Plays a scenario in the seeded project; the prefix keeps its components apart from those of all others. */
export async function playOnRealSite(scenario: (site: Site, prefix: string) => Promise<void>): Promise<void> {
  scenes += 1;
  await using site = await realSite();
  await scenario(site, `run${Date.now().toString(36)}${String(scenes)}-`);
}
