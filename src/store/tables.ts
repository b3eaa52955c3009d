import type { Generated } from "kysely";

/** Truth values are 0 and 1, times are ISO 8601 in UTC, lists and objects are JSON text: forms every database has. */
export type Truth = number;
export type Timestamp = string;
export type Json = string;

export interface SettingTable {
  name: string;
  value: string;
}

export interface LanguageTable {
  id: Generated<number>;
  code: string;
  name: string;
  /** `ltr` or `rtl`. */
  direction: string;
  plural_number: number;
  plural_formula: string;
  population: number;
  /** Array of codes. */
  aliases: Json;
}

export interface UserTable {
  id: Generated<number>;
  username: string;
  full_name: string;
  email: string;
  is_superuser: Truth;
  is_active: Truth;
  is_bot: Truth;
  date_joined: Timestamp;
  last_login: Timestamp | null;
}

export interface TokenTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token: 36 random characters need no slow hash. */
  hash: string;
  /** Set for project tokens: nothing outside of that project exists for them. */
  project_id: number | null;
  created: Timestamp;
  expires: Timestamp | null;
}

export interface RoleTable {
  id: Generated<number>;
  name: string;
  /** Array of codenames. */
  permissions: Json;
}

/** What the service calls a group; `group` is a word of SQL. */
export interface TeamTable {
  id: Generated<number>;
  name: string;
  /** 0 the projects in `team_project`, 1 all, 3 all public, 4 all protected (facts §1.3). */
  project_selection: number;
  /** Project whose team this is. */
  defining_project_id: number | null;
}

export interface TeamRoleTable {
  team_id: number;
  role_id: number;
}

export interface TeamProjectTable {
  team_id: number;
  project_id: number;
}

export interface TeamMemberTable {
  team_id: number;
  user_id: number;
}

export interface ProjectTable {
  id: Generated<number>;
  name: string;
  slug: string;
  web: string;
  instructions: string;
  source_language_id: number;
  language_aliases: string;
  translation_review: Truth;
  source_review: Truth;
  set_language_team: Truth;
  enable_hooks: Truth;
  /** 0 public, 1 protected, 100 private, 200 custom. */
  access_control: number;
}

export interface CategoryTable {
  id: Generated<number>;
  project_id: number;
  category_id: number | null;
  name: string;
  slug: string;
  /** Slugs from the outermost category, joined by "/". */
  path: string;
}

/** A clone of a repository; several components may share one. */
export interface CloneTable {
  id: Generated<number>;
  project_id: number;
  /** Address of upstream; "" for a repository that exists only here. */
  repo: string;
  branch: string;
  /** Commit that the database agrees with. */
  head: string;
  remote_commit: string | null;
  /** Commits that upstream lacks, and that we lack, as of the last fetch. */
  ahead: number;
  behind: number;
  merge_failure: string | null;
  /** 1 while an operation is under way: after a crash clone and database have to be reconciled. */
  dirty: Truth;
}

export interface ComponentTable {
  id: Generated<number>;
  project_id: number;
  category_id: number | null;
  clone_id: number;
  /** The component whose clone this one shares. */
  linked_component_id: number | null;
  name: string;
  slug: string;
  /** `category/slug`, unique in the project. */
  path: string;
  source_language_id: number;
  /** Everything that no query asks for: `ComponentSettings`. */
  settings: Json;
  locked: Truth;
  /** Locked by the service after a failure; unlocked by it when that is mended. */
  auto_locked: Truth;
  /** Blob id of the template; "" without one. */
  template_revision: string;
  task_id: string | null;
}

export interface TranslationTable {
  id: Generated<number>;
  component_id: number;
  project_id: number;
  language_id: number;
  language_code: string;
  filename: string;
  /** Blob id of the file as of the last parse or commit. */
  revision: string;
  is_source: Truth;
  is_template: Truth;
  plural_number: number;
  total: number;
  total_words: number;
  total_chars: number;
  translated: number;
  translated_words: number;
  translated_chars: number;
  fuzzy: number;
  fuzzy_words: number;
  fuzzy_chars: number;
  approved: number;
  approved_words: number;
  approved_chars: number;
  readonly: number;
  readonly_words: number;
  readonly_chars: number;
  failing: number;
  failing_words: number;
  suggestions: number;
  comments: number;
  /** Strings that wait for the next commit. */
  pending: number;
  last_change: Timestamp | null;
  last_author_id: number | null;
}

export interface UnitTable {
  id: Generated<number>;
  translation_id: number;
  /** The string in the source language; itself for a source string. */
  source_unit_id: number | null;
  /** Key of the catalogue (`catalog/unit.ts`). */
  key: string;
  context: string;
  /** Arrays of texts, one per plural form. */
  source: Json;
  target: Json;
  previous_source: string;
  state: number;
  note: string;
  location: string;
  flags: string;
  extra_flags: string;
  explanation: string;
  position: number;
  num_words: number;
  num_chars: number;
  priority: number;
  has_failing_check: Truth;
  has_suggestion: Truth;
  has_comment: Truth;
  /** 0, or a number that is new with every edit: a commit clears only what it wrote. */
  pending: number;
  pending_author_id: number | null;
  timestamp: Timestamp;
  last_updated: Timestamp;
}

export interface ChangeTable {
  id: Generated<number>;
  unit_id: number | null;
  translation_id: number | null;
  component_id: number | null;
  project_id: number | null;
  user_id: number | null;
  author_id: number | null;
  timestamp: Timestamp;
  action: number;
  target: string;
  old: string;
  details: Json;
}

export interface TaskTable {
  id: string;
  component_id: number | null;
  user_id: number | null;
  completed: Truth;
  progress: number;
  result: Json;
  log: string;
  created: Timestamp;
}

export interface Tables {
  setting: SettingTable;
  language: LanguageTable;
  user: UserTable;
  token: TokenTable;
  role: RoleTable;
  team: TeamTable;
  team_role: TeamRoleTable;
  team_project: TeamProjectTable;
  team_member: TeamMemberTable;
  project: ProjectTable;
  category: CategoryTable;
  clone: CloneTable;
  component: ComponentTable;
  translation: TranslationTable;
  unit: UnitTable;
  change: ChangeTable;
  task: TaskTable;
}
