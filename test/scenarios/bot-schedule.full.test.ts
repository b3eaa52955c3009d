import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";

const EVERY_MINUTE = "* * * * *";

test("a schedule brings home what nobody told of, each repository by its own", async () => {
  await using world = await createBotWorld({ repositories: ["acme/app", "acme/shop"], serviceTells: false });
  const { bot, site } = world;
  const [app, shop] = world.repositories;
  if (app === undefined || shop === undefined) throw new Error("two repositories");
  for (const one of world.repositories) await one.push({ "README.md": "# First\n" });
  await world.settled();
  await app.translate("de", "title", "Guten Tag");
  await shop.translate("de", "button.save", "Sichern");
  const admin = await world.signIn();

  await admin.change({ schedules: { default: "", repositories: { "acme/app": EVERY_MINUTE } } });
  await world.until("the scheduled one has its pull request", () => app.ours().length === 1);
  await world.settled();

  expect(shop.ours()).toEqual([]);
  expect(bot.rows("select source from delivery where source = 'schedule'").length).toBeGreaterThan(0);
  expect(await app.repository.remoteGit("show", "interlinear/main:locales/de.json")).toContain("Guten Tag");
  expect(site.proxy.requests.length).toBeGreaterThan(0);
});

test("a time that passed while the bot was down is caught up with once", async () => {
  await using world = await createBotWorld();
  const { app, bot } = world;
  await app.push({ "README.md": "# First\n" });
  await world.settled();
  const admin = await world.signIn();
  await admin.change({ schedules: { default: EVERY_MINUTE } });
  await world.until("the next run has a time", () => {
    return bot.rows("select next_run from repository where next_run is not null").length > 0;
  });
  await bot.stop();
  const before = bot.rows("select id from delivery where source = 'schedule'").length;
  await world.passes(90);

  await bot.start();
  await world.until("it is caught up with", () => {
    return bot.rows("select id from delivery where source = 'schedule'").length > before;
  });
  await world.settled();

  expect(bot.rows("select id from delivery where source = 'schedule'").length).toBeLessThanOrEqual(before + 2);
});
