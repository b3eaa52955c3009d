import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { answersIn } from "./bot-comment.ts";

test("an order that is delivered twice, and once more by hand, is answered once", async () => {
  await using world = await createBotWorld();
  const { app, host } = world;
  await app.branch("topic", { "README.md": "# Another\n" });
  const pull = await host.people.open(app.name, { title: "Words", head: "topic", base: "main" });
  await world.settled();
  host.hook.sender.manner.duplicateEach = 1;

  await host.people.comment(app.name, pull, "/interlinear sync", "ana");
  await world.until("it is answered", () => answersIn(app, pull).length > 0);
  const delivery = host.hook.deliveries.findLast(({ event }) => event === "issue_comment");
  if (delivery !== undefined) host.hook.tellAgain(delivery);
  await world.settled();

  expect(answersIn(app, pull)).toHaveLength(1);
});
