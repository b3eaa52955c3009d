import { test } from "vitest";
import { checkAgreement, checkAgreementInMemory } from "../support/agreement-model.ts";

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  "in a thousand further steps of random histories, two runs and a merge lead to in step (seed %i)",
  (seed) => checkAgreementInMemory({ steps: 1_000, length: 12, seed }),
);

test.each([5, 7, 10, 11, 12])("also with git, the embedded service and a forge over HTTP (seed %i)", (seed) =>
  checkAgreement({ steps: 90, length: 12, seed }),
);
