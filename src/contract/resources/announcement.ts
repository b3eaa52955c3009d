import * as z from "zod";

export const severities = ["info", "warning", "danger", "success"] as const;
export type Severity = (typeof severities)[number];

export const Announcement = z
  .looseObject({
    id: z.int(),
    message: z.string(),
    severity: z.enum(severities),
    /** ISO 8601 date; hidden after it. */
    expiry: z.string().nullable(),
    notify: z.boolean(),
  })
  .meta({ id: "Announcement" });
export type Announcement = z.output<typeof Announcement>;
