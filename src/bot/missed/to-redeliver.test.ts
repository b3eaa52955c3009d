import { describe, expect, it } from "vitest";
import type { FailedDelivery } from "../../forge/github/github-app.ts";
import { toRedeliver } from "./to-redeliver.ts";

const failed = (id: number, guid: string, time: string): FailedDelivery => ({
  id,
  guid,
  time: `2026-01-03T${time}Z`,
  event: "push",
  status: 503,
});

describe("toRedeliver", () => {
  it.each([
    ["nothing where nothing failed", [], [], []],
    ["what never arrived", [failed(1, "a", "10:00:00")], [], [1]],
    ["nothing that arrived: only its answer was lost", [failed(1, "a", "10:00:00")], ["a"], []],
    ["the newest attempt of an event alone", [failed(2, "a", "11:00:00"), failed(1, "a", "10:00:00")], [], [2]],
    ["the oldest events first", [failed(2, "b", "11:00:00"), failed(1, "a", "10:00:00")], [], [1, 2]],
    [
      "no more than allowed",
      [failed(3, "c", "10:02:00"), failed(2, "b", "10:01:00"), failed(1, "a", "10:00:00")],
      [],
      [1, 2],
    ],
    ["nothing that was asked for already", [failed(77, "asked", "10:00:00")], [], []],
    [
      "what failed again after it was asked for",
      [failed(78, "asked", "11:00:00"), failed(77, "asked", "10:00:00")],
      [],
      [78],
    ],
    ["nothing by a number that is not exact", [failed(2 ** 53, "a", "10:00:00")], [], []],
  ])("asks for %s", (_, deliveries, known, expected) => {
    const asked = new Map([["asked", { tries: 1, attempt: 77, time: 0 }]]);
    const missed = toRedeliver(deliveries, { known: new Set(known), asked, time: 60_000, most: 2 });

    expect(missed.now.map(({ id }) => id)).toEqual(expected);
  });

  it("asks first for what it never asked for, and looks again for the rest", () => {
    const deliveries = [failed(1, "again", "10:00:00"), failed(2, "b", "10:01:00"), failed(3, "pause", "10:02:00")];
    const asked = new Map([
      ["again", { tries: 1, attempt: 0, time: 0 }],
      ["pause", { tries: 2, attempt: 0, time: 0 }],
    ]);

    const { now, isMore, later } = toRedeliver(deliveries, { known: new Set(), asked, time: 60_000, most: 1 });

    expect([now.map(({ id }) => id), isMore, later.map(({ id }) => id)]).toEqual([[2], false, [1, 3]]);
  });
});
