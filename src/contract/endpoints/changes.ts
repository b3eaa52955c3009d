import * as z from "zod";
import { lazy } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { integer, listOf, paging } from "../fields.ts";
import { Change } from "../resources/change.ts";
import { pageOf } from "../resources/page.ts";

/** The same for all lists of changes. Times are ISO 8601; `action` may be repeated and means or. */
export const changeFilter = lazy(() =>
  paging().extend({
    user: z.string().optional(),
    action: listOf(integer).optional(),
    timestamp_after: z.string().optional(),
    timestamp_before: z.string().optional(),
  }),
);

export const changes = {
  list: endpoint({
    id: "changes.list",
    method: "GET",
    path: "/api/changes/",
    summary: "Changes the caller sees, newest first.",
    query: changeFilter,
    responses: { 200: pageOf(Change) },
    access: "viewer",
  }),
  get: endpoint({
    id: "changes.get",
    method: "GET",
    path: "/api/changes/{id}/",
    summary: "One change.",
    responses: { 200: Change },
    access: "viewer",
  }),
};
