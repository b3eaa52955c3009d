import { expect, it } from "vitest";
import { openTestService } from "../../../test/support/open-test-service.ts";
import { jobFiles, upkeep } from "./job-handlers.ts";

it("jobs of each kind are done by the file that is read for them, and no other kind is", async () => {
  await using test = await openTestService();

  for (const { kinds, load } of jobFiles) {
    expect(Object.keys(await load(test.service)).toSorted()).toEqual(kinds.toSorted());
  }

  const known = jobFiles.flatMap(({ kinds }) => kinds);
  expect(new Set(known).size).toBe(known.length);
  expect(upkeep.filter(({ kind }) => !known.includes(kind))).toEqual([]);
});
