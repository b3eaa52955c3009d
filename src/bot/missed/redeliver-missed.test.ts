import { describe, expect, it } from "vitest";
import { openTestRecords } from "../../../test/support/test-records.ts";
import type { FailedDelivery } from "../../forge/github/github-app.ts";
import { storeDelivery } from "../../records/deliveries/deliveries.ts";
import { redeliverMissed } from "./redeliver-missed.ts";

const HOUR = 3_600_000;

/** A GitHub that failed to deliver something, and what it is asked. */
function app(failed: readonly FailedDelivery[], keeps = true) {
  const asked: { since: string[]; redelivered: number[] } = { since: [], redelivered: [] };
  return {
    asked,
    failedDeliveries: async (since: Date) => {
      asked.since.push(since.toISOString());
      return failed.filter(({ time }) => Date.parse(time) >= since.getTime());
    },
    redeliver: async (id: number) => {
      asked.redelivered.push(id);
      return keeps;
    },
  };
}

const failure = (id: number, guid: string, time: string): FailedDelivery => ({ id, guid, time, event: "push" });

describe("redeliverMissed", () => {
  it("has sent again what is not here, and says so", async () => {
    await using records = await openTestRecords();
    await storeDelivery(records, {
      source: "github",
      sender: "github",
      guid: "here",
      event: "push",
      action: "",
      repository: null,
      payload: {},
      ended: { state: "done", reason: "" },
    });
    const github = app([
      failure(3, "here", "2025-12-31T23:00:00Z"),
      failure(2, "lost", "2025-12-31T22:00:00Z"),
      failure(1, "other", "2025-12-31T21:00:00Z"),
    ]);

    expect(await redeliverMissed(records, "github", github, new Set())).toEqual({ asked: 2, isMore: false });

    expect(github.asked.redelivered).toEqual([1, 2]);
    const events = await records.database.selectFrom("event").select("message").execute();
    expect(events).toEqual([{ message: "GitHub could not deliver 2 webhooks; it was asked to send them again." }]);
  });

  it("does not take another forge's delivery for this one's", async () => {
    await using records = await openTestRecords();
    const github = app([failure(1, "same", "2025-12-31T21:00:00Z")]);
    await storeDelivery(records, {
      source: "github",
      sender: "enterprise",
      guid: "same",
      event: "push",
      action: "",
      repository: null,
      payload: {},
      ended: { state: "done", reason: "" },
    });

    expect(await redeliverMissed(records, "github", github, new Set())).toMatchObject({ asked: 1 });
  });

  it("looks three days back the first time, and from the last look on later", async () => {
    await using records = await openTestRecords();
    const github = app([]);

    await redeliverMissed(records, "github", github, new Set());
    records.clock.advance(HOUR);
    await redeliverMissed(records, "github", github, new Set());
    records.clock.advance(10 * 24 * HOUR);
    await redeliverMissed(records, "github", github, new Set());

    expect(github.asked.since).toEqual([
      "2025-12-29T00:00:00.000Z",
      "2025-12-31T23:45:00.000Z",
      "2026-01-08T01:00:00.000Z",
    ]);
  });

  it("goes on where it stopped while there is more than it asks for at a time", async () => {
    await using records = await openTestRecords();
    const many = Array.from({ length: 150 }, (_, id) => failure(id, String(id), "2025-12-31T21:00:00Z"));
    const github = app(many);
    const requested = new Set<number>();

    const first = await redeliverMissed(records, "github", github, requested);
    records.clock.advance(HOUR);
    const second = await redeliverMissed(records, "github", github, requested);

    expect([first, second]).toEqual([
      { asked: 100, isMore: true },
      { asked: 50, isMore: false },
    ]);
    expect(new Set(github.asked.redelivered).size).toBe(150);
    expect(github.asked.since).toEqual(["2025-12-29T00:00:00.000Z", "2025-12-29T01:00:00.000Z"]);
  });

  it("says nothing of what GitHub does not have any more", async () => {
    await using records = await openTestRecords();
    const github = app([failure(1, "lost", "2025-12-31T21:00:00Z")], false);

    expect(await redeliverMissed(records, "github", github, new Set())).toMatchObject({ asked: 0 });
    expect(await records.database.selectFrom("event").selectAll().execute()).toEqual([]);
  });
});
