import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";
import { changed, ourComments, checksAt, isReviewed } from "./bot-review.ts";

test("a pull request from a branch gets one comment and one check, and new commits change them in place", async () => {
  await using world = await createBotWorld();
  const { app, host } = world;
  const first = await app.branch("topic", changed);
  const pull = await host.people.open(app.name, { title: "Greet", head: "topic", base: "main" });
  await isReviewed(world, first);

  expect(ourComments(app, pull)).toEqual([expect.stringContaining("1 string changed")]);
  expect(checksAt(app, first)).toMatchObject([{ app: "interlinear", conclusion: "success" }]);
  const [comment] = app.hosted.comments;

  const second = await app.branch("topic", {
    "locales/en.json": webSource.replace('"Hello"', '"Hello there"').replace('"Save"', '"Store"'),
  });
  await isReviewed(world, second);

  expect(ourComments(app, pull)).toEqual([expect.stringContaining("2 strings changed")]);
  expect(app.hosted.comments[0]?.id).toBe(comment?.id);
  expect(checksAt(app, second)).toHaveLength(1);
});
