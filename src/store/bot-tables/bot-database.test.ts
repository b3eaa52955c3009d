import { expect, it } from "vitest";
import { openBotDatabase } from "./open-bot-database.ts";

it("takes one delivery of an id, however often it comes", async () => {
  await using database = await openBotDatabase(":memory:");
  const delivery = {
    source: "github",
    sender: "github",
    guid: "1",
    event: "push",
    payload: "{}",
    received: "2026-01-01T00:00:00.000Z",
    state: "waiting",
    due: "2026-01-01T00:00:00.000Z",
  };
  const add = () =>
    database
      .insertInto("delivery")
      .values({ ...delivery, action: "", reason: "", attempts: 0 })
      .onConflict((conflict) => conflict.columns(["source", "sender", "guid"]).doNothing())
      .executeTakeFirst();

  const [first, second] = [await add(), await add()];

  expect([first.numInsertedOrUpdatedRows, second.numInsertedOrUpdatedRows]).toEqual([1n, 0n]);
});
