import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { TooCrowded } from "./too-costly.ts";
import { firstInTurn, giveWay, inTurn, Turns, used } from "./turns.ts";

/** Begins works in this order, has them wait in another, and tells in which order they go on. */
async function order(begun: readonly string[], waiting: readonly string[], large: readonly string[] = []) {
  const turns = new Turns();
  const found: string[] = [];
  const starts = new Map<string, () => void>();
  const ended: Promise<void>[] = [];
  for (const name of begun) {
    const { promise, resolve } = Promise.withResolvers<void>();
    starts.set(name, resolve);
    ended.push(
      inTurn(async () => {
        await promise;
        if (large.includes(name)) used(1000);
        await turns.wait();
        found.push(name);
      }),
    );
  }
  for (const name of waiting) {
    starts.get(name)?.();
    await setImmediate();
  }
  while (!turns.isEmpty) {
    turns.next();
    await setImmediate();
  }
  await Promise.all(ended);
  return found.join(" ");
}

it.each([
  ["who began first goes on first, whoever waits longest", "a b c d", "d c a b", "", "a b c d"],
  ["who had much waits for those who had little", "a b c", "a b c", "a", "b c a"],
  ["and is next all the same now and then", "a b c d e f", "f e d c b a", "a", "b c d a e f"],
  ["of large work who waits longest goes on first", "a b", "b a", "a b", "b a"],
])("%s", async (_, begun, waiting, large, expected) => {
  expect(await order(begun.split(" "), waiting.split(" "), large.split(" "))).toBe(expected);
});

it("what many wait for is next whoever began earlier or has just come", async () => {
  const turns = new Turns();
  const found: string[] = [];
  const waiting = (name: string) => async () => {
    await turns.wait();
    found.push(name);
  };
  const thrice = async (): Promise<void> => {
    for (const time of ["first", "second", "third"]) await waiting(time)();
  };
  const all = [inTurn(waiting("a")), inTurn(waiting("b")), firstInTurn(thrice), inTurn(waiting("c"))];
  while (!turns.isEmpty) {
    turns.next();
    await setImmediate();
  }
  await Promise.all(all);

  expect(found).toEqual(["first", "second", "third", "a", "b", "c"]);
});

it("who has just come is next every second time, whoever began earlier", async () => {
  const turns = new Turns();
  const found: string[] = [];
  const work = (name: string, times: number) =>
    inTurn(async () => {
      for (let time = 0; time < times; time += 1) {
        await turns.wait();
        found.push(name);
      }
    });
  const all = [work("a", 3), work("b", 3), work("c", 2)];
  while (!turns.isEmpty) {
    turns.next();
    await setImmediate();
  }
  await Promise.all(all);

  expect(found.join(" ")).toBe("a b a c a b b c");
});

it("who had the first turn without waiting for it has not just come any more", async () => {
  const found: string[] = [];
  const keepTheThread = (): void => {
    for (const until = performance.now() + 11; performance.now() < until;);
  };
  // Which turns are those of who has just come is not known here: one of two in a row is.
  for (let round = 0; round < 2; round += 1) {
    keepTheThread();
    const { promise: bothCame, resolve } = Promise.withResolvers<void>();
    const first = inTurn(async () => {
      await giveWay();
      await bothCame;
      await giveWay();
      found.push("a");
    });
    await setImmediate();
    const second = inTurn(async () => {
      await giveWay();
      await bothCame;
      await giveWay();
      found.push("b");
    });
    await setImmediate();
    keepTheThread();
    resolve();
    await Promise.all([first, second]);
  }

  expect(found.join(" ")).toBe("a b a b");
});

it("many works that ask again and again are done one after the other, and not all at the end", async () => {
  const ended: number[] = [];
  let asked = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, name) =>
      inTurn(async () => {
        for (let at = 0; at < 10; at += 1) {
          await giveWay();
          // What keeps the thread for longer than a turn.
          for (const until = performance.now() + 3; performance.now() < until;);
          asked += 1;
        }
        ended.push(name);
        return asked;
      }),
    ),
  );

  expect(ended).toEqual(Array.from({ length: 20 }, (_, name) => name));
});

it("who waits longer than may be gives up, and the turn goes to the next", async () => {
  const turns = new Turns();
  const found: string[] = [];
  const given = turns.wait(1).catch((error: unknown) => error);
  const next = turns.wait().then(() => found.push("next"));

  expect(await given).toBeInstanceOf(TooCrowded);
  turns.next();
  await next;
  expect([found, turns.isEmpty]).toEqual([["next"], true]);
});
