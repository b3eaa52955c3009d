import { test } from "vitest";
import { checkAgreement } from "../support/agreement-model.ts";

test("whatever people and servers do, two runs and a merge lead to in step, and no text of a person is lost in silence", () =>
  checkAgreement(12, 12));
