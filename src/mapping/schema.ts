import * as z from "zod";
import { branches, freeze } from "./branch-schema.ts";
import { languageStyles } from "./language-code.ts";
import { mappingDefaults } from "./mapping-defaults.ts";
import { commit, pullRequest } from "./pull-request-schema.ts";
import { review } from "./review-schema.ts";

/**
 * The mapping file as a user writes it. Checks that an editor can make too stand here; what needs the repository's files
 * or two places of the mapping at once is in resolve.ts. Every description is part of the reference and of the JSON Schema.
 */

const conflicts = z.enum(["service", "repository", "fail"]);
const checks = z.enum(["hold-back", "report", "off"]);
const pushMethod = z.enum(["auto", "source", "add", "translate", "replace"]);
const pushTranslations = z.enum(["never", "missing", "changed"]);
const pushAs = z.enum(["translate", "suggest", "approve"]);
const prune = z.enum(["off", "report", "apply"]);
const percent = z.number().min(0).max(100);
const languageCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_@-]*$/, "a language code such as pt_BR");
const languageInPath = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_@+-]*(\.[A-Za-z0-9_@+-]+)*$/, "part of a path segment such as zh-CN");
const pathPattern = z.string().min(1);

/** Slug of a project; captures of `source` may stand in it. */
const projectPattern = z
  .string()
  .regex(/^[A-Za-z0-9_{}:*-]+$/, "a slug: letters, digits, _ and - (captures {name} may stand in it)");
const componentPattern = z
  .string()
  .regex(
    /^[A-Za-z0-9_{}:*-]+(\/[A-Za-z0-9_{}:*-]+)*$/,
    "a slug or category/slug: letters, digits, _ and - (captures {name} may stand in it)",
  );

const loopback = String.raw`(localhost|127(\.[0-9]{1,3}){3}|\[::1\])`;
/** https anywhere, http to loopback; no user, query or fragment. */
export const serviceAddress = new RegExp(
  String.raw`^(https://[^/?#@\s\\]+|http://${loopback}(:[0-9]+)?)(/[^?#@\s\\]*)?$`,
);

/** Settings for all have a default; those of a component fall back to them, so they have none of their own. */
type Scope = "all" | "component";
const fallback = (scope: Scope, value: unknown): { default?: unknown } => (scope === "all" ? { default: value } : {});

const push = (scope: Scope) =>
  z.strictObject({
    method: pushMethod.optional().meta({
      ...fallback(scope, mappingDefaults.pushMethod),
      description:
        "How a source file is uploaded. `auto` chooses by the component's kind: `source` for a bilingual one (gettext); `replace` for one with a base file, whose bytes the service then keeps, or `add` and `translate` where that would remove more than `removal-limit`.",
    }),
    translations: pushTranslations.optional().meta({
      ...fallback(scope, mappingDefaults.pushTranslations),
      description:
        "What of the translations in git goes to the service: nothing (`never`), languages it lacks (`missing`), or also strings that only git changed (`changed`).",
    }),
    as: pushAs.optional().meta({
      ...fallback(scope, mappingDefaults.pushAs),
      description:
        "What strings that only git changed become on the service: translations (`translate`), suggestions that somebody there accepts or rejects (`suggest`), or approved translations (`approve`, where reviews are switched on).",
    }),
  });

const pull = (scope: Scope) =>
  z.strictObject({
    "minimum-translated": percent.optional().meta({
      ...fallback(scope, mappingDefaults.minimumTranslated),
      description:
        "Percentage of translated strings below which no file is made for a language that the repository does not have yet. It is that of all components of the project together; where an entry has a limit of its own, that of each component alone.",
    }),
    "keep-above": percent.optional().meta({
      ...fallback(scope, mappingDefaults.keepAbove),
      description:
        "Percentage of translated strings below which a language that the repository has counts as one that the service no longer has: see `prune`. Smaller than `minimum-translated`, so that a language at the edge does not come and go.",
    }),
    "approved-only": z
      .boolean()
      .optional()
      .meta({
        ...fallback(scope, false),
        description:
          "Whether only translations come that a reviewer approved on the service. The others wait: the repository keeps the text it has, or none, and the pull request says how many they are. Needs reviews to be switched on in the project there.",
      }),
    prune: prune.optional().meta({
      ...fallback(scope, mappingDefaults.prune),
      description:
        "What becomes of the files of languages that the service no longer has, or that fell below `keep-above`: nothing (`off`), a line in the report (`report`), or removal in the pull request (`apply`).",
    }),
    "prune-limit": percent.optional().meta({
      ...fallback(scope, mappingDefaults.pruneLimit),
      description: "Percentage of a component's files that one run may remove without an explicit yes.",
    }),
  });

const languages = (scope: Scope) =>
  z.strictObject({
    aliases: z
      .record(languageCode, languageInPath)
      .optional()
      .meta({
        ...fallback(scope, {}),
        description:
          "The service's language code → the code in paths, where no style gives it: `{ zh_Hans: zh-CN }`. Wins over everything else.",
      }),
    only: z.array(languageCode).min(1).optional().meta({
      description: "The only languages taken part of, by the service's codes. All, if left out.",
    }),
    except: z
      .array(languageCode)
      .optional()
      .meta({
        ...fallback(scope, []),
        description: "Languages left out, by the service's codes.",
      }),
    request: z
      .array(languageCode)
      .optional()
      .meta({
        ...fallback(scope, []),
        description: "Languages that the service is asked to add where it lacks them, by its own codes.",
      }),
  });

