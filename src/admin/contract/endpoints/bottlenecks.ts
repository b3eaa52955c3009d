import * as z from "zod";
import { windowNames } from "../../../records/runs/timings.ts";
import { endpoint, roles } from "../endpoint.ts";
import { identifier, timestamp } from "../fields.ts";

const count = z.int().min(0);
const milliseconds = z.int().min(0);

const Figures = z
  .strictObject({
    name: z.string(),
    count,
    total: milliseconds,
    p50: milliseconds.describe("Half of them took no longer."),
    p95: milliseconds,
    max: milliseconds,
    failures: count,
  })
  .meta({ id: "Figures" });

const FigureList = z
  .strictObject({
    items: z.array(Figures).readonly().describe("Those with the largest total, 100 at most."),
    names: count.describe("How many there are."),
    total: milliseconds.describe("Of all of them."),
  })
  .meta({ id: "FigureList" });

const SlowRun = z
  .strictObject({
    id: identifier,
    repository: z.string(),
    kind: z.string(),
    cause: z.string(),
    branch: z.string(),
    state: z.string(),
    outcome: z.string(),
    started: timestamp,
    milliseconds,
    requests: count,
    trace: z
      .array(
        z.strictObject({
          name: z.string(),
          component: z.string(),
          begin: z.number().describe("Milliseconds since the start of the run."),
          milliseconds: z.number(),
          outcome: z.string(),
          detail: z.string(),
        }),
      )
      .readonly(),
  })
  .meta({ id: "SlowRun" });

const Budget = z
  .strictObject({
    name: z.string(),
    allowed: count.describe("Requests of a whole period."),
    remaining: count,
    resets: timestamp.nullable(),
    time: timestamp.describe("When the server said so."),
  })
  .meta({ id: "Budget" });

export const bottlenecks = {
  show: endpoint({
    id: "bottlenecks.show",
    method: "GET",
    path: "/bottlenecks",
    summary: "search",
    description:
      "Where the time goes: by step, component and endpoint, those with the largest total first; the slowest runs with their trace; what servers still let us ask, the scarcest first; what waits. Milliseconds.",
    query: () => z.object({ window: z.enum(windowNames).default("24h").describe("Looked back from now.") }),
    responses: {
      200: () =>
        z
          .strictObject({
            window: z.enum(windowNames),
            steps: FigureList,
            components: FigureList,
            endpoints: FigureList,
            slowest_runs: z.array(SlowRun).readonly(),
            budgets: z.array(Budget).readonly(),
            queue: z.strictObject({
              waiting: count,
              running: count,
              dead: count,
              oldest_waiting: milliseconds.nullable().describe("Age of the oldest delivery that waits."),
              jobs: z
                .record(z.string(), count)
                .readonly()
                .describe("Kind of job → those that could be done now or are being done."),
            }),
          })
          .meta({ id: "Bottlenecks" }),
    },
    roles,
  }),
};
