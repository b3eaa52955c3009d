import { test } from "vitest";
import { checkAgreement } from "../support/agreement-model.ts";

test("in random histories of people, runs and merges, two runs and a merge lead to in step, and no text is lost in silence", () =>
  checkAgreement({
    steps: Number(process.env["AGREEMENT_STEPS"] ?? 60),
    length: 12,
    seed: Number(process.env["AGREEMENT_SEED"] ?? 6),
  }));
