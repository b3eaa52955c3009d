import * as z from "zod";
import { mappingDefaults } from "./mapping-defaults.ts";

const login = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?(?:\[bot\])?$/, "a login, without @");
const logins = z.array(login).max(15);
const template = z.string().min(1);

const autoMerge = z.strictObject({
  method: z.enum(["merge", "squash", "rebase"]).meta({ description: "How the forge merges." }),
  removals: z.number().int().min(0).max(1_000_000).optional().meta({
    default: mappingDefaults.autoMergeRemovals,
    description: "So many translations may go; a pull request that removes more waits for a person.",
  }),
});

export const pullRequest = z.strictObject({
  branch: z
    .string()
    .regex(
      /^(?=(\{(base|group)\}|[^A-Za-z0-9{}])*[A-Za-z0-9])(?!.*(\.\.|\/\/|@\{|\.lock(\/|$)|\/\.))[A-Za-z0-9_{][A-Za-z0-9_{}./@#+-]*(?<![./])$/,
      "a branch name of its own; {base} stands for the base branch, {group} for the group",
    )
    .refine(
      (name) => name.length <= 200 && ["{base}", "{group}"].every((part) => name.split(part).length <= 2),
      "a branch name of at most 200 characters, in which {base} and {group} stand once",
    )
    .optional()
    .meta({
      default: mappingDefaults.branch,
      description:
        "Branch that translations are committed to. `{base}` stands for the name of the base branch, `{group}` for what `group-by` divides by; without it, `--` and the group stand at the end.",
    }),
  title: template.max(1_000).optional().meta({
    description:
      "Template of the pull request's title (Liquid, on one line; its variables: docs/pull-request.md). If left out, it says which languages and how many strings.",
  }),
  body: template.max(20_000).optional().meta({
    description:
      "Template of the pull request's text (Liquid; `{{ standard }}` is the text that there is without one).",
  }),
  "group-by": z.enum(["none", "language", "component", "project"]).optional().meta({
    default: mappingDefaults.groupBy,
    description: "One pull request for all, or one for each language, component or project; from one download.",
  }),
  labels: z.array(z.string().min(1).max(50)).optional().meta({
    default: [],
    description:
      "Labels the pull request gets. Creating one that the repository lacks needs the permission `issues: write`.",
  }),
  assignees: logins.max(10).optional().meta({ default: [], description: "Logins of those it is assigned to." }),
  reviewers: logins.optional().meta({ default: [], description: "Logins of those who are asked for a review." }),
  "team-reviewers": z.array(z.string().min(1).max(100)).max(15).optional().meta({
    default: [],
    description:
      "Slugs of teams that are asked; on GitHub an App that was granted the organisation's `members: read` asks them.",
  }),
  "reviewers-by-language": z
    .record(z.string().min(1), logins)
    .optional()
    .meta({ default: {}, description: "Who is asked as well where a language changed: `{ de: [anna], fr: [luc] }`." }),
  milestone: z
    .union([z.string().min(1), z.number().int().positive()])
    .optional()
    .meta({ description: "Title or number of the milestone it belongs to." }),
  draft: z.boolean().optional().meta({ default: false, description: "Whether it is opened as a draft." }),
  "auto-merge": autoMerge.optional().meta({
    description:
      "Lets the forge merge as soon as its rules allow. Only where nothing but bound translation files changed and nothing waits for a person's decision.",
  }),
  fork: z
    .string()
    .regex(/^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/, "owner/name of a fork of this repository")
    .optional()
    .meta({
      description: "A fork that the branch is pushed to, for a bot that may not write to the repository itself.",
    }),
  "credit-translators": z
    .union([z.enum(["noreply", "email", "off"]), z.boolean()])
    .optional()
    .meta({
      default: mappingDefaults.creditTranslators,
      description:
        "`Co-authored-by` lines for the translators whose work is in the commit: with addresses that reveal nothing (`noreply`, `true`), with their e-mail addresses (`email`), or not at all (`off`, `false`).",
    }),
});

export const commit = z.strictObject({
  message: template.max(1_000).optional().meta({
    description:
      "Template of the commit's headline (Liquid, on one line), as `chore(i18n): {{ strings }} strings`. If left out, it is the pull request's standard title.",
  }),
  "sign-off": z.boolean().optional().meta({
    default: false,
    description: "Adds `Signed-off-by` with the name and address that the commit is made under.",
  }),
  signing: z.enum(["forge", "ssh", "gpg"]).optional().meta({
    default: mappingDefaults.signing,
    description:
      "Who signs the commit: the forge (through its API), or git with the SSH or GPG key given as `signing-key`.",
  }),
});
