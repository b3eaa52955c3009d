import * as z from "zod";
import { lazy, type Schema } from "../../http-api/endpoint.ts";

/** The envelope of list endpoints. `next` and `previous` are absolute. */
export function pageOf<T extends z.ZodType>(item: Schema<T>) {
  return lazy(() =>
    z.looseObject({
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(item()),
    }),
  );
}

export type Page<T> = {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
};
