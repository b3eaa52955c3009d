import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askedOnABeat } from "./on-a-beat.ts";
import { quantile } from "./row.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An answer after two milliseconds, or as late as the service is at work for nobody else. */
function answeredBut(from: number, to: number): () => Promise<void> {
  const began = performance.now();
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const at = performance.now() - began;
    setTimeout(resolve, (at >= from && at < to ? to - at : 0) + 2);
    return promise;
  };
}

const aMinute = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(60_000);
};

test("two seconds of a minute in which nobody is answered are in more than a hundredth of the answers", async () => {
  const work = () => new Promise<void>((resolve) => void setTimeout(resolve, 60_000));
  const asking = askedOnABeat(answeredBut(10_000, 12_000), work);
  await vi.advanceTimersByTimeAsync(61_000);
  const times = await asking;

  expect(quantile(times, 0.5)).toBe(2);
  expect(quantile(times, 0.99)).toBeGreaterThan(1000);
});

test("a question that fails is told when the work is done", async () => {
  const failing = () => Promise.reject(new Error("503"));

  await expect(askedOnABeat(failing, aMinute)).rejects.toThrow("503");
  // What nobody observed would be told by now, and fail this file.
  await setImmediate();
});

test("nothing is asked any more after the work, also where it failed", async () => {
  const ask = vi.fn(() => Promise.resolve());
  const failing = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1000);
    throw new Error("not taken");
  };

  await expect(askedOnABeat(ask, failing)).rejects.toThrow("not taken");
  const asked = ask.mock.calls.length;
  await aMinute();
  expect([asked > 0, ask.mock.calls.length]).toEqual([true, asked]);
});
