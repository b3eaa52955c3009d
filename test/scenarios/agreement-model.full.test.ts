import { test } from "vitest";
import { checkAgreement } from "../support/agreement-model.ts";

const PLAYS = 1_000;
/** Each with a site of its own: a service does not live for ever. */
const PARTS = 20;

test.each(Array.from({ length: PARTS }, (_, part) => part + 1))("20,000 steps, part %d", () =>
  checkAgreement(PLAYS / PARTS, 20),
);
