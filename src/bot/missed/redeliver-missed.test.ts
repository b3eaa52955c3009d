import { describe, expect, it } from "vitest";
import { openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import type { FailedDelivery } from "../../forge/github/github-app.ts";
import { storeDelivery } from "../../records/deliveries/deliveries.ts";
import { redeliverMissed } from "./redeliver-missed.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

const failure = (id: number, guid: string, time: string, status = 503): FailedDelivery => ({
  id,
  guid,
  time,
  event: "push",
  status,
});

/** A GitHub that fails again at whatever it is asked to deliver, half a second later. */
function failing(records: TestRecords, events: number, status = 503) {
  const { clock } = records;
  const time = () => clock.now().toISOString();
  const failed = Array.from({ length: events }, (_, id) => failure(id, String(id), time(), status));
  const asks: number[] = [];
  const begun = clock.now().getTime();
  return {
    asks,
    failedDeliveries: async (since: Date) => failed.filter((each) => Date.parse(each.time) >= since.getTime()),
    redeliver: async (id: number) => {
      asks.push(Math.round((clock.now().getTime() - begun) / MINUTE));
      clock.advance(500);
      failed.unshift(failure(failed.length, failed.find((each) => each.id === id)!.guid, time(), status));
      return true;
    },
  };
}

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

    expect(await redeliverMissed(records, "github", github, new Map())).toEqual({ asked: 2, isMore: false });

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

    expect(await redeliverMissed(records, "github", github, new Map())).toMatchObject({ asked: 1 });
  });

  it("looks three days back the first time, and from the last look on later", async () => {
    await using records = await openTestRecords();
    const github = app([]);

    await redeliverMissed(records, "github", github, new Map());
    records.clock.advance(HOUR);
    await redeliverMissed(records, "github", github, new Map());
    records.clock.advance(10 * 24 * HOUR);
    await redeliverMissed(records, "github", github, new Map());

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
    const requested = new Map();

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

  it("asks for what fails again after growing pauses, gives it up, and says so", async () => {
    await using records = await openTestRecords();
    const github = failing(records, 1);
    const asked = new Map();

    for (let minute = 0; minute < 3 * 24 * 60; minute += 2) {
      await redeliverMissed(records, "github", github, asked);
      records.clock.advance(2 * MINUTE);
    }

    expect(github.asks).toEqual([0, 2, 10, 74, 554, 1034]);
    const events = await records.database.selectFrom("event").select("message").orderBy("id").execute();
    expect(events.slice(6)).toEqual([
      {
        message:
          "GitHub is not asked for a webhook again: asked for 6 times, and failed each time. The App's page at GitHub sends them, under “Advanced”.",
      },
    ]);
  });

  it("goes on at once until it has asked for all, and not with those that failed again", async () => {
    await using records = await openTestRecords();
    const github = failing(records, 400);
    const asked = new Map();
    let looks = 1;
    while (looks < 60 && (await redeliverMissed(records, "github", github, asked)).isMore) looks += 1;

    expect([looks, github.asks.length]).toEqual([4, 400]);
  });

  it.each([
    [401, "1 with a wrong signature (401)"],
    [413, "1 that were too long (413)"],
  ])("does not ask for what was answered with %d, and says so once", async (status, why) => {
    await using records = await openTestRecords();
    const github = failing(records, 1, status);
    const asked = new Map();

    for (let look = 0; look < 3; look += 1) await redeliverMissed(records, "github", github, asked);

    expect(github.asks).toEqual([]);
    const events = await records.database.selectFrom("event").select(["level", "message"]).execute();
    expect(events).toEqual([
      {
        level: "warning",
        message: `GitHub is not asked for a webhook again: refused here, ${why}. The App's page at GitHub sends them, under “Advanced”.`,
      },
    ]);
  });

  it("asks again for what GitHub had no answer for", async () => {
    await using records = await openTestRecords();
    const github = app([failure(1, "lost", "2025-12-31T21:00:00Z")]);
    const asked = new Map();
    const away = { ...github, redeliver: () => Promise.reject(new Error("502")) };
    await expect(redeliverMissed(records, "github", away, asked)).rejects.toThrow("502");

    records.clock.advance(MINUTE);
    expect(await redeliverMissed(records, "github", github, asked)).toMatchObject({ asked: 1 });
  });

  it("says nothing of what GitHub does not have any more", async () => {
    await using records = await openTestRecords();
    const github = app([failure(1, "lost", "2025-12-31T21:00:00Z")], false);

    expect(await redeliverMissed(records, "github", github, new Map())).toMatchObject({ asked: 0 });
    expect(await records.database.selectFrom("event").selectAll().execute()).toEqual([]);
  });
});
