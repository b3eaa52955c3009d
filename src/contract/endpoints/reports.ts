import * as z from "zod";
import { lazy, type Value, bytes } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { identifier, integer, paging, reference } from "../fields.ts";
import { pageOf } from "../resources/page.ts";
import { Report, reportKinds, ReportSummary } from "../resources/report.ts";
import { ScheduledTask } from "../resources/task.ts";

const rate = (usual: string) =>
  z
    .union([reference, z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,8}(?:\.\d{1,4})?$/, "A valid number is required."))
    .default(usual);

/** What a report is asked for with, where the address says what it is of (facts §1.9). */
const scoped = lazy(() =>
  z.object({
    kind: z.enum(reportKinds),
    /** ISO 8601; both are needed except for `cost_estimate`. */
    start: z.string().max(50).optional(),
    end: z.string().max(50).optional(),
    /** Code of the one language to look at. */
    language: z.string().max(50).optional(),
    sort_by: z.enum(["count", "date_joined"]).default("count"),
    sort_order: z.enum(["ascending", "descending"]).default("descending"),
    /** `unique`: a string somebody changed again and again is one. */
    counting_mode: z.enum(["unique", "all"]).default("unique"),
    /** Strings whose cost is estimated. */
    q: z.string().max(500).default("state:<translated"),
    base_rate: rate("1.0000"),
    tm_threshold: integer.pipe(z.int().min(75).max(100)).default(80),
    /** Percent of the base rate. */
    rate_new: rate("100.00"),
    rate_needs_editing: rate("50.00"),
    rate_tm_100: rate("0.00"),
    rate_tm_fuzzy: rate("50.00"),
    rate_repetition: rate("0.00"),
  }),
);
export type ReportParameters = Value<typeof scoped>;

const list = {
  method: "GET",
  query: paging,
  responses: { 200: pageOf(ReportSummary) },
  access: ["reports.view"],
} as const;
const create = {
  method: "POST",
  body: scoped,
  responses: { 202: ScheduledTask },
  access: ["reports.view"],
} as const;
const rendered = { method: "GET", responses: { 200: bytes }, access: ["reports.view"] } as const;

export const reports = {
  list: endpoint({
    ...list,
    id: "reports.list",
    path: "/api/reports/",
    summary: "Reports the caller may read.",
    query: () =>
      paging().extend({
        kind: z.enum(reportKinds).optional(),
        project: z.string().optional(),
        category: identifier.optional(),
        component: z.string().optional(),
      }),
  }),
  create: endpoint({
    ...create,
    id: "reports.create",
    path: "/api/reports/",
    summary: "Has a report made, of the whole site or of one project, category or component.",
    body: () =>
      scoped().extend({
        /** Slug. */
        project: z.string().max(60).optional(),
        /** Id. */
        category: identifier.optional(),
        /** `project/component`. */
        component: z.string().max(400).optional(),
      }),
  }),
  get: endpoint({
    id: "reports.get",
    method: "GET",
    path: "/api/reports/{id}/",
    summary: "One report with its data.",
    responses: { 200: Report },
    access: ["reports.view"],
  }),
  json: endpoint({
    ...rendered,
    id: "reports.json",
    path: "/api/reports/{id}/json/",
    summary: "A report's data alone.",
    media: ["application/json"],
  }),
  html: endpoint({
    ...rendered,
    id: "reports.html",
    path: "/api/reports/{id}/html/",
    summary: "A report as a page.",
    media: ["text/html"],
  }),
  rst: endpoint({
    ...rendered,
    id: "reports.rst",
    path: "/api/reports/{id}/rst/",
    summary: "A report as reStructuredText.",
    media: ["text/x-rst"],
  }),
  ofProject: endpoint({
    ...list,
    id: "reports.project",
    path: "/api/projects/{project}/reports/",
    summary: "Reports of a project.",
  }),
  createOfProject: endpoint({
    ...create,
    id: "reports.project.create",
    path: "/api/projects/{project}/reports/",
    summary: "Has a report of a project made.",
  }),
  ofCategory: endpoint({
    ...list,
    id: "reports.category",
    path: "/api/categories/{id}/reports/",
    summary: "Reports of a category.",
  }),
  createOfCategory: endpoint({
    ...create,
    id: "reports.category.create",
    path: "/api/categories/{id}/reports/",
    summary: "Has a report of a category made.",
  }),
  ofComponent: endpoint({
    ...list,
    id: "reports.component",
    path: "/api/components/{project}/{component}/reports/",
    summary: "Reports of a component.",
  }),
  createOfComponent: endpoint({
    ...create,
    id: "reports.component.create",
    path: "/api/components/{project}/{component}/reports/",
    summary: "Has a report of a component made.",
  }),
};
