import { expect, test } from "vitest";
import { checkFaults, sampledStages } from "../support/faults/check-faults.ts";

test("whatever one request meets, and wherever a run is killed, the next run ends as an undisturbed one: a sample", async () => {
  const { failures } = await checkFaults(sampledStages, "sample");
  expect(failures).toEqual([]);
});
