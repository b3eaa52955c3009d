import { test } from "vitest";
import { checkAgreement, checkAgreementInMemory } from "../support/agreement-model.ts";

const seed = Number(process.env["AGREEMENT_SEED"] ?? 6);
const steps = Number(process.env["AGREEMENT_STEPS"] ?? 500);

test("in random histories of people, runs and merges, two runs and a merge lead to in step, and no text is lost in silence", () =>
  checkAgreementInMemory({ steps, length: 12, seed }));

// Each step costs some twenty processes: `agreement-model.full.test.ts` plays more.
test("also with git, the embedded service and a forge over HTTP", () =>
  checkAgreement({ steps: steps / 25, length: 12, seed }));
