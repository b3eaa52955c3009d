import { expect, test } from "vitest";
import { createBotWorld, sourceOnService } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";

test("what GitHub told while the bot was down is asked for again when it is back, and done once", async () => {
  await using world = await createBotWorld({ repositories: ["acme/app", "acme/shop"] });
  const { bot, host, site } = world;
  for (const one of world.repositories) await one.push({ "README.md": "# First\n" });
  await world.settled();
  await bot.stop();

  for (const one of world.repositories) {
    await one.push({ "locales/en.json": webSource.replace('"Hello"', `"While ${one.name} was alone"`) });
  }
  await world.app.branch("topic", { "README.md": "# Another\n" });
  const pull = await host.people.open("acme/app", { title: "Words", head: "topic", base: "main" });
  await host.people.comment("acme/app", pull, "/interlinear sync", "dana");
  await host.hook.sender.idle();
  expect(host.hook.deliveries.filter(({ status }) => status !== "OK").length).toBeGreaterThan(3);

  await bot.start();
  for (const one of world.repositories) {
    await world.until(`${one.name} is uploaded`, async () => {
      return (await sourceOnService(site, one.web, "title")) === `While ${one.name} was alone`;
    });
  }
  await world.until("the order is answered", () =>
    world.app.hosted.comments.some(
      ({ body, user }) => user === "interlinear[bot]" && body.includes("interlinear:answer"),
    ),
  );
  await world.settled();

  const again = host.hook.deliveries.filter(({ isRedelivery }) => isRedelivery);
  expect(new Set(again.map(({ guid }) => guid)).size).toBe(again.length);
  expect(again.every(({ status }) => status === "OK")).toBe(true);
  expect(bot.rows("select guid from delivery group by source, sender, guid having count(*) > 1")).toEqual([]);
  expect(
    world.app.hosted.comments.filter(
      ({ body, user }) => user === "interlinear[bot]" && body.includes("interlinear:answer"),
    ),
  ).toHaveLength(1);
});
