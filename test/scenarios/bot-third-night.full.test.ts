import { expect, test } from "vitest";
import { createBotWorld, type BotWorld } from "../support/bot-world.ts";
import { MAIL_PASSWORD, startMailServer } from "../support/mail-server.ts";
import { webSource } from "../support/sample-files.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";

/** A limit for what hangs. */
const HANGING_MILLISECONDS = 3_600_000;

/** Somebody pushes to every repository, and the runs that follow end somehow. */
async function pushEverywhere(world: BotWorld, text: string): Promise<void> {
  for (const one of world.repositories) await one.push({ "locales/en.json": webSource.replace("Hello", text) });
  await world.host.hook.sender.idle();
  await world.settled();
}

test(
  "a night with a restart in the middle of each cause: mail and pager are told once that it began, and once that it is over",
  { timeout: HANGING_MILLISECONDS },
  async () => {
    await using pager = await startWebhookReceiver();
    await using mails = await startMailServer();
    await using world = await createBotWorld({
      serviceTells: false,
      isProcess: false,
    });
    const { bot, site } = world;
    const admin = await world.signIn();
    await admin.change({
      notifications: {
        pager: { kind: "webhook", url: pager.url },
        people: { kind: "mail", to: ["ops@example.org"] },
      },
      mail: { ...mails.settings, password: MAIL_PASSWORD },
      alerts: { settle_minutes: 1 },
      limits: { delivery_attempts: 1 },
    });
    let read = 0;
    /** What both were told since it was last asked. */
    const told = (): { readonly pager: readonly string[]; readonly people: number } => {
      const people = mails.messages.length - read;
      read = mails.messages.length;
      const paged = pager.received
        .splice(0)
        .map(({ payload }) => `${String(payload["type"])}: ${String(payload["title"])}`);
      return { pager: paged, people };
    };
    await pushEverywhere(world, "All is well");
    expect(told()).toEqual({ pager: [], people: 0 });

    for (const [cause, instead] of [
      ["does not answer", { status: 503 }],
      ["refuses the token", { status: 401, message: "Invalid token." }],
    ] as const) {
      site.proxy.decide(() => ({ instead }));
      await pushEverywhere(world, `During ${cause}`);
      await world.passes(300);
      expect(told()).toEqual({ pager: [`alert.open: The translation service “service” ${cause}`], people: 1 });
      await bot.restart();
      await pushEverywhere(world, `Still during ${cause}`);
      await world.passes(900);
      expect(told()).toEqual({ pager: [], people: 0 });
      site.proxy.decide(undefined);
      await pushEverywhere(world, `After ${cause}`);
      await world.passes(300);
      expect(told()).toEqual({ pager: [`alert.resolved: The translation service “service” ${cause}`], people: 1 });
      await bot.restart();
      await world.passes(900);
      expect(told()).toEqual({ pager: [], people: 0 });
    }
  },
);
