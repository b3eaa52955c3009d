import * as z from "zod";
import { lazy } from "../../http-api/endpoint.ts";
import { boolean, configuration, integer, listOf, prose, reference, slug, objectName } from "../fields.ts";
import { colors } from "../resources/label.ts";

const path = z.string().max(400);

/** Whole number within limits; the texts of refusals are those of the real service. */
function within(least: number, most: number) {
  return integer.refine((value) => value >= least && value <= most, {
    error: ({ input }) =>
      Number(input) < least
        ? `Ensure this value is greater than or equal to ${String(least)}.`
        : `Ensure this value is less than or equal to ${String(most)}.`,
  });
}

/** Lower comes first for translators (facts §1.3). */
export const priorities = [60, 80, 100, 120, 140] as const;

export const languageCodeStyles = [
  "",
  "posix",
  "posix_lowercase",
  "posix_long",
  "posix_long_lowercase",
  "bcp",
  "bcp_long",
  "bcp_legacy",
  "bcp_lower",
  "android",
  "appstore",
  "googleplay",
  "linux",
  "linux_lowercase",
] as const;

/** A language code, or a Language object of which `code` counts. */
const sourceLanguage = z.union([reference, z.looseObject({ code: reference })]);

/**
 * What the maintainer of a component sets: fields, choices and lengths of specification 1, "Component", completed by facts
 * §1.3 and §5. Which formats there are, and what depends on the files, is checked by the service.
 */
export const componentSettings = lazy(() =>
  z.object({
    name: objectName.max(100),
    slug: slug.max(100),
    /** Address of the category; null for none. */
    category: reference.nullish(),
    vcs: z.enum(["git", "local"]).optional(),
    /** Address of the repository, or `weblate://project/component` to share that component's clone. */
    repo: z.string().max(300).optional(),
    branch: z.string().max(200).optional(),
    push: z.string().max(300).optional(),
    push_branch: z.string().max(200).optional(),
    filemask: path.optional(),
    template: path.optional(),
    new_base: path.optional(),
    intermediate: path.optional(),
    screenshot_filemask: path.optional(),
    file_format: z.string().max(50).optional(),
    file_format_params: configuration.optional(),
    source_language: sourceLanguage.optional(),
    new_lang: z.enum(["contact", "url", "add", "existing", "none"]).optional(),
    language_code_style: z.enum(languageCodeStyles).optional(),
    language_regex: z.string().max(500).optional(),
    variant_regex: z.string().max(190).optional(),
    merge_style: z.enum(["merge", "rebase", "merge_noff"]).optional(),
    /** SPDX identifier, `proprietary`, or empty. */
    license: z.string().max(150).optional(),
    agreement: prose.optional(),
    check_flags: prose.optional(),
    /** Address of a file in the repository browser, with placeholders such as `{{filename}}`. */
    repoweb: z.string().max(200).optional(),
    /** E-mail address. */
    report_source_bugs: z.string().max(190).optional(),
    glossary_color: z.enum(colors).optional(),
    commit_message: prose.optional(),
    add_message: prose.optional(),
    delete_message: prose.optional(),
    merge_message: prose.optional(),
    addon_message: prose.optional(),
    pull_message: prose.optional(),
    priority: integer
      .refine((value) => priorities.some((known) => known === value), { error: "Not a valid choice." })
      .optional(),
    suggestion_autoaccept: within(0, 32_767).optional(),
    /** Hours; 0 or less: only on request. */
    commit_pending_age: within(-32_768, 2160).optional(),
    edit_template: boolean.optional(),
    restricted: boolean.optional(),
    allow_translation_propagation: boolean.optional(),
    manage_units: boolean.optional(),
    enable_suggestions: boolean.optional(),
    suggestion_voting: boolean.optional(),
    push_on_commit: boolean.optional(),
    auto_lock_error: boolean.optional(),
    is_glossary: boolean.optional(),
    enforced_checks: listOf(reference).optional(),
  }),
);

/** Creating: `repo`, `filemask` and `file_format` come from the other component, or from the files, where there are such. */
export const newComponent = lazy(() =>
  componentSettings().extend({
    /** Keeps a component from sharing an existing clone of the same repository and branch. */
    disable_autoshare: boolean.optional(),
    /** Id or path of a component whose settings are copied, with its repository. */
    from_component: z.union([reference, z.int()]).optional(),
  }),
);

/** `PUT`: what every component has to have is sent as well; what else is left out stays as it is. */
export const wholeComponent = lazy(() =>
  componentSettings().required({ repo: true, filemask: true, file_format: true }),
);
