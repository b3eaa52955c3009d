import { expect, it } from "vitest";
import { WriteTurns } from "./write-turns.ts";

it("gives an account a turn a second, and no account waits for another", async () => {
  let now = 5_000;
  const waited: number[] = [];
  const turns = new WriteTurns({
    now: () => new Date(now),
    sleep: (milliseconds) => {
      waited.push(milliseconds);
      return Promise.resolve();
    },
  });

  await turns.take("acme");
  await turns.take("acme");
  await turns.take("other");
  await turns.take("acme");
  now += 10_000;
  await turns.take("acme");

  expect(waited).toEqual([1_000, 2_000]);
});
