import { expect, it } from "vitest";
import { openMetricsOf } from "./open-metrics.ts";

it("numbers become gauges, nested ones with a label; texts are left out", () => {
  const text = openMetricsOf({ units: 142, name: "Site", worker_queues: { pull: 3, 'a"b\\c': 0 } });

  expect(text).toBe(
    [
      "# TYPE units gauge",
      "units 142",
      "# TYPE worker_queues gauge",
      'worker_queues{queue="pull"} 3',
      String.raw`worker_queues{queue="a\"b\\c"} 0`,
      "# EOF",
      "",
    ].join("\n"),
  );
});
