import { bottlenecksOf } from "../../records/runs/timings.ts";
import { bottlenecks } from "../contract/endpoints/bottlenecks.ts";
import { operation } from "../http/operation.ts";

const show = operation(bottlenecks.show, async ({ admin: { records }, query: { window } }) => {
  const { steps, components, endpoints, slowestRuns, budgets, queue } = await bottlenecksOf(records, window);
  const { oldestWaiting, ...depth } = queue;
  return {
    window,
    steps,
    components,
    endpoints,
    slowest_runs: slowestRuns,
    budgets,
    queue: { ...depth, oldest_waiting: oldestWaiting },
  };
});

export const bottleneckOperations = { show };
