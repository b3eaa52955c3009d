import type { Generated, Selectable } from "kysely";

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

export type LanguageRecord = Selectable<LanguageTable>;

export interface UserTable {
  id: Generated<number>;
  username: string;
  full_name: string;
  email: string;
  is_superuser: Truth;
  is_active: Truth;
  is_bot: Truth;
  /** As `http-api/passwords.ts` writes it; "": signs in by none. */
  password: Generated<string>;
  date_joined: Timestamp;
  last_login: Timestamp | null;
  /** Members of the API's profile object that differ from the defaults. */
  profile: Generated<Json>;
  /** What the user did so far, kept by who records it. */
  translated: Generated<number>;
  suggested: Generated<number>;
  uploaded: Generated<number>;
  commented: Generated<number>;
}

/** Somebody who is signed in to the pages; ends with the token that opened it. */
export interface PageSessionTable {
  /** SHA-256 of what the cookie holds. */
  hash: string;
  user_id: number;
  token_id: number;
  /** What every form of this session carries. */
  csrf: string;
  used: Timestamp;
}

/** The string of a translation that somebody looked at last. */
export interface OpenStringTable {
  translation_id: number;
  user_id: number;
  unit_id: number;
  until: Timestamp;
}

/** An address that signs a person in, once. */
export interface SignInLinkTable {
  /** SHA-256 of the code in the address. */
  hash: string;
  user_id: number;
  expires: Timestamp;
  /** What the person got when they used it: it ends with their session. */
  token_id: number | null;
}

/** A form that was sent, and done; the same again is done already. */
export interface PageAttemptTable {
  attempt: string;
  user_id: number;
  unit_id: number;
  text_hash: string;
  made: Timestamp;
}

/** A text that waited for its commit when somebody else saved another one: it is committed before that one. */
export interface SetAsideTextTable {
  id: Generated<number>;
  unit_id: number;
  author_id: number | null;
  /** Array of texts, one per plural form. */
  target: Json;
  state: number;
}

