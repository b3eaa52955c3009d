import { test } from "vitest";
import { checkAgreementInMemory } from "../support/agreement-model.ts";

const seed = Number(process.env["AGREEMENT_SEED"] ?? 6);
const steps = Number(process.env["AGREEMENT_STEPS"] ?? 500);

// With git, the embedded service and a forge over HTTP: `agreement-model.full.test.ts`, since each step costs twenty processes.
test("in random histories of people, runs and merges, two runs and a merge lead to in step, and no text is lost in silence", () =>
  checkAgreementInMemory({ steps, length: 12, seed }));
