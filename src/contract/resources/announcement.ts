import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

export const severities = ["info", "warning", "danger", "success"] as const;
export type Severity = (typeof severities)[number];

export const Announcement = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      message: z.string(),
      severity: z.enum(severities),
      /** ISO 8601 date; hidden after it. */
      expiry: z.string().nullable(),
      notify: z.boolean(),
    })
    .meta({ id: "Announcement" }),
);
export type Announcement = Value<typeof Announcement>;
