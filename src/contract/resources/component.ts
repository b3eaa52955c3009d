import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, flag, link, text } from "../fields.ts";
import { Language } from "./language.ts";
import { pageOf } from "./page.ts";
import { Project } from "./project.ts";

/** `vcs`, `repo`, `branch`, `filemask`, `push`, `push_branch`, `git_export`, `repoweb` are null for callers without `vcs.view`. */
export const Component = lazy(() =>
  z
    .looseObject({
      id: count,
      name: z.string(),
      slug: z.string(),
      /** Left out where the list belongs to one project. */
      project: Project().optional(),
      source_language: Language().optional(),
      vcs: text,
      repo: text,
      git_export: text,
      branch: text,
      push_branch: text,
      filemask: text,
      screenshot_filemask: text,
      template: text,
      intermediate: text,
      new_base: text,
      file_format: z.string(),
      file_format_params: z.record(z.string(), z.unknown()).nullish(),
      license: text,
      license_url: text,
      agreement: text,
      new_lang: text,
      language_code_style: text,
      push: text,
      check_flags: text,
      repoweb: text,
      report_source_bugs: text,
      merge_style: text,
      language_regex: text,
      variant_regex: text,
      glossary_color: text,
      commit_message: text,
      add_message: text,
      delete_message: text,
      merge_message: text,
      addon_message: text,
      pull_message: text,
      priority: count,
      suggestion_autoaccept: count,
      commit_pending_age: count,
      edit_template: flag,
      restricted: flag,
      allow_translation_propagation: flag,
      manage_units: flag,
      enable_suggestions: flag,
      suggestion_voting: flag,
      push_on_commit: flag,
      auto_lock_error: flag,
      is_glossary: flag,
      enforced_checks: z.array(z.string()).nullish(),
      addons: z.array(z.string()).nullish(),
      /** Address of the category. */
      category: link,
      /** Address of the component whose clone this one shares. */
      linked_component: link,
      /** Address of the running background task. */
      task_url: link,
      /** Not in the specification; newer servers send it. */
      locked: flag,
      web_url: link,
      url: z.string(),
      repository_url: z.string(),
      translations_url: z.string(),
      statistics_url: link,
      lock_url: link,
      links_url: link,
      changes_list_url: link,
    })
    .meta({ id: "Component" }),
);
export type Component = Value<typeof Component>;

/** A page of projects as newer servers send it, and the specification's `projects`: the same ones. */
export const ComponentLinks = lazy(() => pageOf(Project)().extend({ projects: z.array(Project()).optional() }));

export const LinkedComponent = lazy(() =>
  z.looseObject({ data: Component().optional() }).meta({ id: "LinkedComponent" }),
);