/** A translation of a string that only a pull request has yet. */
export interface EarlyTranslationTable {
  translation_id: number;
  /** Key of the catalogue. */
  key: string;
  /** Arrays of texts, one per plural form: only for this very source it is meant. */
  source: Json;
  target: Json;
  pull_request: number;
  user_id: number | null;
  timestamp: Timestamp;
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
  /** What people call it, for revoking; never part of the token. */
  name: Generated<string>;
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
  /** 0 as listed in `team_project` and `team_component`, 1 all, 2 by component list, 3 all public, 4 all protected (facts §1.3). */
  project_selection: number;
  /** 0 the languages in `team_language`, 1 all. */
  language_selection: Generated<number>;
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

export interface TeamComponentTable {
  team_id: number;
  component_id: number;
}

export interface TeamComponentListTable {
  team_id: number;
  component_list_id: number;
}

export interface TeamLanguageTable {
  team_id: number;
  language_id: number;
}

export interface TeamMemberTable {
  team_id: number;
  user_id: number;
  /** Array of language ids this member's part in the team is limited to; empty: all of the team's. */
  languages: Generated<Json>;
}

/** Who may change the members of a team without being an administrator. */
export interface TeamAdminTable {
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
  /** Whether its translations go into the memory that all projects share, and whether it is offered what is there. */
  contribute_shared_tm: Generated<Truth>;
  use_shared_tm: Generated<Truth>;
}

export type ProjectRecord = Selectable<ProjectTable>;

export interface CategoryTable {
  id: Generated<number>;
  project_id: number;
  category_id: number | null;
  name: string;
  slug: string;
  /** Slugs from the outermost category, joined by "/". */
  path: string;
  /** Object as it was sent. */
  configuration: Generated<Json>;
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
  /** 1 while an operation is under way, 2 while a reset is: after a crash clone and database have to be reconciled. */
  dirty: number;
  /** How often somebody who asked for files began to commit what waits. */
  commits_begun: Generated<number>;
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
  /** As in the settings: only teams that name the component see it. */
  restricted: Generated<Truth>;
  locked: Truth;
  /** Locked by the service after a failure; unlocked by it when that is mended. */
  auto_locked: Truth;
  /** Blob id of the template; "" without one. */
  template_revision: string;
  /** Blob id of the intermediate language file; "" without one. */
  intermediate_revision: Generated<string>;
  /** Of entries of the memory that came from it (`service/memory/origins.ts`); "": its id. */
  memory_key: Generated<string>;
  /** 0; 1, 2: it exists for nobody, and is removed when its clone is free (`service/components/component-removal.ts`). */
  removing: Generated<number>;
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
  /** Whether its file is read though its blob id is known: it could not be when its base changed. */
  read_again: Generated<Truth>;
  is_source: Truth;
  is_template: Truth;
  plural_number: number;
  /** Gettext's, of the file; "": it brings none that can be used, and the language's counts. */
  plural_formula: Generated<string>;
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
  /** How many commits were begun (`clone.commits_begun`) when all that waited in it was committed last. */
  committed_in: Generated<number>;
  last_change: Timestamp | null;
  /** Six hours before `last_change`: later changes of content are its recent ones. */
  recent_since: Timestamp | null;
  last_author_id: number | null;
}

export type TranslationRecord = Selectable<TranslationTable>;

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
  /** Of the source's JSON: finds the same text in other components. */
  source_hash: Generated<string>;
  /** Of a source string: what addresses name it by (`checksumOf`); "" of a translation. */
  checksum: Generated<string>;
  automatically_translated: Generated<Truth>;
  /** Of a source string: what it shares with its variants (`units/variants.ts`); "": it has none, or is a translation. */
  variant: Generated<string>;
  /** State to go back to when a flag or a source in review no longer makes it read-only; null without such a rule. */
  kept_state: number | null;
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

/** A quality check that a unit fails; without a row it passes. */
export interface UnitCheckTable {
  unit_id: number;
  /** Id of the check, `python_format`. */
  name: string;
  dismissed: Truth;
  /** Of who dismissed it, in their words. */
  reason: Generated<string>;
  /** `source_hash` of the string when it was dismissed: of another source nobody said it. "": dismissed by nobody. */
  dismissed_source: Generated<string>;
  dismissed_time: Generated<string>;
  dismissed_by: number | null;
}

export interface LabelTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  description: string;
  color: string;
}

/** Labels belong to source units. */
export interface UnitLabelTable {
  unit_id: number;
  label_id: number;
}

export interface SuggestionTable {
  id: Generated<number>;
  unit_id: number;
  /** Array of texts, one per plural form. */
  target: Json;
  user_id: number | null;
  timestamp: Timestamp;
}

export interface SuggestionVoteTable {
  suggestion_id: number;
  user_id: number;
  /** 1 or -1. */
  value: number;
}

export interface CommentTable {
  id: Generated<number>;
  unit_id: number;
  comment: string;
  user_id: number | null;
  timestamp: Timestamp;
  resolved: Truth;
}

/** Of the site where all four places are null; of a language in a project, or in a component, where two are set. */
export interface AnnouncementTable {
  id: Generated<number>;
  project_id: number | null;
  category_id: number | null;
  component_id: number | null;
  language_id: number | null;
  message: string;
  severity: string;
  /** ISO 8601 date; hidden after it. */
  expiry: string | null;
  notify: Truth;
  user_id: number | null;
  created: Timestamp;
}

export interface ScreenshotTable {
  id: Generated<number>;
  name: string;
  translation_id: number;
  repository_filename: string;
  /** Name below `screenshots/` of the data folder. */
  file: string;
  media_type: string;
  user_id: number | null;
  timestamp: Timestamp;
}

export interface ScreenshotUnitTable {
  screenshot_id: number;
  unit_id: number;
}

