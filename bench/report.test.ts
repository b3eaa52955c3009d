import { expect, test } from "vitest";
import { curve, formatsTable, page } from "./report.ts";
import { rowOf } from "./row.ts";

const rows = [
  rowOf({ name: "requests", unit: "requests", ours: 1, peer: 22, goal: { atMost: 1 } }),
  rowOf({ name: "100 × 50, full look: CPU", unit: "ms", ours: 1_042, peer: undefined, goal: { atMost: 500 } }),
  rowOf({ name: "memory", unit: "MB", ours: undefined, peer: undefined }),
];

const SURROUNDINGS = { machine: "2 × a processor", day: "2026-11-23", pictures: [], former: "" };

test("the page keeps the tables of what was not measured anew, in their order", () => {
  const former = page(
    [
      { name: "noop", rows },
      { name: "bot-day", rows },
    ],
    SURROUNDINGS,
  );
  const written = page([{ name: "noop", rows }], { ...SURROUNDINGS, day: "2026-11-24", former });

  expect(written.match(/^(?:## .*|Measured on .*)$/gm)).toEqual([
    "## `npm run bench -- noop`",
    "Measured on 2026-11-24: 2 × a processor.",
    "## `npm run bench -- bot-day`",
    "Measured on 2026-11-23: 2 × a processor.",
  ]);
  expect(page([], { ...SURROUNDINGS, former: written })).toBe(written);
});

test("the page says what was measured where, and which goals were not met", () => {
  const written = page([{ name: "noop", rows }], SURROUNDINGS);

  expect(written).toContain("## `npm run bench -- noop`");
  expect(written).toContain("Measured on 2026-11-23: 2 × a processor.");
  expect(written).toContain("| requests | 1 requests | 22 requests | ≤ 1: met |");
  expect(written).toContain("| 100 × 50, full look: CPU | 1,042 ms |  | ≤ 500: **not met** |");
  expect(written).toContain("| memory |  |  |  |");
  expect(written).not.toContain("images/");
});

test("the curve has a line for each kind of run and a number at each point", () => {
  const points = [
    { kind: "full look", components: 100, value: 1_000 },
    { kind: "full look", components: 300, value: 2_000 },
    { kind: "unmoved", components: 300, value: 500 },
  ];
  const drawn = curve(points, "CPU", (value) => `${String(value / 1_000)}.0 s`);

  expect(drawn.match(/<polyline/g)).toHaveLength(2);
  expect(drawn).toContain("2.0 s");
  expect(drawn).toContain('aria-label="CPU by components"');
  expect(drawn).toContain(">300<");
});

test("formats have a line for each large file, with what the peer did instead where it has no number", () => {
  const size = "one change of 50 MB";
  const written = formatsTable([
    rowOf({ name: `po: processor for ${size}`, unit: "CPU s", ours: 1.5, peer: 13.5, goal: { timesPeer: 0.2 } }),
    rowOf({ name: `po: memory for ${size}`, unit: "MB", ours: 600, peer: 500, goal: { timesPeer: 1 } }),
    rowOf({ name: `ts: processor for ${size}`, unit: "CPU s", ours: 3, peer: undefined, peerNote: "did not end" }),
    rowOf({ name: `ts: memory for ${size}`, unit: "MB", ours: 700, peer: undefined, peerNote: "did not end" }),
    rowOf({ name: "po: read", unit: "MB/s", ours: 50, peer: 3 }),
  ]);

  expect(written).toContain("| po | 50 MB | 1.5 CPU s | 13.5 CPU s | 9.00 × | 600 MB (**missed**) | 500 MB |");
  expect(written).toContain("| ts | 50 MB | 3 CPU s | did not end |  | 700 MB |  |");
  expect(written.trimEnd().split("\n")).toHaveLength(4);
});
