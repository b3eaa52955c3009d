import * as z from "zod";
import { bytes } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { integer } from "../fields.ts";

const feed = {
  method: "GET",
  responses: { 200: bytes },
  media: ["application/rss+xml"],
  access: "viewer",
} as const;

/** Statistics and feeds for people and programs that do not speak the API (specification 2, "Exports and feeds"). */
export const exports = {
  statistics: endpoint({
    id: "exports.statistics",
    method: "GET",
    path: "/exports/stats/{project}/{component}/",
    summary: "Counters of each translation of a component, as an array or as CSV.",
    deprecated: "Since 2.6: GET /api/components/{project}/{component}/statistics/",
    query: () =>
      z.object({
        format: z.enum(["json", "csv"]).optional(),
        /** Spaces a level of the JSON is indented by. */
        indent: integer.pipe(z.int().min(0).max(10)).optional(),
        /** Name of a function: the answer is a script that calls it. */
        jsonp: z
          .string()
          .max(100)
          .regex(/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/, "Enter the name of a function.")
          .optional(),
      }),
    responses: { 200: bytes },
    media: ["application/json", "text/csv", "application/javascript"],
    access: "viewer",
  }),
  siteFeed: endpoint({
    ...feed,
    id: "exports.rss",
    path: "/exports/rss/",
    summary: "Feed of recent changes in everything the caller sees.",
  }),
  languageFeed: endpoint({
    ...feed,
    id: "exports.rss.language",
    path: "/exports/rss/language/{language}/",
    summary: "Feed of recent changes in a language.",
  }),
  projectFeed: endpoint({
    ...feed,
    id: "exports.rss.project",
    path: "/exports/rss/{project}/",
    summary: "Feed of recent changes in a project.",
  }),
  componentFeed: endpoint({
    ...feed,
    id: "exports.rss.component",
    path: "/exports/rss/{project}/{component}/",
    summary: "Feed of recent changes in a component.",
  }),
  translationFeed: endpoint({
    ...feed,
    id: "exports.rss.translation",
    path: "/exports/rss/{project}/{component}/{language}/",
    summary: "Feed of recent changes in a translation.",
  }),
};
