import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

export const Task = lazy(() =>
  z
    .looseObject({
      completed: z.boolean(),
      progress: z.int().nullish(),
      result: z.unknown(),
      log: z.string().nullish(),
      /** Whether `DELETE` stops it. */
      cancellable: z.boolean().optional(),
    })
    .meta({ id: "Task" }),
);
export type Task = Value<typeof Task>;

/** Long work that has begun: `task_url` tells how far it is. */
export const ScheduledTask = lazy(() =>
  z.object({ detail: z.string(), task_url: z.string() }).meta({ id: "ScheduledTask" }),
);
export type ScheduledTask = Value<typeof ScheduledTask>;
