import { expect, test } from "vitest";
import { createBotWorld, SERVICE, sourceOnService, type BotRepository, type BotWorld } from "../support/bot-world.ts";
import { sampleMapping, webSource } from "../support/sample-files.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";

function greeting(word: string): Readonly<Record<string, string>> {
  return { "locales/en.json": webSource.replace('"Hello"', `"${word}"`) };
}

async function isUploaded(world: BotWorld, { web }: BotRepository, word: string): Promise<void> {
  await world.until(
    `"${word}" is on the service`,
    async () => (await sourceOnService(world.site, web, "title")) === word,
  );
}

test("another token takes effect without a restart, and what failed with the old one is done then", async () => {
  await using world = await createBotWorld({
    isProcess: true,
    environment: { INTERLINEAR_TOKEN: "wlp_thatNobodyKnows0000000000" },
  });
  const { app, bot, site } = world;
  const admin = await world.signIn();
  await app.push(greeting("Before"));
  await world.until("it failed", () => bot.rows("select id from delivery where attempts > 0").length > 0);
  expect(await sourceOnService(site, app.web, "title")).toBe("Hello");
  const { pid } = bot;

  await admin.change({ services: { [SERVICE]: { token: site.botToken } } });
  await app.push(greeting("After"));
  await isUploaded(world, app, "After");

  expect(bot.pid).toBe(pid);
});

test("a value that is wrong changes nothing, not even what was right beside it", async () => {
  await using world = await createBotWorld();
  const admin = await world.signIn();
  const before = await admin.call("GET", "/management");

  const refused = await admin.call("PATCH", "/management", {
    theme: "dark",
    limits: { run_minutes: 7 },
    schedules: { default: "every now and then" },
  });

  expect(refused.status).toBe(400);
  expect(refused.text).toContain("schedules");
  expect((await admin.call("GET", "/management")).body).toEqual(before.body);
  await world.app.push(greeting("Still at work"));
  await isUploaded(world, world.app, "Still at work");
});

test("a mapping that names another service gets no token, and nothing is asked of that service", async () => {
  await using elsewhere = await startWebhookReceiver();
  await using world = await createBotWorld({
    mapping: () => sampleMapping(elsewhere.url.replace(/\/$/, ""), "acme"),
  });
  const { app, bot } = world;

  await app.push(greeting("To nobody"));
  await world.until("it is said", () => problemsOf(world).some((problem) => problem !== ""));

  expect(elsewhere.received).toEqual([]);
  expect(await sourceOnService(world.site, app.web, "title")).toBe("Hello");
  expect(bot.output()).not.toContain(world.site.botToken);
});

test("a repository of somebody whom the service's token is not for gets none", async () => {
  await using world = await createBotWorld({ repositories: ["stranger/app"] });
  const { app, site } = world;
  site.proxy.clear();

  await app.push(greeting("Of a stranger"));
  await world.until("it is said", () => problemsOf(world).some((problem) => problem !== ""));

  // Who the bot is there it asks for itself.
  const asked = site.proxy.requests.map(({ path }) => path);
  expect(asked.filter((path) => !/^\/api\/(?:users|groups|roles)\//.test(path))).toEqual([]);
  expect(await sourceOnService(site, app.web, "title")).toBe("Hello");
});

/** What the overview tells of each repository, and why deliveries came to nothing. */
function problemsOf({ bot }: BotWorld): readonly string[] {
  return [
    ...bot.rows("select problem as words from repository"),
    ...bot.rows("select reason as words from delivery"),
  ].map(({ words }) => String(words));
}
