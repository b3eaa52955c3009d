import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { integer, paging } from "../fields.ts";
import { pageOf } from "../resources/page.ts";
import { Unit, UnitEdit } from "../resources/unit.ts";

const edit = z.object({
  /** Together with `target`. 30 needs the review workflow. */
  state: integer.optional(),
  target: z.array(z.string()).optional(),
  explanation: z.string().optional(),
  extra_flags: z.string().optional(),
  labels: z.array(integer).optional(),
});

export const units = {
  list: endpoint({
    id: "units.list",
    method: "GET",
    path: "/api/units/",
    summary: "Strings of all translations the caller sees.",
    query: paging.extend({ q: z.string().optional() }),
    responses: { 200: pageOf(Unit) },
    access: "viewer",
  }),
  get: endpoint({
    id: "units.get",
    method: "GET",
    path: "/api/units/{id}/",
    summary: "One string.",
    responses: { 200: Unit },
    access: "viewer",
  }),
  edit: endpoint({
    id: "units.edit",
    method: "PATCH",
    path: "/api/units/{id}/",
    summary: "Translates a string; explanation, flags and labels on source strings only.",
    body: edit,
    responses: { 200: UnitEdit },
    access: ["unit.edit"],
  }),
  replace: endpoint({
    id: "units.edit.put",
    method: "PUT",
    path: "/api/units/{id}/",
    summary: "The same as PATCH; `target` and `state` are required.",
    body: edit.extend({ state: integer, target: z.array(z.string()) }),
    responses: { 200: UnitEdit },
    access: ["unit.edit"],
  }),
  translations: endpoint({
    id: "units.translations",
    method: "GET",
    path: "/api/units/{id}/translations/",
    summary: "All target strings of a source string, not paged.",
    responses: { 200: z.array(Unit) },
    access: "viewer",
  }),
};
