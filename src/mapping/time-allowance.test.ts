import { expect, test } from "vitest";
import { TimeAllowance } from "./time-allowance.ts";

function forever(): never {
  for (;;);
}

test("work that never ends is ended in its midst, and nothing more is begun", () => {
  const time = new TimeAllowance(20);
  let begun = 0;

  expect(time.take(forever)).toBeUndefined();
  expect(time.take(() => (begun += 1))).toBeUndefined();
  expect(begun).toBe(0);
});

test("the machine's other work is not counted", () => {
  const time = new TimeAllowance(20, () => 0);
  let begun = 0;
  const kept = (): string => {
    begun += 1;
    return begun === 3 ? "done" : forever();
  };

  expect(time.take(kept)).toEqual({ result: "done" });
});

test("what work returns and throws comes back", () => {
  const time = new TimeAllowance(60_000);

  expect(time.take(() => 42)).toEqual({ result: 42 });
  expect(() =>
    time.take(() => {
      throw new RangeError("too far");
    }),
  ).toThrow(new RangeError("too far"));
});
