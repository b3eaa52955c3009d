import { describe, expect, it } from "vitest";
import type { TraceEntry } from "../../../records/runs/runs.ts";
import { bar, bottleneckChart, spread } from "./bars.ts";
import { lineChart, path, type Point } from "./lines.ts";
import { waterfall } from "./waterfall.ts";

const at = (second: number, value: number): Point => ({ time: new Date(second * 1000).toISOString(), value });

describe("bars", () => {
  it.each([
    [50, 100, "50%"],
    [100, 100, "100%"],
    [0, 100, "0%"],
    [1, 1_000_000, "0.6%"],
    [5, 0, "0.6%"],
  ])("show %s of %s as %s of the width, and the least there is as something", (value, largest, width) => {
    expect(bar(value, largest).toString()).toContain(`class="fill" width="${width}"`);
  });

  it("put p50 before p95, whatever the figures say", () => {
    expect(spread(20, 80, 100).toString()).toMatch(/x1="20%" x2="80%"/);
    expect(spread(80, 20, 100).toString()).toMatch(/x1="80%" x2="80%"/);
    expect(spread(0, 0, 0).toString()).toMatch(/cx="0%"/);
  });

  it("are empty without rows, and escape names", () => {
    expect(bottleneckChart("Steps", [], 0).toString()).toContain("<tbody>");
    const row = { name: "GET /api/<b>", count: 1, total: 5, p50: 5, p95: 5 };
    const chart = bottleneckChart("Steps", [row], 2_000).toString();
    expect(chart).toContain("GET /<wbr />api/<wbr />&lt;b&gt;");
    // Of all that took time, shown or not.
    expect(chart).toContain("0.3 %");
  });
});

describe("lines", () => {
  const across = (time: number): number => time / 1000;
  const down = (value: number): number => value;

  it.each<[string, Point[], string]>([
    ["nothing", [], ""],
    ["one look as a dot", [at(0, 3)], "M0 3h.1"],
    ["looks as one line", [at(0, 3), at(10, 4), at(20, 5)], "M0 3L10 4L20 5"],
    ["a pause as a gap", [at(0, 1), at(10, 1), at(20, 1), at(200, 9), at(210, 9)], "M0 1L10 1L20 1M200 9L210 9"],
    [
      "a look alone between two pauses as a dot",
      [at(0, 1), at(10, 1), at(20, 1), at(200, 9), at(400, 1), at(410, 1)],
      "M0 1L10 1L20 1M200 9h.1M400 1L410 1",
    ],
  ])("draw %s", (_, points, drawn) => {
    expect(path(points, across, down)).toBe(drawn);
  });

  it("say in words what they show, and that there is nothing", () => {
    const chart = {
      title: "Memory",
      series: [{ name: "used", points: [at(0, 2), at(10, 8), at(20, 4)] }],
      words: (value: number) => `${String(value)} GB`,
    };
    expect(lineChart(chart).toString()).toContain("Memory: used between 2 GB and 8 GB, now 4 GB");
    expect(lineChart({ ...chart, series: [] }).toString()).toContain("No sample in this time.");
  });

  it("hold two weeks of looks", () => {
    const points = Array.from({ length: 120_960 }, (_, index) => at(index * 10, index % 7));
    const chart = { title: "Load", series: [{ name: "all", points }], words: String, ceiling: 1 };
    expect(lineChart(chart).toString()).toContain("highest 6");
  });
});

describe("a waterfall", () => {
  const step = (begin: number, milliseconds: number, more: Partial<TraceEntry> = {}): TraceEntry => ({
    name: "upload",
    component: "",
    begin,
    milliseconds,
    outcome: "done",
    detail: "",
    ...more,
  });

  it("begins each step where it began, and names the longest one", () => {
    const shown = waterfall([step(500, 500), step(0, 250)]).toString();
    expect(shown.indexOf('x="0%"')).toBeLessThan(shown.indexOf('x="50%"'));
    expect(shown.match(/longest<\/span/g)).toHaveLength(1);
  });

  it("has a bar also for what took no time, and marks what failed", () => {
    const shown = waterfall([step(0, 0, { outcome: "failed", detail: "<502>" })]).toString();
    expect(shown).toMatch(/bar bad/);
    expect(shown).toMatch(/width="0.4%"/);
    expect(shown).toContain("&lt;502&gt;");
  });
});
