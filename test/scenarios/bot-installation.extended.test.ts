import { expect, test } from "vitest";
import { createBotWorld, sourceOnService, type BotRepository, type BotWorld } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";

function greeting(word: string): Readonly<Record<string, string>> {
  return { "locales/en.json": webSource.replace('"Hello"', `"${word}"`) };
}

async function isUploaded(world: BotWorld, { web }: BotRepository, word: string): Promise<void> {
  await world.until(`"${word}" is on the service`, async () => {
    return (await sourceOnService(world.site, web, "title")) === word;
  });
}

async function isNotUploaded(world: BotWorld, { web }: BotRepository, word: string): Promise<void> {
  await world.host.hook.sender.idle();
  await world.passes(30);
  await world.settled();
  expect(await sourceOnService(world.site, web, "title")).not.toBe(word);
}

function stateOf({ bot }: BotWorld, name: string): unknown {
  return bot.rows("select name, state from repository").find((row) => row["name"] === name)?.["state"];
}

test("an App that is installed later serves its repositories from then on, and those that are added", async () => {
  await using world = await createBotWorld({ repositories: ["acme/app", "acme/shop"], installed: false });
  const { host } = world;
  const [app, shop] = world.repositories;
  if (app === undefined || shop === undefined) throw new Error("two repositories");
  await app.push(greeting("Too early"));
  await isNotUploaded(world, app, "Too early");

  await host.owners.install("acme", ["acme/app"]);
  await world.settled();
  expect(stateOf(world, "acme/app")).toBe("active");
  await app.push(greeting("Installed"));
  await isUploaded(world, app, "Installed");

  await shop.push(greeting("Not yet"));
  await isNotUploaded(world, shop, "Not yet");
  await host.owners.add("acme/shop");
  await shop.push(greeting("Added"));
  await isUploaded(world, shop, "Added");
});

test("a repository that is taken away or suspended is left alone, and goes on when it is back", async () => {
  await using world = await createBotWorld();
  const { app, host } = world;
  await app.push(greeting("First"));
  await isUploaded(world, app, "First");

  await host.owners.remove("acme/app");
  await world.settled();
  expect(stateOf(world, "acme/app")).toBe("gone");
  await host.owners.add("acme/app");
  await app.push(greeting("Back"));
  await isUploaded(world, app, "Back");

  await host.owners.suspend("acme");
  await world.settled();
  expect(stateOf(world, "acme/app")).toBe("gone");
  await app.push(greeting("Suspended"));
  await isNotUploaded(world, app, "Suspended");
  await host.owners.unsuspend("acme");
  await app.push(greeting("Again"));
  await isUploaded(world, app, "Again");
});

test("a repository that gets another name keeps its pull request, its clone and its history", async () => {
  await using world = await createBotWorld();
  const { app, host, bot } = world;
  await app.push({ "README.md": "# First\n" });
  await world.settled();
  await app.translate("de", "title", "Guten Tag");
  await world.until("there is a pull request", () => app.ours().length === 1);
  await world.settled();

  await host.owners.rename("acme/app", "website");
  await world.settled();
  await app.translate("de", "button.save", "Sichern");
  await world.until("the pull request has the next text", async () =>
    (await app.repository.remoteGit("show", "interlinear/main:locales/de.json")).includes("Sichern"),
  );
  await world.settled();

  expect(app.hosted.pulls).toHaveLength(1);
  expect(bot.rows("select name, state from repository")).toEqual([{ name: "acme/website", state: "active" }]);
});
