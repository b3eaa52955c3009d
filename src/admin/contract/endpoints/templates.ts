import * as z from "zod";
import { templateKinds } from "../../../records/templates/template-kinds.ts";
import { endpoint, roles } from "../endpoint.ts";
import { identifier, line, pageOf, paging, timestamp } from "../fields.ts";

const kind = z.enum(templateKinds).describe("What the text is for.");
const name = line.trim().min(1).max(100).describe("For lists.");
const repositories = line
  .max(300)
  .describe("Pattern of `owner/name` that it is for, the most exact one counts; `*` of mail.");
const body = z
  .string()
  .min(1)
  .max(20_000)
  .describe("Liquid; of mail, the first line is `Subject: …`. `{{ standard }}` is what is written without a template.");

const templateFields = {
  id: identifier,
  kind,
  name: z.string(),
  repositories: z.string(),
  body: z.string(),
  built_in: z.boolean().describe("There from the start: it is restored, not deleted."),
  standard: z.boolean().describe("Whether the text is the one there is from the start."),
  updated: timestamp,
  updated_by: identifier.nullable().describe("Login; null: the program itself."),
};

const Template = z.strictObject(templateFields).meta({ id: "Template" });

const Preview = z
  .strictObject({
    subject: z.string().nullable().describe("Of mail."),
    text: z.string(),
    format: z.enum(["line", "markdown", "plain"]),
  })
  .meta({ id: "TemplatePreview" });

const PreviewedTemplate = z
  .strictObject({
    ...templateFields,
    id: identifier.nullable().describe("null where it was looked at and not saved."),
    preview: Preview.nullable().describe("With made-up data; null where it cannot be filled in any more."),
    saved: z.boolean(),
  })
  .meta({ id: "PreviewedTemplate" });
export type PreviewedTemplate = z.output<typeof PreviewedTemplate>;

const ofTemplates = { tag: "templates" } as const;
const writers = ["administrator", "operator"] as const;
const saving = z.object({
  preview: z.boolean().default(false).describe("`true`: it is checked and filled in with made-up data, and not saved."),
});
const CHECKED =
  "It is checked before: what cannot be filled in is refused, with its place and, of a name, the one that is meant most likely.";

export const templates = {
  list: endpoint({
    ...ofTemplates,
    id: "templates.list",
    method: "GET",
    path: "/templates",
    summary: "list templates",
    description: "The built-in ones first, then by kind and pattern.",
    query: () => z.object({ ...paging, kind: kind.optional() }),
    responses: { 200: () => pageOf(Template) },
    roles,
  }),
  create: endpoint({
    ...ofTemplates,
    id: "templates.create",
    method: "POST",
    path: "/templates",
    summary: "create a template",
    description: `Another text of a kind for the repositories of a pattern. ${CHECKED}`,
    query: () => saving,
    body: () =>
      z.strictObject({ kind, name, repositories: repositories.default("*"), body }).meta({ id: "NewTemplate" }),
    example: {
      kind: "commit-message",
      name: "Commits of the web",
      repositories: "acme/web-*",
      body: "i18n: {{ standard }}",
    },
    responses: { 200: () => PreviewedTemplate },
    roles: writers,
  }),
  get: endpoint({
    ...ofTemplates,
    id: "templates.get",
    method: "GET",
    path: "/templates/{id}",
    summary: "get a template",
    description: "With a preview: filled in with made-up data.",
    responses: { 200: () => PreviewedTemplate },
    roles,
  }),
  replace: endpoint({
    ...ofTemplates,
    id: "templates.replace",
    method: "PUT",
    path: "/templates/{id}",
    summary: "update a template",
    description: `${CHECKED} Name and pattern of a built-in one stay as they are.`,
    query: () => saving,
    body: () => z.strictObject({ name, repositories, body }).meta({ id: "WholeTemplate" }),
    responses: { 200: () => PreviewedTemplate },
    roles: writers,
  }),
  change: endpoint({
    ...ofTemplates,
    id: "templates.change",
    method: "PATCH",
    path: "/templates/{id}",
    summary: "partially update a template",
    description: `${CHECKED} Name and pattern of a built-in one stay as they are.`,
    query: () => saving,
    body: () =>
      z
        .strictObject({ name: name.optional(), repositories: repositories.optional(), body: body.optional() })
        .meta({ id: "TemplateChange" }),
    responses: { 200: () => PreviewedTemplate },
    roles: writers,
  }),
  remove: endpoint({
    ...ofTemplates,
    id: "templates.remove",
    method: "DELETE",
    path: "/templates/{id}",
    summary: "delete a template",
    description:
      "It is gone, and answered as it was. In the place of a built-in one stands the text there was from the start, under a number of its own: that is the answer.",
    responses: { 200: () => Template },
    roles: writers,
  }),
};
