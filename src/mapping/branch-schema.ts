import * as z from "zod";

/** Each one more is a power more of the time that a long name takes. */
const MOST_WILDCARDS = 3;
const branchPattern = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (pattern) => (pattern.match(/\*+|\{[^}]*\}/g) ?? []).length <= MOST_WILDCARDS && !/\{[^}]*\{/.test(pattern),
    `a pattern with at most ${String(MOST_WILDCARDS)} wildcards and lists`,
  );
const slugTemplate = z.string().regex(/^[A-Za-z0-9_{}-]+$/, "a slug in which {component} and {branch} may stand");

const branch = z.strictObject({
  branch: branchPattern.meta({ description: "Name of git branches, with `*` and `**`: `release/*`." }),
  component: slugTemplate.optional().meta({
    description: "Slug of the component that stands for one of the mapping on such a branch: `{component}-{branch}`.",
  }),
  category: slugTemplate.optional().meta({
    description: "Category that the mapping's components stand in on such a branch: `{branch}`.",
  }),
  create: z.boolean().optional().meta({
    default: true,
    description: "Whether missing components are made from those of the default branch.",
  }),
  remove: z.boolean().optional().meta({
    default: true,
    description: "Whether they are removed when the branch is gone and nothing in them waits.",
  }),
});

const NAMES_ITS_COMPONENTS = "a rule with `component` or `category`: another name for the components of such branches";

export const branches = z
  .array(branch.refine((rule) => rule.component !== undefined || rule.category !== undefined, NAMES_ITS_COMPONENTS))
  .meta({
    default: [],
    description: "Which components stand for those of the mapping on other branches. The first that fits counts.",
  });

export const freeze = z.strictObject({
  branches: z.array(branchPattern).optional().meta({
    default: [],
    description: "Branches whose strings are frozen, with `*` and `**`: translations come, sources do not go.",
  }),
  label: z.string().min(1).max(50).optional().meta({
    description:
      "Strings are frozen on every branch as long as an open pull request or issue has this label: `string-freeze`.",
  }),
});
