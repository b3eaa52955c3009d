import { expect, test } from "vitest";
import { backoff, mayRepeat, requestedPause, retryAfter } from "./retry.ts";

const now = new Date("2026-01-01T00:00:00Z");

test.each([
  // status, safe, if-not-sent
  [400, false, false],
  [403, false, false],
  [404, false, false],
  [423, true, true],
  [429, true, true],
  [500, false, false],
  [502, true, false],
  [503, true, false],
  [504, true, false],
])("after status %i a safe request is repeated: %s, an unsafe one: %s", (status, safe, unsafe) => {
  expect(mayRepeat({ kind: "status", status }, "safe")).toBe(safe);
  expect(mayRepeat({ kind: "status", status }, "if-not-sent")).toBe(unsafe);
});

test("a lost connection repeats an unsafe request only while it was not sent", () => {
  expect(mayRepeat({ kind: "connection", sent: true }, "safe")).toBe(true);
  expect(mayRepeat({ kind: "connection", sent: false }, "if-not-sent")).toBe(true);
  expect(mayRepeat({ kind: "connection", sent: true }, "if-not-sent")).toBe(false);
});

test("the backoff doubles up to half a minute and is all jitter", () => {
  expect([1, 2, 3, 7, 20].map((attempt) => backoff(attempt, 1))).toEqual([500, 1000, 2000, 30_000, 30_000]);
  expect(backoff(5, 0)).toBe(0);
  expect(backoff(2, 0.25)).toBe(250);
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["Thu, 01 Jan 2026 00:01:30 GMT", 90_000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["9".repeat(40), 366 * 24 * 3_600_000],
  ["soon", undefined],
  ["", undefined],
])("Retry-After %j is %s milliseconds", (value, expected) => {
  expect(retryAfter({ "retry-after": value }, now)).toBe(expected);
});

test.each([
  ["429 with Retry-After", 429, { "retry-after": "7", "x-ratelimit-reset": "60" }, 7_000],
  [
    "429 with the window only",
    429,
    { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" },
    60_000,
  ],
  ["429 with nothing", 429, {}, undefined],
  ["503 with Retry-After", 503, { "retry-after": "7" }, 7_000],
  [
    "503 with a used-up window, which is not why it failed",
    503,
    { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" },
    undefined,
  ],
  [
    "200 that was the last of its window",
    200,
    { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" },
    60_000,
  ],
  [
    "200 with requests left",
    200,
    { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "1", "x-ratelimit-reset": "60" },
    undefined,
  ],
  ["200 with Retry-After", 200, { "retry-after": "7" }, undefined],
])("%s", (_, status, headers, pause) => {
  expect(requestedPause(status, headers, now)).toBe(pause);
});
