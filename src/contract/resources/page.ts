import * as z from "zod";

/** The envelope of list endpoints. `next` and `previous` are absolute. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.looseObject({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

export type Page<T> = {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
};
