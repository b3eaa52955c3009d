import { test } from "vitest";
import { checkAgreement } from "../support/agreement-model.ts";

test.each([5, 7, 10, 11, 12])("in further random histories, two runs and a merge lead to in step (seed %i)", (seed) =>
  checkAgreement({ steps: 90, length: 12, seed }),
);
