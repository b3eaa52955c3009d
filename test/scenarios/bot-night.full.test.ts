import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBotWorld, type BotWorld } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import type { Disturbance } from "../support/proxy.ts";

/** What a pager was told: phase, severity, title. */
function told({ received }: WebhookReceiver): readonly string[] {
  return received.map(({ payload }) => `${String(payload["type"])}: ${String(payload["title"])}`);
}

/** Every request to the service has this answer instead. */
function service({ site }: BotWorld, instead: Disturbance["instead"] | undefined): void {
  site.proxy.decide(instead === undefined ? undefined : () => ({ instead }));
}

/** Somebody pushes to every repository, and the runs that follow end somehow. */
async function pushEverywhere({ repositories, host }: BotWorld, text: string): Promise<void> {
  for (const one of repositories) await one.push({ "locales/en.json": webSource.replace("Hello", text) });
  await host.hook.sender.idle();
}

async function goesWell(world: BotWorld): Promise<void> {
  await pushEverywhere(world, `All is well again ${String(Math.random())}`);
  await world.settled();
}

/** Which runs failed so far. */
function failed({ bot }: BotWorld): number {
  return bot.rows("select id from run where state = 'failed'").length;
}

test("a bad night: the operator hears of each cause once, with what to do, and once that it is over", async () => {
  await using pager = await startWebhookReceiver();
  await using world = await createBotWorld({
    repositories: ["acme/app", "acme/shop", "acme/docs"],
    serviceTells: false,
    // Its hours are skipped.
    isProcess: false,
  });
  const { bot } = world;
  const admin = await world.signIn();
  await admin.change({
    notifications: { pager: { kind: "webhook", url: pager.url } },
    alerts: { settle_minutes: 1 },
    limits: { delivery_attempts: 3 },
  });
  await goesWell(world);
  expect(told(pager)).toEqual([]);

  // 01:00: the service is down. Every try of every delivery fails, and all are given up.
  service(world, { status: 503 });
  await pushEverywhere(world, "One");
  await pushEverywhere(world, "Two");
  await world.until("all deliveries are given up", () => {
    return bot.rows("select id from delivery where state in ('waiting', 'running')").length === 0;
  });
  await world.until("the pager knows", () => pager.received.length > 0);
  await world.passes(300);
  expect(failed(world)).toBeGreaterThanOrEqual(9);
  expect(told(pager)).toEqual(["alert.open: The translation service “service” does not answer"]);
  expect(pager.received[0]?.payload).toMatchObject({
    severity: "error",
    repositories: expect.arrayContaining(["acme/app"]),
    text: expect.stringContaining("What to do: See whether it runs"),
  });
  service(world, undefined);
  await goesWell(world);
  await world.until("it is over", () => pager.received.length > 1);
  expect(told(pager).slice(1)).toEqual(["alert.resolved: The translation service “service” does not answer"]);
  expect(pager.received[1]?.payload["text"]).toMatch(
    /\d deliveries were given up and wait for somebody to do them again/,
  );

  // 02:00: somebody revokes the token.
  service(world, { status: 401, message: "Invalid token." });
  await pushEverywhere(world, "Three");
  await world.until("the pager knows of the token", () => pager.received.length > 2);
  await world.passes(300);
  expect(told(pager).slice(2)).toEqual(["alert.open: The translation service “service” refuses the token"]);
  service(world, undefined);
  await goesWell(world);
  await world.until("it is over", () => pager.received.length > 3);
  expect(told(pager).slice(3)).toEqual(["alert.resolved: The translation service “service” refuses the token"]);

  // 03:00: the service allows nothing for an hour.
  service(world, {
    status: 429,
    headers: { "retry-after": "3600", "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "0" },
  });
  await pushEverywhere(world, "Four");
  await world.until("the pager knows of the limit", () => pager.received.length > 4);
  await world.passes(300);
  expect(told(pager).slice(4)).toEqual([expect.stringMatching(/^alert\.open: .*requests/)]);
  expect(pager.received[4]?.payload).toMatchObject({ severity: "warning", kind: "budget" });
  service(world, undefined);
  await world.settled();
  await goesWell(world);
  await world.until("it is over", () => pager.received.length > 5);
  expect(told(pager).slice(5)).toEqual([expect.stringMatching(/^alert\.resolved: .*requests/)]);

  // 04:00: the disk is full. Nothing can be written, and the pager hears of it all the same.
  using beside = new DatabaseSync(join(world.data, "bot.sqlite"));
  for (const table of ["alert", "delivery"]) {
    beside.exec(
      `create trigger full_${table} before insert on ${table} begin select raise(abort, 'database or disk is full'); end`,
    );
  }
  // What this machine's disk holds counts as too much.
  // The first session has ended meanwhile.
  const later = await world.signIn();
  await later.change({ alerts: { disk_percent: 1 } });
  await world.until("the pager knows of the disk", () => pager.received.length > 6);
  await world.passes(300);
  expect(told(pager).slice(6)).toEqual([expect.stringMatching(/^alert\.open: The disk .*is full$/)]);
  for (const table of ["alert", "delivery"]) beside.exec(`drop trigger full_${table}`);
  await later.change({ alerts: { disk_percent: 100 } });
  await world.until("it is over", () => pager.received.length > 7);
  expect(told(pager).slice(7)).toEqual([expect.stringMatching(/^alert\.resolved: The disk .*is full$/)]);

  const { body: logged } = await later.call("GET", "/health/system?component=alerts&size=100");
  expect(logged).toMatchObject({ total: 8 });
  for (const secret of world.secrets) expect(JSON.stringify(pager.received)).not.toContain(secret);
});
