import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { playPushAndSaves } from "./bot-push.ts";

test("a push of changed sources is uploaded, and a saved translation has its pull request, by jobs in processes of their own", async () => {
  // As users have them; others play jobs in their own process.
  await using world = await createBotWorld({ hasJobProcesses: true });
  await playPushAndSaves(world);
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
