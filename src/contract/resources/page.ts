import { z } from "zod";

/** The envelope of list endpoints. `next` and `previous` are absolute. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.looseObject({
    count: z.number(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}
