import { test } from "vitest";
import { checkFaults } from "../support/faults.ts";

test(
  "whatever one request meets, and wherever a run is killed, the next run ends as an undisturbed one",
  () => checkFaults(1),
  3_600_000,
);
