import { expect, it } from "vitest";
import { exposition, type Family } from "./exposition.ts";

const families: readonly Family[] = [
  { kind: "counter", name: "runs", help: "Runs that ended.", readings: [{ labels: { kind: "push" }, value: 3 }] },
  { kind: "gauge", name: "waiting", help: 'A "path" with \\ and\na line.', readings: [{ labels: {}, value: 0.5 }] },
  {
    kind: "histogram",
    name: "seconds",
    help: "How long.",
    bounds: [0.5, 10],
    spreads: [{ labels: { kind: "push" }, counts: [1, 2], count: 3, sum: 61.5 }],
  },
];

it("writes OpenMetrics for whoever asks for it", () => {
  const { contentType, text } = exposition(families, "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");

  expect(contentType).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(text).toBe(`# HELP runs Runs that ended.
# TYPE runs counter
runs_total{kind="push"} 3
# HELP waiting A \\"path\\" with \\\\ and\\na line.
# TYPE waiting gauge
waiting 0.5
# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{kind="push",le="0.5"} 1
seconds_bucket{kind="push",le="10.0"} 2
seconds_bucket{kind="push",le="+Inf"} 3
seconds_sum{kind="push"} 61.5
seconds_count{kind="push"} 3
# EOF
`);
});

it("writes the older text for everybody else, which names a counter as its readings", () => {
  const { contentType, text } = exposition(families.slice(0, 1), "*/*");

  expect(contentType).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(text).toBe(`# HELP runs_total Runs that ended.
# TYPE runs_total counter
runs_total{kind="push"} 3
`);
});

it("lets no value of a label end its line or its quotes", () => {
  const readings = [{ labels: { name: 'a"} 1\nb\\' }, value: 1 }];

  expect(exposition([{ kind: "gauge", name: "budget", help: "", readings }]).text).toContain(
    String.raw`budget{name="a\"} 1\nb\\"} 1`,
  );
});
