import process from "node:process";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it, vi } from "vitest";
import { limitTime, ownThread, processorTimeOf, timeLeft } from "./thread-time.ts";

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["nothing was used yet", { used: 0, waited: 0 }, 1000],
  ["others had the processor meanwhile", { used: 300, waited: 2000 }, 700],
  ["it has had its time", { used: 1000, waited: 1000 }, 0],
  ["it was waited for long enough", { used: 10, waited: 6000 }, 0],
  ["it is soon waited for long enough", { used: 10, waited: 5900 }, 100],
  ["the system does not tell", { used: undefined, waited: 900 }, 100],
  ["the system does not tell, and it was waited for", { used: undefined, waited: 1000 }, 0],
] as const)("of a thread's time is left where %s", (_, { used, waited }, left) => {
  expect(timeLeft({ allowed: 1000, used, waited })).toBe(left);
});

it.each([
  ["has used as much as was waited", (waited: number) => waited, 1000],
  ["has had half of a processor, and is looked at no sooner than after 50 ms", (waited: number) => waited / 2, 2037],
  ["had no processor", () => 0, 6000],
  ["has nearly had its time", (waited: number) => waited - 1, 1050],
  ["cannot be told of", () => undefined, 1000],
  ["never tells", () => new Promise<never>(() => undefined), 6000],
] as const)("ends what a thread is asked, once, where it %s", async (_, usedAfter, end) => {
  vi.useFakeTimers();
  const began = performance.now();
  const ended: number[] = [];
  const limit = limitTime(
    1000,
    () => usedAfter(performance.now() - began),
    () => {
      ended.push(performance.now() - began);
      limit[Symbol.dispose]();
    },
  );

  await vi.advanceTimersByTimeAsync(20_000);

  expect(ended).toEqual([end]);
});

it("ends nothing that is over", async () => {
  vi.useFakeTimers();
  const stop = vi.fn<() => void>();
  limitTime(1000, () => 1000, stop)[Symbol.dispose]();

  await vi.advanceTimersByTimeAsync(20_000);

  expect(stop).not.toHaveBeenCalled();
});

it("tells how long a thread had a processor while a statement of SQLite keeps it, and of an ended one nothing", async () => {
  const counting = new Worker(
    `const { DatabaseSync } = require("node:sqlite");
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(new URL("thread-time.ts", import.meta.url).href)}).then(({ ownThread }) => {
      parentPort.postMessage(ownThread());
      const database = new DatabaseSync(":memory:");
      // Where it is called, the thread can be ended.
      database.function("same", (text) => text);
      database.prepare(
        "with recursive number(i) as (select 1 union all select i + 1 from number where i < 1e12) select count(same(i)) from number",
      ).get();
    });`,
    { eval: true },
  );
  const name = await new Promise<string | undefined>((resolve) => counting.once("message", resolve));
  if (process.platform !== "linux") {
    expect([name, ownThread()]).toEqual([undefined, undefined]);
  } else {
    expect(name).toMatch(/^\d+\/task\/\d+$/);
    expect(name).not.toBe(ownThread());
    const used = (): number => processorTimeOf(name ?? "") ?? Number.NaN;
    const before = used();
    await expect.poll(used).toBeGreaterThan(before + 50);
  }
  await counting.terminate();
  if (name !== undefined) expect(processorTimeOf(name)).toBeUndefined();
});
