import { expect, test } from "vitest";
import { checkFaults, isAskedFor } from "../support/faults/check-faults.ts";
import { stages } from "../support/faults/stages.ts";

const only = process.env.FAULTS_ONLY;

// The limit is for what hangs: one of these takes ten minutes on a quiet machine, and more than thirty beside a load of 17.
test.for(stages.filter(({ disturbed }) => disturbed === "forge"))(
  "whatever one request to a forge meets, and wherever a run is killed, the next run ends as an undisturbed one: $name",
  { timeout: 7_200_000 },
  async (stage, { skip }) => {
    skip(!isAskedFor(stage, only), "not asked for");
    const { failures } = await checkFaults([stage], "all", only);
    expect(failures).toEqual([]);
  },
);
