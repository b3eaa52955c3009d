import * as z from "zod";
import { fits, hitKinds } from "../../../records/search.ts";
import { endpoint, roles } from "../endpoint.ts";
import { identifier } from "../fields.ts";

const Hit = z
  .strictObject({
    kind: z.enum(hitKinds),
    id: identifier.describe("Number of the object; of a component that of a repository where it is bound."),
    title: z.string(),
    snippet: z.string().describe("Where it fits, or what else there is to say of it."),
    fit: z.enum(fits),
    url: z.string().describe("Page of it, from the root of this server."),
  })
  .meta({ id: "Hit" });

export const search = {
  find: endpoint({
    id: "search.find",
    method: "GET",
    path: "/search",
    summary: "search",
    description:
      "Repositories, components, users (of administrators and operators), templates and events that have a text in them, in one list: what is called exactly so, what begins so, what has a word that does, what has it anywhere.",
    query: () =>
      z.object({
        q: z.string().min(1).max(200).describe("What is looked for, in whatever case."),
        limit: z.int().min(1).max(100).default(20).describe("Hits at most."),
      }),
    responses: {
      200: () =>
        z
          .strictObject({ q: z.string(), hits: z.array(Hit).readonly().describe("The best first.") })
          .meta({ id: "Found" }),
    },
    roles,
  }),
};
