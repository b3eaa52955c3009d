import { test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { playPushAndSaves } from "./bot-push.ts";

test("a push of changed sources is uploaded, and a saved translation has its pull request", async () => {
  await using world = await createBotWorld();
  await playPushAndSaves(world);
});
