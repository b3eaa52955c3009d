import type { KeyPath } from "./mapping-source.ts";

/** Words of the service and of other tools for what a mapping calls otherwise, by where they stand. */
const ofAll: Readonly<Record<string, string>> = {
  url: "service",
  server: "service",
  api_url: "service",
  "base-url": "service",
  project_id: "project",
  files: "components",
  resources: "components",
  exclude: "languages.except",
  include: "languages.only",
  exclude_languages: "languages.except",
  language_mapping: "languages.aliases",
  languages_mapping: "languages.aliases",
  lang_map: "languages.aliases",
  minimum_perc: "pull.minimum-translated",
  host: "service",
  endpoint: "service",
  api: "service",
  apiUrl: "service",
  projectId: "project",
  project_slug: "project",
  buckets: "components",
  bundles: "components",
  locales: "languages.only",
  languages_only: "languages.only",
  aliases: "languages.aliases",
  locale_mapping: "languages.aliases",
  commit_message: "commit.message",
  "commit-message": "commit.message",
  pull_request_title: "pull-request.title",
  pull_request_labels: "pull-request.labels",
};
const ofComponent: Readonly<Record<string, string>> = {
  slug: "component",
  name: "component",
  id: "component",
  template: "source",
  src: "source",
  base: "source",
  source_file: "source",
  new_base: "source",
  filemask: "translations",
  file_mask: "translations",
  file_filter: "translations",
  translation: "translations",
  target: "translations",
  targets: "translations",
  path: "translations",
  dest: "translations",
  ignore: "exclude",
  excludes: "exclude",
  include: "languages.only",
  alias: "languages.aliases",
  aliases: "languages.aliases",
  minimum_perc: "pull.minimum-translated",
  resource: "component",
  resource_slug: "component",
  file: "source",
  files: "source",
  source_path: "source",
  translation_path: "translations",
  output: "translations",
  pattern: "translations",
  translation_files: "translations",
  skip: "exclude",
  locales: "languages.only",
  languages_mapping: "languages.aliases",
  lang_map: "languages.aliases",
};
const formatWords: ReadonlySet<string> = new Set(["file_format", "file-format", "format", "type"]);
const secretWords = /^(?:api[-_]?)?(?:token|key|secret|password)$|^api[-_]?(?:token|key)$/i;

/** What somebody meant who wrote a word that no mapping has: the key, or what there is instead of one. */
export function meantBy(path: KeyPath, key: string): { readonly key?: string; readonly hint: string } | undefined {
  if (secretWords.test(key)) {
    return {
      hint: "A token belongs in the environment variable INTERLINEAR_TOKEN, never in a file. If it was committed or shown, revoke it on the service.",
    };
  }
  const isComponent = path[0] === "components" && path.length === 2;
  if (isComponent && formatWords.has(key)) {
    return { hint: "Leave it out: the component on the service knows the format of its files." };
  }
  if (/^(?:source|base)[-_]?(?:lang(?:uage)?|locale)$/i.test(key)) {
    return { hint: "Leave it out: the component on the service knows the language of its source." };
  }
  if (path.length === 0 && /^(?:schedule|cron|on|triggers?)$/.test(key)) {
    return { hint: "When a run starts is said in the workflow (`on: schedule`), which `interlinear up` writes." };
  }
  if (/^x-|^\.|^(?:anchors?|definitions|templates|defaults?|common)$/.test(key)) {
    return {
      hint: "There is no place for anchors alone: write the anchor (`&name`) where it is first used, in an entry of `components`. What is for all components stands at the top of the file by its own key.",
    };
  }
  if (path[0] === "pull-request" && (key === "base" || key === "target")) {
    return { hint: "Leave it out: the base is the branch that a run has checked out." };
  }
  const words = isComponent ? ofComponent : path.length === 0 ? ofAll : {};
  const known = Object.hasOwn(words, key) ? words[key] : undefined;
  return known === undefined ? undefined : { key: known, hint: `Here it is called \`${known}\`.` };
}