const styles = Object.entries(languageStyles)
  .map(([name, { meaning }]) => `\`${name}\` (${meaning})`)
  .join(", ");

const component = z.strictObject({
  component: componentPattern.meta({
    description:
      "The component's slug on the service, with its categories before it: `website`, `mobile/android`. Without any `project`, the first part is the project: `acme/website`. Captures of `source` may stand in it.",
  }),
  project: projectPattern.optional().meta({
    description: "Slug of the project, where it is not the mapping's `project`. Captures of `source` may stand in it.",
  }),
  source: pathPattern.optional().meta({
    description:
      "Path of the source file (the template, or the `.pot`) from the root of the repository. May be a glob with `*`, `**`, `?` and `{json,po}`; a capture `{name}` takes part of one path segment, `{name:**}` one or more segments, and each file found becomes a component. Left out where every translation holds the source texts itself and git has no file of them alone (gettext without a `.pot`, Qt): captures stand in `translations` then.",
  }),
  translations: pathPattern.meta({
    description: `Path of the translations, with one \`{language}\` (the code as the service's file names have it) or \`{language:style}\`, and captures of \`source\`. Styles: ${styles}.`,
  }),
  exclude: z.array(pathPattern).min(1).optional().meta({
    description:
      "Globs of files that are none of this entry's, though `source` or `translations` fits them: no component is made of such a source, and such a translation is left alone on both sides.",
  }),
  conflicts: conflicts.optional().meta({ description: "As `conflicts` for all, for this component." }),
  checks: checks.optional().meta({ description: "As `checks` for all, for this component." }),
  push: push("component").optional().meta({ description: "As `push` for all, key by key, for this component." }),
  pull: pull("component").optional().meta({ description: "As `pull` for all, key by key, for this component." }),
  languages: languages("component").optional().meta({
    description: "As `languages` for all, for this component. Aliases are added to those for all.",
  }),
  "removal-limit": percent.optional().meta({ description: "As `removal-limit` for all, for this component." }),
});

export const mappingSchema = z
  .strictObject({
    version: z.literal(1).meta({ description: "Version of this file's form. Always 1." }),
    service: z
      .string()
      .regex(serviceAddress, "an https address without user, query and fragment")
      .meta({
        description:
          "Address of the translation service, `https://translate.example.org`: the only one that its token is ever sent to. Plain http is for loopback.",
        examples: ["https://translate.example.org"],
      }),
    project: z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/, "a slug: letters, digits, _ and -")
      .optional()
      .meta({
        description: "Slug of the project that components belong to, where they do not say otherwise.",
      }),
    components: z
      .array(component)
      .min(1)
      .meta({ description: "What is bound to what: one entry for each component, or for each kind." }),
    languages: languages("all").optional().meta({ description: "Which languages take part, and how paths call them." }),
    conflicts: conflicts.optional().meta({
      default: mappingDefaults.conflicts,
      description:
        "Who wins where repository and service changed the same string: the `service`, the `repository`, or nobody (`fail`: the run ends with exit code 3). Every conflict is listed in the pull request.",
    }),
    checks: checks.optional().meta({
      default: mappingDefaults.checks,
      description:
        "What becomes of a text from the service that would break the app (a lost placeholder, a broken tag): the old text stays and the pull request lists it (`hold-back`), it goes through and is listed (`report`), or nobody looks (`off`).",
    }),
    push: push("all").optional().meta({ description: "What goes to the service." }),
    pull: pull("all").optional().meta({ description: "What comes from the service." }),
    "removal-limit": percent.optional().meta({
      default: mappingDefaults.removalLimit,
      description: "Percentage of a file's keys that one run may remove without an explicit yes.",
    }),
    "pull-request": pullRequest.optional().meta({ description: "The pull request that brings the translations." }),
    commit: commit.optional().meta({ description: "The commit that brings the translations." }),
    review: review.optional().meta({ description: "What is said about pull requests of people." }),
    branches: branches.optional(),
    freeze: freeze.optional().meta({ description: "When strings are frozen: nothing goes to the service." }),
    "tell-translators": z.boolean().optional().meta({
      default: false,
      description:
        "Whether a text that was held back gets a comment on the service, once, that says what would break. Needs `comment.add`.",
    }),
    "with-lock": z.boolean().optional().meta({
      default: false,
      description:
        "Locks the components on the service while a run reads them, so that nobody translates into what is being replaced. A lock left behind by a run that died is removed by the next one.",
    }),
  })
  .meta({
    title: "Interlinear mapping",
    description: "Binds the translation files of a repository to the components of a translation service.",
  });

/** The file's content, checked key by key; defaults are not filled in. */
export type Mapping = z.infer<typeof mappingSchema>;
export type MappingComponent = z.infer<typeof component>;
