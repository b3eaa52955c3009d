import { expect, it } from "vitest";
import { lockWords, ownerOfLock, type LockOwner, type LockState } from "./service-lock.ts";

const now = new Date("2026-03-04T12:00:00Z");
const ours: LockState = { username: "bot-acme-ci", name: "ci", since: "2026-03-04T11:30:00Z", isAutomatic: false };

it.each<[string, LockState, string | undefined, LockOwner]>([
  ["a lock of ours within its lease is a run's", ours, "bot-acme-ci", "ours"],
  [
    "a lock of ours that is exactly an hour old still is",
    { ...ours, since: "2026-03-04T11:00:00Z" },
    "bot-acme-ci",
    "ours",
  ],
  ["an older one was left behind", { ...ours, since: "2026-03-04T10:59:59Z" }, "bot-acme-ci", "left-behind"],
  [
    "without a time it is never called left behind",
    { username: "bot-acme-ci", isAutomatic: false },
    "bot-acme-ci",
    "ours",
  ],
  [
    "somebody else's is theirs, however old",
    { ...ours, username: "dana", since: "2020-01-01T00:00:00Z" },
    "bot-acme-ci",
    "theirs",
  ],
  ["nobody's is theirs", { isAutomatic: false }, "bot-acme-ci", "theirs"],
  ["where we do not know who we are, nothing is ours", { ...ours, since: "2020-01-01T00:00:00Z" }, undefined, "theirs"],
  ["the service's own lock is its own", { ...ours, isAutomatic: true }, "bot-acme-ci", "automatic"],
])("%s", (_, lock, own, expected) => {
  expect(ownerOfLock(lock, own, now)).toBe(expected);
});

it.each<[LockState, string]>([
  [ours, "locked by ci since 2026-03-04 11:30 UTC"],
  [{ ...ours, name: "" }, "locked by bot-acme-ci since 2026-03-04 11:30 UTC"],
  [{ since: "2026-03-04T11:30:00Z", isAutomatic: true }, "locked by the service itself since 2026-03-04 11:30 UTC"],
  [{ isAutomatic: false }, "locked"],
  [{ isAutomatic: false, since: "yesterday" }, "locked"],
])("says of %j: %s", (lock, words) => {
  expect(lockWords(lock)).toBe(words);
});
