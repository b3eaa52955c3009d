import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { link } from "../fields.ts";

export const reportKinds = ["credits", "contributor_stats", "cost_estimate", "translator_work"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const ReportSummary = lazy(() =>
  z
    .object({
      id: z.int(),
      kind: z.enum(reportKinds),
      /** Of the form of `data`. */
      version: z.int(),
      creator: z.string().nullable(),
      created: z.string(),
      /** What it is of: `project` (slug), `category` (id) or `component` (path); null for the whole site. */
      scope: z.record(z.string(), z.string()).nullable(),
      url: link,
      json_url: link,
      html_url: link,
      rst_url: link,
    })
    .meta({ id: "ReportSummary" }),
);
export type ReportSummary = Value<typeof ReportSummary>;

export const Report = lazy(() =>
  z
    .object({
      ...ReportSummary().shape,
      parameters: z.record(z.string(), z.unknown()),
      /** Its form is that of the kind. */
      data: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
    })
    .meta({ id: "Report" }),
);
export type Report = Value<typeof Report>;
