import { describe, expect, it } from "vitest";
import type { FailedDelivery } from "../../forge/github/github-app.ts";
import { toRedeliver } from "./to-redeliver.ts";

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
    [
      "no more than allowed",
      [failed(3, "c", "10:02:00"), failed(2, "b", "10:01:00"), failed(1, "a", "10:00:00")],
      [],
      [1, 2],
    ],
    ["nothing that was asked for already", [failed(77, "a", "10:00:00")], [], []],
    ["what failed again after it was asked for", [failed(78, "a", "11:00:00"), failed(77, "a", "10:00:00")], [], [78]],
    ["nothing by a number that is not exact", [failed(2 ** 53, "a", "10:00:00")], [], []],
  ])("asks for %s", (_, deliveries, known, expected) => {
    expect(toRedeliver(deliveries, new Set(known), new Set([77]), 2).map(({ id }) => id)).toEqual(expected);
  });
});