export interface AddonTable {
  id: Generated<number>;
  name: string;
  /** Of a project with all its components, or of one component. */
  project_id: number | null;
  component_id: number | null;
  configuration: Json;
  /** What the add-on remembers between its runs. */
  state: Generated<Json>;
}

/** Something that is wrong with a component until it is mended. */
export interface AlertTable {
  id: Generated<number>;
  component_id: number;
  /** `MergeFailure` (facts §3). */
  name: string;
  details: Json;
  timestamp: Timestamp;
}

export interface ComponentListTable {
  id: Generated<number>;
  name: string;
  slug: string;
  show_dashboard: Truth;
  /** Array of `{project_match, component_match}`. */
  auto_assign: Generated<Json>;
}

export interface ComponentListMemberTable {
  component_list_id: number;
  component_id: number;
}

/** A component that is shown in another project too. */
export interface ComponentLinkTable {
  component_id: number;
  project_id: number;
  category_id: number | null;
}

/** A contributor agreement somebody signed. */
export interface AgreementTable {
  user_id: number;
  component_id: number;
  /** Of the text they agreed to: a changed one has to be signed anew. */
  text_hash: string;
  timestamp: Timestamp;
}

/** What somebody wants to be told of. */
export interface SubscriptionTable {
  id: Generated<number>;
  user_id: number;
  notification: string;
  scope: number;
  frequency: number;
  project_id: number | null;
  component_id: number | null;
}

/** News for somebody: a mail that waits, or is being handed over. */
export interface NewsMailTable {
  id: Generated<number>;
  user_id: number;
  frequency: number;
  /** It tells of the changes after the first number, up to the second. */
  after_change: number;
  until_change: number;
  attempts: Generated<number>;
  made: Timestamp;
  run_after: Timestamp;
  /** When it was handed over; "": not yet. Who dies meanwhile leaves it so, and it is not sent again. */
  begun: Generated<string>;
}

/** An address that the mail server refused for good. */
export interface RefusedAddressTable {
  user_id: number;
  email: string;
  /** The mail server's words. */
  response: string;
  time: Timestamp;
}

/** A translation without anything to do, as far as the news have been looked for. */
export interface CompletedTranslationTable {
  translation_id: number;
  /** The change that was the last one then; 0: before anybody looked. */
  change_id: number;
  /** The whole component was complete with it. */
  whole_component: Generated<Truth>;
}

export interface MemoryTable {
  id: Generated<number>;
  source: string;
  target: string;
  source_language_id: number;
  target_language_id: number;
  /** Key of a component (`service/memory/origins.ts`), or the name of an uploaded file. */
  origin: string;
  project_id: number | null;
  user_id: number | null;
  from_file: Truth;
  shared: Truth;
  /** That of a unit with the same source: exact matches are found by it. */
  source_hash: string;
  /** Characters of the source: near matches have about as many. */
  source_length: number;
  /** Of everything an entry says: the same is kept once. */
  fingerprint: string;
}

/** Where entries of the memory came from, of components that are gone. */
export interface FormerOriginTable {
  key: string;
  /** `project/component`, as it was last. */
  name: string;
}

/** The forge that a project's questions go to. */
export interface QuestionForgeTable {
  project_id: number;
  /** `github`, `forgejo` */
  kind: string;
  /** Where people see it: `https://github.com` */
  url: string;
  /** List of `owner/name` and `owner/*`. */
  repositories: Json;
  sealed_token: string;
}

/** A comment that asks the developers. */
export interface QuestionTable {
  id: Generated<number>;
  comment_id: number;
  /** Where it was asked: in which language. */
  unit_id: number;
  project_id: number;
  /** What tells its comment on the forge from others. */
  marker: string;
  /** `owner/name`; "": it is nowhere yet. */
  repository: Generated<string>;
  /** Number of the pull request or issue. */
  thread: number | null;
  is_issue: Generated<Truth>;
  /** The forge's number of its comment there; "": none yet. */
  remote_id: Generated<string>;
  url: Generated<string>;
  /** When something is to be done next: sent, or looked for answers; null: nothing. */
  due: Timestamp | null;
  /** When answers were looked for last. */
  looked: Timestamp | null;
  /** So often it could not be sent. */
  attempts: Generated<number>;
  /** Why it is not there, in a sentence; "": nothing is wrong. */
  problem: Generated<string>;
}

