import { once } from "node:events";
import { cachedDataVersionTag } from "node:v8";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { roomForNewObjects } from "./small-heap.ts";

/** What a thread has for new objects as it begins. */
async function newSpaceOf(resourceLimits: { readonly maxYoungGenerationSizeMb: number }): Promise<number> {
  const code = `const { getHeapSpaceStatistics } = require("node:v8");
require("node:worker_threads").parentPort.postMessage(
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size,
);`;
  const thread = new Worker(code, { eval: true, execArgv: [], resourceLimits });
  const [said] = await Promise.all([once(thread, "message"), once(thread, "exit")]);
  return Number(said[0]);
}

it("gives a thread that begins meanwhile room for new objects, as far as it may have any, and leaves V8 as it was", async () => {
  const before = cachedDataVersionTag();
  const usual = await newSpaceOf({ maxYoungGenerationSizeMb: 32 });
  const first = roomForNewObjects();
  const second = roomForNewObjects();
  const limited = await newSpaceOf({ maxYoungGenerationSizeMb: 8 });
  second[Symbol.dispose]();
  const roomy = await newSpaceOf({ maxYoungGenerationSizeMb: 32 });
  first[Symbol.dispose]();

  expect(limited).toBeLessThan(roomy);
  expect(usual).toBeLessThan(roomy);
  expect(await newSpaceOf({ maxYoungGenerationSizeMb: 32 })).toBe(usual);
  expect(cachedDataVersionTag()).toBe(before);
});
