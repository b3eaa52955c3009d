import { expect, it } from "vitest";
import { manualClock } from "../../../test/support/test-clock.ts";
import { askedOnceIn } from "./asked-once.ts";

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