/** A comment that somebody wrote on the forge. */
export interface AnswerTable {
  comment_id: number;
  question_id: number;
  /** The forge's number of it. */
  remote_id: string;
  /** Login there. */
  author: string;
  url: Generated<string>;
}

/** A service by which machines translate strings of a project. */
export interface MachineryTable {
  project_id: number;
  /** `deepl` */
  service: string;
  /** Without its key. */
  configuration: Json;
  /** "": the service wants none. */
  sealed_key: Generated<string>;
}

/** What went to such a service in a day. */
export interface MachineryUseTable {
  project_id: number;
  service: string;
  /** `2026-11-28`, in UTC. */
  day: string;
  /** 0: all people together, and add-ons. */
  user_id: number;
  characters: number;
}

export interface ReportTable {
  id: Generated<number>;
  kind: string;
  project_id: number | null;
  category_id: number | null;
  component_id: number | null;
  creator_id: number | null;
  created: Timestamp;
  parameters: Json;
  /** null while it is made. */
  data: Json | null;
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
  project_id: number | null;
  /** Name of its handler and what it is called with. */
  kind: Generated<string>;
  payload: Generated<Json>;
  cancellable: Generated<Truth>;
  cancelled: Generated<Truth>;
  finished: Timestamp | null;
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  payload: Json;
  /** A job that waits stands for all of its key. */
  key: string | null;
  /** `waiting`, `running` or `dead`. */
  state: string;
  attempts: number;
  error: string;
  run_after: Timestamp;
  created: Timestamp;
}

export interface Tables {
  setting: SettingTable;
  language: LanguageTable;
  user: UserTable;
  token: TokenTable;
  page_session: PageSessionTable;
  sign_in_link: SignInLinkTable;
  page_attempt: PageAttemptTable;
  open_string: OpenStringTable;
  set_aside_text: SetAsideTextTable;
  early_translation: EarlyTranslationTable;
  role: RoleTable;
  team: TeamTable;
  team_role: TeamRoleTable;
  team_project: TeamProjectTable;
  team_component: TeamComponentTable;
  team_component_list: TeamComponentListTable;
  team_language: TeamLanguageTable;
  team_member: TeamMemberTable;
  team_admin: TeamAdminTable;
  project: ProjectTable;
  category: CategoryTable;
  clone: CloneTable;
  component: ComponentTable;
  translation: TranslationTable;
  unit: UnitTable;
  unit_check: UnitCheckTable;
  label: LabelTable;
  unit_label: UnitLabelTable;
  suggestion: SuggestionTable;
  suggestion_vote: SuggestionVoteTable;
  comment: CommentTable;
  announcement: AnnouncementTable;
  screenshot: ScreenshotTable;
  screenshot_unit: ScreenshotUnitTable;
  addon: AddonTable;
  alert: AlertTable;
  component_list: ComponentListTable;
  component_list_member: ComponentListMemberTable;
  component_link: ComponentLinkTable;
  agreement: AgreementTable;
  subscription: SubscriptionTable;
  news_mail: NewsMailTable;
  refused_address: RefusedAddressTable;
  completed_translation: CompletedTranslationTable;
  memory: MemoryTable;
  former_origin: FormerOriginTable;
  question_forge: QuestionForgeTable;
  question: QuestionTable;
  answer: AnswerTable;
  machinery: MachineryTable;
  machinery_use: MachineryUseTable;
  report: ReportTable;
  change: ChangeTable;
  task: TaskTable;
  job: JobTable;
}
