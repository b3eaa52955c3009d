import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

export const Metrics = lazy(() =>
  z.object({
    units: z.int(),
    units_translated: z.int(),
    users: z.int(),
    changes: z.int(),
    projects: z.int(),
    components: z.int(),
    translations: z.int(),
    /** Languages something is translated to. */
    languages: z.int(),
    /** Quality checks that strings fail. */
    checks: z.int(),
    configuration_errors: z.int(),
    /** That wait for somebody to decide. */
    suggestions: z.int(),
    /** Queue → jobs that wait in it. */
    worker_queues: z.record(z.string(), z.int()),
    /** The same under the name the real service has for it (facts §1.9). */
    celery_queues: z.record(z.string(), z.int()),
    /** Name of this server. */
    name: z.string(),
    version: z.string(),
  }),
);
export type Metrics = Value<typeof Metrics>;
