import { expect, test } from "vitest";
import { checkFaults } from "../support/faults/check-faults.ts";

test("whatever one request meets, and wherever a run is killed, the next run ends as an undisturbed one", async () => {
  const { failures } = await checkFaults("all", process.env.FAULTS_ONLY);
  expect(failures).toEqual([]);
}, 7_200_000);
