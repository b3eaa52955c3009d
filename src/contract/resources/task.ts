import { z } from "zod";

export const Task = z.looseObject({
  completed: z.boolean(),
  progress: z.number().nullish(),
  result: z.unknown(),
  log: z.string().nullish(),
});
export type Task = z.output<typeof Task>;
