import { endpoint } from "../endpoint.ts";
import { paging } from "../fields.ts";
import { Language } from "../resources/language.ts";
import { pageOf } from "../resources/page.ts";
import { Statistics } from "../resources/statistics.ts";

export const languages = {
  list: endpoint({
    id: "languages.list",
    method: "GET",
    path: "/api/languages/",
    summary: "All languages the service knows.",
    query: paging,
    responses: { 200: pageOf(Language) },
    access: "viewer",
  }),
  get: endpoint({
    id: "languages.get",
    method: "GET",
    path: "/api/languages/{language}/",
    summary: "One language.",
    responses: { 200: Language },
    access: "viewer",
  }),
  statistics: endpoint({
    id: "languages.statistics",
    method: "GET",
    path: "/api/languages/{language}/statistics/",
    summary: "Counters of a language over all projects the caller sees.",
    responses: { 200: Statistics },
    access: "viewer",
  }),
};
