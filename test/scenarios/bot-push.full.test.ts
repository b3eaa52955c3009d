import { expect, test } from "vitest";
import { createBotWorld, sourceOnService } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";

/** What `src/bot/jobs/jobs-of-deliveries.test.ts` has as tables, with a bot. */

test("sources on a branch that no component follows stay where they are", async () => {
  await using world = await createBotWorld();
  const { app, bot, site } = world;
  await app.push({ "README.md": "# First\n" });
  await world.settled();

  await app.branch("topic", { "locales/en.json": webSource.replace('"Hello"', '"Work in progress"') });
  await world.settled();

  expect(await sourceOnService(site, app.web, "title")).toBe("Hello");
  expect(bot.rows("select state, reason from delivery where event = 'push'")).toMatchObject([
    { state: "done" },
    { state: "ignored", reason: "No component follows the branch topic: nothing to do." },
  ]);
  expect(bot.rows("select id from run")).toHaveLength(1);
});

test("a branch of translations that the bot pushed itself makes no more work", async () => {
  await using world = await createBotWorld();
  const { app, bot } = world;
  await app.push({ "README.md": "# First\n" });
  await world.settled();
  await app.translate("de", "title", "Guten Tag");
  await world.until("there is a pull request", () => app.ours().length === 1);
  await world.settled();
  const runs = bot.rows("select id from run").length;

  await world.passes(30);
  await world.settled();

  expect(bot.rows("select id from run")).toHaveLength(runs);
});
