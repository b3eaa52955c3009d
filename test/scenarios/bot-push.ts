import { expect } from "vitest";
import { sourceOnService, type BotWorld } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";

/** From a developer's push to a pull request that two saves of a translator share. */
export async function playPushAndSaves(world: BotWorld): Promise<void> {
  const { app, site, host } = world;

  await app.push({ "locales/en.json": webSource.replace('"Hello"', '"Hello there"') });
  await world.until("the source is on the service", async () => {
    return (await sourceOnService(site, app.web, "title")) === "Hello there";
  });
  await world.settled();

  expect(await askedByRunInStep(world)).toEqual([]);
  await app.translate("de", "title", "Guten Tag");
  await world.until("there is a pull request", () => app.ours().length === 1);

  const [pull] = app.ours();
  expect(pull).toMatchObject({ base: "main", user: "interlinear[bot]" });
  expect(await app.repository.remoteGit("show", `${pull?.head ?? ""}:locales/de.json`)).toContain("Guten Tag");

  await world.settled();
  await app.translate("de", "button.save", "Sichern");
  await world.until("the same pull request has the next one", async () =>
    (await app.repository.remoteGit("show", `${pull?.head ?? ""}:locales/de.json`)).includes("Sichern"),
  );
  await world.settled();
  expect(app.hosted.pulls).toHaveLength(1);
  expect(host.violations).toEqual([]);
}

/** What a run that finds nothing to do asks of the repository by GitHub's API, where no branch of ours is in it. */
async function askedByRunInStep(world: BotWorld): Promise<readonly string[]> {
  const { bot, host } = world;
  const before = host.requests.length;
  const [repository] = bot.rows("select id from repository");
  await (await world.signIn()).press(`repositories/${String(repository?.["id"])}/run`, { what: "sync" });
  await world.settled();
  expect(bot.rows("select outcome from run order by id desc limit 1")).toEqual([{ outcome: "everything is in step" }]);
  return host.requests.slice(before).flatMap(({ operation }) => (operation.includes("/repos/") ? [operation] : []));
}
