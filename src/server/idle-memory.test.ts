import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { expect, it } from "vitest";
import { NewSpaceLimit } from "./idle-memory.ts";

const MB = 1_000_000;

it("sets a flag of all threads only while the space of new objects is large, and leaves it as it was", () => {
  const without = cachedDataVersionTag();
  {
    using limit = new NewSpaceLimit();
    limit.look(15 * MB);
    expect(cachedDataVersionTag()).toBe(without);
    limit.look(16 * MB);
    expect(cachedDataVersionTag()).not.toBe(without);
    limit.look(8 * MB);
    expect(cachedDataVersionTag()).toBe(without);
    limit.look(40 * MB);
    expect(cachedDataVersionTag()).not.toBe(without);
  }
  expect(cachedDataVersionTag()).toBe(without);
});

it("sets nothing where nothing changed", () => {
  using limit = new NewSpaceLimit();
  try {
    setFlagsFromString("--semi-space-growth-factor=3");
    const ofAnother = cachedDataVersionTag();
    limit.look(8 * MB);
    expect(cachedDataVersionTag()).toBe(ofAnother);
  } finally {
    setFlagsFromString("--semi-space-growth-factor=2");
  }
});
