import type { TimerClock } from "../../src/core/clock.ts";
import type { ServiceSettings } from "../../src/service/settings.ts";
import { startService, type EmbeddedService } from "./service.ts";
import type { Site } from "./world.ts";

const PROJECT = "acme";

/** The embedded service with an empty project, a bot and a translator. */
export async function embeddedSite({
  isPublic = false,
  databaseUrl,
  settings,
  clock,
}: {
  readonly isPublic?: boolean;
  readonly databaseUrl?: string;
  readonly settings?: Partial<ServiceSettings>;
  /** What it waits by, and dates things by. */
  readonly clock?: TimerClock;
} = {}): Promise<Site & { readonly service: EmbeddedService } & AsyncDisposable> {
  const service = await startService(databaseUrl, settings, clock);
  const { administration } = service;
  await administration.createProject({ name: "Acme", slug: PROJECT, private: !isPublic });
  const bot = await administration.createBot(PROJECT);
  const name = "Jana Nováková";
  const translator = await administration.createTranslator(PROJECT, { username: "jana", fullName: name });
  return {
    service,
    proxy: service.proxy,
    project: PROJECT,
    botToken: bot.token,
    translator: { token: translator.token, name },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
