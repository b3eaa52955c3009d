import { expect, test } from "vitest";
import { curve, page } from "./report.ts";
import { rowOf } from "./row.ts";

const rows = [
  rowOf({ name: "requests", unit: "requests", ours: 1, peer: 22, goal: { atMost: 1 } }),
  rowOf({ name: "100 × 50, full look: CPU", unit: "ms", ours: 1_042, peer: undefined, goal: { atMost: 500 } }),
  rowOf({ name: "memory", unit: "MB", ours: undefined, peer: undefined }),
];

test("the page says what was measured where, and which goals were not met", () => {
  const written = page([{ name: "noop", rows }], "2 × a processor", "2026-11-23", []);

  expect(written).toContain("## `npm run bench -- noop`");
  expect(written).toContain("2026-11-23:\n2 × a processor.");
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
