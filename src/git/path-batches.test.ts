import { describe, expect, it } from "vitest";
import { pathBatches } from "./path-batches.ts";

describe("batches of paths", () => {
  it("keep order and lose nothing", () => {
    const paths = Array.from({ length: 100 }, (_, at) => `path/${String(at)}`);
    const batches = pathBatches(paths, 100);

    expect(batches.flat()).toEqual(paths);
    expect(batches.length).toBeGreaterThan(1);
    for (const batch of batches) expect(Buffer.byteLength(batch.join(" "))).toBeLessThanOrEqual(100);
  });

  it("hold a path alone that is longer than the limit, and are none without paths", () => {
    expect(pathBatches(["a", "b".repeat(200), "c"], 100)).toEqual([["a"], ["b".repeat(200)], ["c"]]);
    expect(pathBatches([])).toEqual([]);
  });
});
