import { expect, it } from "vitest";
import { manualClock } from "../../../test/support/test-clock.ts";
import { askedOnceIn, rememberedIn } from "./asked-once.ts";

it("asks once in its time, whoever looks, and each service for itself", () => {
  const [clock, other] = [manualClock(), manualClock()];
  const service = { clock };
  let asked = 0;
  const answered = askedOnceIn<number>(60_000);
  const ask = (): number => (asked += 1);
  expect([answered(service, "a", ask), answered(service, "a", ask), answered(service, "b", ask)]).toEqual([1, 1, 2]);
  clock.advance(59_999);
  expect([answered(service, "a", ask), answered({ clock: other }, "a", ask)]).toEqual([1, 3]);
  clock.advance(1);
  expect([answered(service, "a", ask), answered(service, "a", ask)]).toEqual([4, 4]);
});

it("remembers what is known for long, asks again after a minute for what was not, and at once after a fault", async () => {
  const clock = manualClock();
  const service = { clock };
  const remembered = rememberedIn<string>(3_600_000);
  const asked = (answer: () => Promise<string | undefined> | undefined) => remembered(service, "a", answer);
  await expect(asked(() => Promise.reject(new Error("no process")))).rejects.toThrow("no process");
  expect(await asked(() => undefined)).toBeUndefined();
  expect(await asked(() => Promise.resolve(undefined))).toBeUndefined();
  clock.advance(59_999);
  expect(await asked(() => Promise.resolve("too early"))).toBeUndefined();
  clock.advance(1);
  expect(await asked(() => Promise.resolve("v1.2"))).toBe("v1.2");
  clock.advance(3_599_999);
  expect(await asked(() => Promise.resolve("v1.3"))).toBe("v1.2");
});

it("keeps two thousand answers, and forgets the oldest of more", () => {
  const service = { clock: manualClock() };
  const answered = askedOnceIn<string>(60_000);
  for (let key = 0; key <= 2000; key += 1) answered(service, key, () => "before");
  expect([answered(service, 1, () => "anew"), answered(service, 0, () => "anew")]).toEqual(["before", "anew"]);
});
