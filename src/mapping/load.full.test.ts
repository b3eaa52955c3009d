import { expect, test } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { loadMapping } from "./load.ts";

test("a file that would take minutes to read is given up after seconds", () => {
  const keys = Array.from({ length: 80_000 }, (_, at) => `k${String(at)}: 1`).join("\n");

  expect(
    processorTime(() => {
      expect(() => loadMapping(keys, "interlinear.yml")).toThrow(/takes too long to read/);
    }),
  ).toBeLessThan(20_000);
});
