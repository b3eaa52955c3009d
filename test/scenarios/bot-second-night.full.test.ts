import { expect, test } from "vitest";
import { createBotWorld, FORGE, SERVICE, type BotWorld } from "../support/bot-world.ts";
import { startProxy } from "../support/proxy.ts";
import { webSource } from "../support/sample-files.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";

/** A limit for what hangs. */
const HANGING_MILLISECONDS = 3_600_000;

/** Somebody pushes to every repository, and the runs that follow end somehow. */
async function pushEverywhere({ repositories, host }: BotWorld, text: string): Promise<void> {
  for (const one of repositories) await one.push({ "locales/en.json": webSource.replace("Hello", text) });
  await host.hook.sender.idle();
}

/** Mails, a pager and a chat are set up; of the mails the server is away from the start. */
async function openNight() {
  await using resources = new AsyncDisposableStack();
  const pager = resources.use(await startWebhookReceiver());
  const chat = resources.use(await startWebhookReceiver());
  const repositories = ["acme/app", "acme/shop", "acme/docs"];
  const world = resources.use(await createBotWorld({ repositories, serviceTells: false, isProcess: false }));
  const forge = resources.use(await startProxy(world.host.serverUrl));
  const admin = await world.signIn();
  await admin.change({
    forges: {
      [FORGE]: {
        server_url: forge.url,
        api_url: `${forge.url}/api/v3`,
        private_key: world.secrets.find((secret) => secret.startsWith("-----BEGIN")),
        webhook_secret: world.host.hook.address?.secret,
      },
    },
    notifications: {
      pager: { kind: "webhook", url: pager.url },
      chat: { kind: "slack", url: chat.url },
      people: { kind: "mail", to: ["ops@example.org"], kinds: ["token"] },
    },
    mail: { host: "127.0.0.1", port: 9, from: "bot@example.org" },
    alerts: { settle_minutes: 1 },
    limits: { delivery_attempts: 3, session_idle_minutes: 700 },
  });
  const told = (): readonly string[] =>
    pager.received.splice(0).map(({ payload }) => `${String(payload["type"])}: ${String(payload["title"])}`);
  const chatted = (): readonly string[] =>
    chat.received.splice(0).map(({ payload }) => String(payload["text"]).split("\n")[0] ?? "");
  const owned = resources.move();
  return { pager, chat, world, forge, admin, told, chatted, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test(
  "a night on which the forge, the mail and the pager fail and a token ends: each is told once, by whatever still takes messages",
  { timeout: HANGING_MILLISECONDS },
  async () => {
    await using night = await openNight();
    const { pager, world, forge, admin, told, chatted } = night;
    const { bot } = world;
    const goesWell = async (): Promise<void> => {
      await pushEverywhere(world, `All is well again ${String(Math.random())}`);
      await world.settled();
    };
    await goesWell();
    expect(told()).toEqual([]);

    // 22:00: the forge answers neither git nor the API.
    forge.decide(({ path }) => (path.startsWith("/api/v3/app") ? "pass" : { instead: { status: 502 } }));
    await pushEverywhere(world, "One");
    await world.settled();
    await world.passes(300);
    expect(told()).toEqual(["alert.open: The forge “github” does not answer as it should"]);
    forge.decide(undefined);
    await goesWell();
    await world.passes(300);
    expect(told()).toEqual(["alert.resolved: The forge “github” does not answer as it should"]);

    // 23:00: its connections are cut.
    forge.decide(({ path }) => (path.startsWith("/api/v3/app") ? "pass" : "refuse"));
    await pushEverywhere(world, "Two");
    await world.settled();
    await world.passes(300);
    expect(told()).toEqual(["alert.open: The forge “github” does not answer as it should"]);
    forge.decide(undefined);
    await goesWell();
    await world.passes(300);
    expect(told()).toEqual(["alert.resolved: The forge “github” does not answer as it should"]);

    // 23:30: it allows nothing for half an hour. Runs wait for it, and no try is counted.
    const present = (): number => (bot.clock?.now() ?? new Date()).getTime();
    const limit = (resets: number): void =>
      forge.decide(({ path }) =>
        path.startsWith("/api/v3/app") || !path.startsWith("/api/v3/") || present() > resets
          ? "pass"
          : {
              instead: {
                status: 403,
                headers: {
                  "x-ratelimit-limit": "5000",
                  "x-ratelimit-remaining": "0",
                  "x-ratelimit-reset": String(Math.ceil(resets / 1_000)),
                },
                message: "API rate limit exceeded for installation ID 1.",
              },
            },
      );
    const dead = "select id from delivery where state = 'dead'";
    const givenUp = bot.rows(dead);
    limit(present() + 1_800_000);
    for (const one of world.repositories) {
      await one.branch("topic", { "locales/en.json": webSource.replace("Hello", "Limited") });
      await world.host.people.open(one.name, { title: "Greet", head: "topic", base: "main" });
    }
    await world.host.hook.sender.idle();
    await world.passes(600);
    expect(told()).toEqual([expect.stringMatching(/^alert\.open: .*requests/)]);
    const waiting = bot.rows("select attempts from delivery where state = 'waiting'");
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    await world.settled();
    await goesWell();
    await world.passes(300);
    expect(told()).toEqual([expect.stringMatching(/^alert\.resolved: .*requests/)]);
    expect(bot.rows(dead)).toEqual(givenUp);
    forge.decide(undefined);

    // 00:00: a token has three days left. It would come by mail as well, whose server is away.
    chatted();
    const inThreeDays = new Date((bot.clock?.now() ?? new Date()).getTime() + 3 * 86_400_000);
    await admin.change({ services: { [SERVICE]: { token_expires: inThreeDays.toISOString().slice(0, 10) } } });
    await world.passes(600);
    const expires = expect.stringMatching(/^alert\.open: The token of the service “service” ends on 20/);
    expect(told()).toEqual([expires, "alert.open: The channel “people” takes no messages"]);
    expect(chatted()).toHaveLength(2);
    await world.passes(900);
    expect(told()).toEqual([]);

    // 03:00: the pager itself is away. The chat hears of that, and of what comes meanwhile; later the pager hears of it as well.
    pager.status = 503;
    forge.decide(() => ({ instead: { status: 401 } }));
    await pushEverywhere(world, "Three");
    await world.settled();
    await world.passes(600);
    expect(chatted()).toEqual(["*The forge “github” refuses the token*", "*The channel “pager” takes no messages*"]);
    told();
    pager.status = 202;
    await world.passes(1_500);
    expect(told()).toEqual(["alert.open: The forge “github” refuses the token"]);
    expect(chatted()).toEqual(["*Over: The channel “pager” takes no messages*"]);
    forge.decide(undefined);
    await goesWell();
    await world.passes(300);
    expect(told()).toEqual(["alert.resolved: The forge “github” refuses the token"]);
  },
);
