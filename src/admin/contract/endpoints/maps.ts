import * as z from "zod";
import { boundFileSorts, boundFileStates } from "../../../records/repositories/bound-files.ts";
import { endpoint, roles } from "../endpoint.ts";
import { identifier, pageOf, paging, timestamp } from "../fields.ts";

const count = z.int().min(0);

const BoundFile = z
  .strictObject({
    id: identifier,
    repository: z
      .strictObject({ id: identifier, forge: z.string(), name: z.string().describe("`owner/name`") })
      .readonly(),
    branch: z.string(),
    component: z.string().describe("`project/component`"),
    language: z.string().describe("The service's code."),
    path: z.string().describe("Repository path."),
    source: z.boolean().describe("Whether it is what is translated."),
    state: z.enum(boundFileStates).describe("`behind` and `ahead`: the repository is."),
    reason: z.string().describe('Why; "" where it is in step.'),
    url: z.string().describe('The translation on the service; "" where it is not known.'),
    translated_percent: z.number().min(0).max(100).nullable(),
    pull_request: z.string().describe('Address of the open pull request that it waits in; "" where there is none.'),
    last_sync: timestamp,
  })
  .meta({ id: "BoundFile" });

export const maps = {
  list: endpoint({
    id: "maps.list",
    method: "GET",
    path: "/maps",
    summary: "maps",
    description:
      "Which file of which repository is bound to which component and language, as the last run left it. The summary counts all that the filters find but for that of the state.",
    query: () =>
      z.object({
        ...paging,
        repository: z.string().max(300).optional().describe("`owner/name`"),
        component: z.string().max(300).optional(),
        language: z.string().max(50).optional(),
        state: z.enum(boundFileStates).optional(),
        text: z
          .string()
          .max(200)
          .optional()
          .describe("Part of the path, the component or the repository's name, in whatever case."),
        sort: z
          .enum(boundFileSorts)
          .default("repository")
          .describe("`state`: the worst first; `-`: the highest first."),
      }),
    responses: {
      200: () =>
        z
          .strictObject({
            ...pageOf(BoundFile).shape,
            summary: z
              .strictObject({
                "in-step": count,
                behind: count,
                ahead: count,
                blocked: count,
                conflict: count,
              })
              .describe("Files by state."),
          })
          .meta({ id: "Maps" }),
    },
    roles,
  }),
};
