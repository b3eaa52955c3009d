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
