import { describe, expect, it } from "vitest";
import type { FailedDelivery } from "../../forge/github/github-app.ts";
import { toRedeliver } from "./to-redeliver.ts";

const now = new Date("2026-01-03T12:00:00Z");
const failed = (id: number, guid: string, time: string): FailedDelivery => ({
  id,
  guid,
  time: `2026-01-03T${time}Z`,
  event: "push",
});

describe("toRedeliver", () => {
  it.each([
    ["nothing where nothing failed", [], [], []],
    ["what never arrived", [failed(1, "a", "10:00:00")], [], [1]],
    ["nothing that arrived: only its answer was lost", [failed(1, "a", "10:00:00")], ["a"], []],
    ["the newest attempt of an event alone", [failed(2, "a", "11:00:00"), failed(1, "a", "10:00:00")], [], [2]],
    ["the oldest events first", [failed(2, "b", "11:00:00"), failed(1, "a", "10:00:00")], [], [1, 2]],
    ["nothing of the last two minutes, which may still arrive", [failed(1, "a", "11:58:01")], [], []],
    ["what failed two minutes ago", [failed(1, "a", "11:58:00")], [], [1]],
    ["nothing whose redelivery was just asked for", [failed(2, "a", "11:59:00"), failed(1, "a", "10:00:00")], [], []],
    [
      "no more than allowed",
      [failed(3, "c", "10:02:00"), failed(2, "b", "10:01:00"), failed(1, "a", "10:00:00")],
      [],
      [1, 2],
    ],
    ["nothing by a number that is not exact", [failed(2 ** 53, "a", "10:00:00")], [], []],
  ])("asks for %s", (_, deliveries, known, expected) => {
    expect(toRedeliver(deliveries, new Set(known), now, 2).map(({ id }) => id)).toEqual(expected);
  });
});
