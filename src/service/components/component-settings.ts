import type { Selectable } from "kysely";
import type { Database } from "../../store/database.ts";
import type { ComponentTable } from "../../store/tables.ts";
import { withoutMark } from "./given-up-name.ts";

export type MergeStyle = "merge" | "rebase" | "merge_noff";

/** What a component's maintainer sets; kept as one JSON document. Defaults are the real service's, names those of the API. */
export const defaultComponentSettings = {
  vcs: "git",
  branch: "",
  push: "",
  push_branch: "",
  repo: "",
  filemask: "",
  screenshot_filemask: "",
  template: "",
  edit_template: true,
  intermediate: "",
  new_base: "",
  file_format: "",
  license: "",
  agreement: "",
  new_lang: "add",
  language_code_style: "",
  check_flags: "",
  priority: 100,
  restricted: false,
  repoweb: "",
  report_source_bugs: "",
  merge_style: "rebase" as MergeStyle,
  commit_message: `Translated using {{ site_title }} ({{ language_name }})

Currently translated at {{ stats.translated_percent }}% ({{ stats.translated }} of {{ stats.all }} strings)

Translation: {{ project_name }}/{{ component_name }}
Language: {{ language_code }}
{% if url %}Translate-URL: {{ url }}{% endif %}
`,
  add_message: `Added translation using {{ site_title }} ({{ language_name }})

Translation: {{ project_name }}/{{ component_name }}
`,
  delete_message: `Deleted translation using {{ site_title }} ({{ language_name }})

Translation: {{ project_name }}/{{ component_name }}
`,
  merge_message: `Merge branch '{{ component_remote_branch }}' into {{ site_title }}.
`,
  addon_message: `Update translation files

Updated by "{{ addon_name }}" add-on in {{ site_title }}.

Translation: {{ project_name }}/{{ component_name }}
`,
  pull_message: `Translations update from {{ site_title }}

Translations update for {{ project_name }}/{{ component_name }}.
{% if component_linked_childs %}
It also includes following components:
{% for linked in component_linked_childs %}
* {{ linked.project_name }}/{{ linked.name }}{% endfor %}
{% endif %}`,
  allow_translation_propagation: true,
  manage_units: true,
  enable_suggestions: true,
  suggestion_voting: false,
  suggestion_autoaccept: 0,
  push_on_commit: true,
  commit_pending_age: 24,
  auto_lock_error: true,
  language_regex: "^[^.]+$",
  variant_regex: "",
  is_glossary: false,
  glossary_color: "silver",
  file_format_params: {} as Record<string, unknown>,
  enforced_checks: [] as string[],
};

export type ComponentSettings = typeof defaultComponentSettings;

/** A component as behaviour works with it: its row with the settings read. */
export interface ComponentRecord extends Omit<Selectable<ComponentTable>, "settings"> {
  readonly settings: ComponentSettings;
}

/** The members of a request that are settings. */
export function settingsIn(fields: object): Partial<ComponentSettings> {
  const known = new Set(Object.keys(defaultComponentSettings));
  const entries = Object.entries(fields).filter(([name, value]) => known.has(name) && value !== undefined);
  return Object.fromEntries(entries);
}

/** One that is being removed has the name and the address that it gave up: whoever is still at work with it knows no others. */
export function componentRecord(row: Selectable<ComponentTable>): ComponentRecord {
  const settings: Partial<ComponentSettings> = JSON.parse(row.settings);
  const { name, slug, path } = row;
  return {
    ...row,
    ...(row.removing !== 0 && { name: withoutMark(name), slug: withoutMark(slug), path: withoutMark(path) }),
    settings: { ...defaultComponentSettings, ...settings },
  };
}

export async function componentById(
  { database }: { readonly database: Database },
  id: number,
): Promise<ComponentRecord> {
  const row = await database.selectFrom("component").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return componentRecord(row);
}
