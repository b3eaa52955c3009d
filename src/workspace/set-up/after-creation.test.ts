import { expect, test } from "vitest";
import {
  afterCreation,
  creationEnd,
  isNotThereYet,
  LONGEST_WAIT,
  type CreationEnd,
  type NextMove,
} from "./after-creation.ts";

test.each<[code: string, status: number | undefined, CreationEnd]>([
  ["IL-S04", undefined, "unanswered"],
  ["IL-S14", 504, "unanswered"],
  ["IL-S14", 524, "unanswered"],
  ["IL-S14", 500, "failed"],
  ["IL-S14", 502, "failed"],
  ["IL-S13", 413, "too-large"],
  ["IL-S11", 400, "refused"],
  ["IL-S08", 403, "refused"],
  ["IL-S02", undefined, "refused"],
  ["IL-S17", undefined, "refused"],
])("a creation that ended with %s and status %s is %s", (code, status, end) => {
  expect(creationEnd({ code, status, neverSent: false })).toBe(end);
});

test("a creation whose request never reached the service is unsent", () => {
  expect(creationEnd({ code: "IL-S04", status: undefined, neverSent: true })).toBe("unsent");
});

test.each<[code: string, status: number | undefined, boolean]>([
  ["IL-S10", 404, true],
  ["IL-S05", 429, true],
  ["IL-S14", 500, true],
  ["IL-S14", 502, true],
  ["IL-S14", 504, true],
  ["IL-S04", undefined, true],
  ["IL-S15", undefined, true],
  ["IL-S07", 401, false],
  ["IL-S08", 403, false],
  ["IL-S03", 302, false],
  ["IL-S02", undefined, false],
  ["IL-S17", undefined, false],
])("a look that ends with %s and status %s means that another one follows: %s", (code, status, follows) => {
  expect(isNotThereYet({ code, status })).toBe(follows);
});

const early = 0;
const late = LONGEST_WAIT;

test.each<[CreationEnd, found: { isThere: boolean; waited: number; hasFewer: boolean }, NextMove]>([
  ["unanswered", { isThere: true, waited: early, hasFewer: true }, "go-on"],
  ["unanswered", { isThere: false, waited: early, hasFewer: true }, "wait"],
  ["unanswered", { isThere: false, waited: late - 1, hasFewer: false }, "wait"],
  ["unanswered", { isThere: true, waited: late, hasFewer: true }, "go-on"],
  ["unanswered", { isThere: false, waited: late, hasFewer: true }, "source-alone"],
  ["unanswered", { isThere: false, waited: late, hasFewer: false }, "give-up"],
  ["failed", { isThere: true, waited: early, hasFewer: true }, "go-on"],
  ["failed", { isThere: false, waited: early, hasFewer: true }, "source-alone"],
  ["failed", { isThere: false, waited: early, hasFewer: false }, "give-up"],
  ["too-large", { isThere: false, waited: early, hasFewer: true }, "source-alone"],
  ["too-large", { isThere: false, waited: early, hasFewer: false }, "give-up"],
  ["unsent", { isThere: false, waited: early, hasFewer: true }, "give-up"],
  ["refused", { isThere: true, waited: early, hasFewer: true }, "go-on"],
  ["refused", { isThere: false, waited: early, hasFewer: true }, "give-up"],
])("after a creation that is %s, %j means: %s", (end, found, move) => {
  expect(afterCreation(end, found)).toBe(move);
});
