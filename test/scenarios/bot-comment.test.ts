import { expect, test } from "vitest";
import { createBotWorld, type BotRepository } from "../support/bot-world.ts";
import { answersIn } from "./bot-comment.ts";

function reactionsTo({ hosted }: BotRepository, id: number): readonly string[] {
  return hosted.reactions.filter(({ comment }) => comment === id).map(({ content }) => content);
}

test("`/interlinear sync` of somebody who may write is carried out and answered once, and a stranger's is not", async () => {
  await using world = await createBotWorld();
  const { app, host, site } = world;
  await app.push({ "README.md": "# First\n" });
  await world.settled();
  await app.translate("de", "title", "Guten Tag");
  await world.until("there is a pull request", () => app.ours().length === 1);
  await world.settled();
  const pull = app.ours()[0]?.number ?? 0;

  site.proxy.clear();
  const strange = await host.people.comment(app.name, pull, "/interlinear sync", "eve");
  await world.settled();
  expect(reactionsTo(app, strange)).toEqual(["eyes", "-1"]);
  expect(site.proxy.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(answersIn(app, pull)).toEqual([]);

  const order = await host.people.comment(app.name, pull, "/interlinear sync", "dana");
  await world.until("it is answered", () => answersIn(app, pull).length > 0);
  await world.settled();

  expect(answersIn(app, pull)).toHaveLength(1);
  expect(reactionsTo(app, order)).toEqual(["eyes", "rocket"]);
});
