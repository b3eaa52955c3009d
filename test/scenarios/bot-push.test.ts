import { expect, test } from "vitest";
import { createBotWorld, sourceOnService } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";

test("a push of changed sources is uploaded, and a saved translation has its pull request", async () => {
  // As users have them; others play jobs in their own process.
  await using world = await createBotWorld({ hasJobProcesses: true });
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
});

test("pushes of anything else cost the service nothing", async () => {
  await using world = await createBotWorld();
  const { app, site } = world;
  await app.push({ "README.md": "# First\n" });
  await world.settled();
  site.proxy.clear();

  await app.push({ "README.md": "# Another\n" });
  await world.settled();

  expect(site.proxy.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(app.hosted.pulls).toEqual([]);
});
