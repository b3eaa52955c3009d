import { expect, test } from "vitest";
import { median, quantile, rowOf, table } from "./row.ts";

test("a goal is met or not by what was measured", () => {
  const base = { name: "requests", unit: "requests", peer: 100, goal: { atMost: 21 } };

  expect(rowOf({ ...base, ours: 21 })).toMatchObject({ ratio: 0.21, goal: "ours <= 21", met: true });
  expect(rowOf({ ...base, ours: 22 })).toMatchObject({ ratio: 0.22, met: false });
  expect(rowOf({ ...base, ours: 60, goal: { timesPeer: 0.5 } })).toMatchObject({
    goal: "ours <= 0.5 * peer",
    met: false,
  });
  const faster = { ...base, unit: "MB/s", goal: { atLeastTimesPeer: 20 } };
  expect(rowOf({ ...faster, ours: 2000 })).toMatchObject({ ratio: 20, goal: "ours >= 20 * peer", met: true });
  expect(rowOf({ ...faster, ours: 1999 })).toMatchObject({ met: false });
});

test("what could not be measured is neither met nor missed", () => {
  expect(rowOf({ name: "x", unit: "ms", ours: undefined, peer: 1, goal: { atMost: 1 } })).toMatchObject({
    ours: null,
    ratio: null,
    met: null,
  });
});

test("all but a hundredth of the values are below the quantile of 0.99, and where nothing was measured there is none", () => {
  expect(quantile([3, 1, 2], 0.99)).toBe(3);
  expect(() => quantile([], 0.99)).toThrow("Nothing was measured.");
});

test("the median is the middle value, or between the two middle ones", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test("the table says aloud what is not met", () => {
  const text = table([rowOf({ name: "time", unit: "ms", ours: 2, peer: 1, goal: { timesPeer: 1 } })]);

  expect(text).toContain("NOT MET");
  expect(text).toContain("2 ms");
});

test("a peer that was not waited for says so in its row, and the row stays", () => {
  const row = rowOf({ name: "x", unit: "CPU s", ours: 2, peer: undefined, peerNote: "did not end in 300 s" });
  expect(row).toMatchObject({ ours: 2, peer: null, ratio: null, peerNote: "did not end in 300 s" });
  expect(table([row])).toContain("peer  ························  did not end in 300 s");
});
