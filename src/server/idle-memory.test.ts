import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { expect, it } from "vitest";
import { collectionAt, NewSpaceLimit } from "./idle-memory.ts";

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

it.each([
  ["nothing while there is much to do", { isIdle: false, hasGrown: true }, undefined],
  ["nothing where little was needed", {}, undefined],
  ["all it can where nobody asks", { hasGrown: true }, "last-resort"],
  ["what takes a short moment where somebody asks", { hasGrown: true, isAsked: true }, "regular"],
  ["the rest of it later, when nobody asks", { hasEmptyPages: true }, "last-resort"],
  ["no rest of it where somebody asks", { hasEmptyPages: true, isAsked: true }, undefined],
] as const)("collects %s", (_, moment, collection) => {
  const usual = { isIdle: true, hasGrown: false, isAsked: false, hasEmptyPages: false };
  expect(collectionAt({ ...usual, ...moment })).toBe(collection);
});
