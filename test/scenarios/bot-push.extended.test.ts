import { test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { playPushAndSaves } from "./bot-push.ts";

test("a push of changed sources is uploaded, and a saved translation has its pull request, by jobs in processes of their own", async () => {
  // As users have them; others play jobs in their own process.
  await using world = await createBotWorld({ hasJobProcesses: true });
  await playPushAndSaves(world);
});
