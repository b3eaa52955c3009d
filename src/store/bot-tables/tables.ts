import type { Generated, Kysely } from "kysely";
import type { JobTable, Json, SettingTable, Timestamp, Truth } from "../tables.ts";

/** The bot's and its administration's own database: nothing of the embedded service is in it. */
export type BotDatabase = Kysely<BotTables>;

/** Somebody who looks after the bot. */
export interface OperatorTable {
  /** The number that somebody signs in by. */
  login: Generated<number>;
  name: string;
  /** As written; no two differ by case alone. */
  email: string;
  /** `administrator`, `operator` or `viewer`. */
  role: string;
  active: Truth;
  /** `scrypt$…` or `argon2id$…`; null: no password was set yet. */
  password: string | null;
  created: Timestamp;
  last_seen: Timestamp | null;
}

export interface SessionTable {
  /** SHA-256 of what the cookie holds. */
  id: string;
  login: number;
  /** What writes have to carry. */
  csrf: string;
  created: Timestamp;
  /** The cookie's value is another one from time to time; until when the former one is still taken. */
  renewed: Timestamp;
  former_id: string | null;
  used: Timestamp;
  expires: Timestamp;
  address: string;
  agent: string;
}

/** A link that sets a password, once. */
export interface PasswordResetTable {
  /** SHA-256 of what the link holds. */
  id: string;
  login: number;
  created: Timestamp;
  expires: Timestamp;
}

/** From where somebody signed in before. */
export interface KnownAddressTable {
  id: Generated<number>;
  login: number;
  /** Whom it counts for: of IPv6 a network. */
  address: string;
  /** The last time. */
  used: Timestamp;
}

/** Failed sign-ins of an account, an address, or one at the other. */
export interface AttemptTable {
  /** `login 7 from 192.0.2.1`, `login 7`, `address 192.0.2.1` */
  subject: string;
  failures: number;
  since: Timestamp;
  /** Nothing is tried before. */
  blocked_until: Timestamp | null;
}

/** Where the GitHub App is installed. */
export interface InstallationTable {
  id: Generated<number>;
  /** Name of the forge in the settings. */
  forge: string;
  /** GitHub's number. */
  number: number;
  account: string;
  suspended: Truth;
  /** Object: permission → level. */
  permissions: Json;
  created: Timestamp;
}

export interface RepositoryTable {
  id: Generated<number>;
  forge: string;
  /** `owner/name`; follows a rename. */
  name: string;
  /** The forge's own number, which outlasts a rename; null where it was not told yet. */
  number: number | null;
  installation_id: number | null;
  default_branch: string;
  /** `active`, `unmapped` (no mapping in the default branch), `paused` (by a person), `gone`. */
  state: string;
  /** It is gone, and was paused before. */
  was_paused: Generated<Truth>;
  /** What is wrong with it for now, in words; "" where nothing is. */
  problem: string;
  /** When the schedule runs it next; "" where it never does, null where nobody looked yet. */
  next_run: Timestamp | null;
  last_run: Timestamp | null;
  created: Timestamp;
  /** JSON: patterns of branches besides the default one that its mapping has rules for; null where that is not known. */
  followed_branches: string | null;
}

/** One event that somebody told of, from its arrival on. */
export interface DeliveryTable {
  id: Generated<number>;
  /** `github`, `forgejo`, `service`, `schedule`, `person`. */
  source: string;
  /** Who tells, by the settings' name of the forge or the service; "" of schedules and people. */
  sender: string;
  /** The sender's id of it: the same one twice is the same event. */
  guid: string;
  event: string;
  /** "" where the event has none. */
  action: string;
  repository_id: number | null;
  /** What of it matters, as `automation/event.ts` reads it. */
  payload: Json;
  received: Timestamp;
  /** `waiting`, `running`, `done`, `ignored`, `dead`. */
  state: string;
  /** Tries that failed. */
  attempts: number;
  /** It was in hand once; nothing takes that back. */
  begun: Generated<Truth>;
  /** What went wrong the last time, or why it was ignored. */
  reason: string;
  /** Not before. */
  due: Timestamp;
  finished: Timestamp | null;
  run_id: number | null;
}

/** One piece of work in a repository. */
export interface RunTable {
  id: Generated<number>;
  repository_id: number;
  /** Kind of the automation's job: `push`, `sync`, `review`, `answer`, `after-merge`, `rebase`, `sweep`. */
  kind: string;
  /** What caused it, in words: "push to main", "schedule". */
  cause: string;
  branch: string;
  pull_request: number | null;
  /** `running`, `done`, `failed`. */
  state: string;
  /** One line: what came of it. */
  outcome: string;
  started: Timestamp;
  finished: Timestamp | null;
  milliseconds: number | null;
  /** `{phase, done, total, detail}`, while it runs. */
  progress: Json;
  /** Markdown, as the job summary of the action. */
  summary: string;
  /** Array of `{name, component, begin, milliseconds, outcome, detail}`, milliseconds since the start. */
  trace: Json;
  requests: number;
  /** Which process does it: `host:pid:start`. */
  worker: string;
  /** Code of the error that broke it, `IL-S04`; "" where it went well, or ended otherwise. */
  code: Generated<string>;
}

/** How long one thing took once. */
export interface TimingTable {
  id: Generated<number>;
  run_id: number;
  time: Timestamp;
  /** `step`, `component` or `endpoint`. */
  kind: string;
  /** `upload`, `acme/website`, `GET /api/components/{project}/{component}/`. */
  name: string;
  milliseconds: number;
  failed: Truth;
}

/** A file of a repository that is bound to a component in a language, as the last run left it. */
export interface BoundFileTable {
  id: Generated<number>;
  repository_id: number;
  branch: string;
  /** `acme/website` */
  component: string;
  /** The service's code. */
  language: string;
  /** Repository path. */
  path: string;
  is_source: Truth;
  /** `in-step`, `ahead` (git is), `behind` (git is), `conflict`, `blocked`. */
  state: string;
  /** Why, in words; "" where it is in step. */
  reason: string;
  /** Address of the translation on the service. */
  url: string;
  translated_percent: number | null;
  /** Strings that wait in an open pull request, for instance. */
  pull_request: string;
  last_sync: Timestamp;
}

/** The log of what happened. */
export interface EventTable {
  id: Generated<number>;
  time: Timestamp;
  /** `debug`, `info`, `notice`, `warning`, `error`. */
  level: string;
  /** Which part tells: `webhooks`, `runs`, `schedule`, `settings`, `users`, `mail`, `templates` … */
  component: string;
  message: string;
  repository_id: number | null;
  run_id: number | null;
  /** Who caused it. */
  login: number | null;
  /** Object. */
  details: Json;
}

export interface AccessTable {
  id: Generated<number>;
  time: Timestamp;
  login: number | null;
  method: string;
  /** As declared, `/users/{login}`; as asked where nothing is declared. */
  path: string;
  status: number;
  milliseconds: number;
  /** Of the socket. */
  address: string;
  agent: string;
}

/** One look at the machine. Bytes, milliseconds, shares of 1. */
export interface SampleTable {
  id: Generated<number>;
  time: Timestamp;
  worker: string;
  /** Share of all cores, since the sample before. */
  cpu: number;
  /** Of this process alone. */
  process_cpu: number;
  memory_used: number;
  memory_total: number;
  process_memory: number;
  disk_used: number;
  disk_total: number;
  /** Delay of the event loop since the sample before. */
  loop_p50: number;
  loop_p99: number;
  loop_max: number;
}

/** What one server still lets us ask. */
export interface BudgetTable {
  /** `github.com acme`, `translate.example.org` */
  name: string;
  allowed: number;
  remaining: number;
  resets: Timestamp | null;
  time: Timestamp;
}

/** Something that the operator has to know of, from the first sign of it until it is over. */
export interface AlertTable {
  id: Generated<number>;
  /** Signs of the same cause are one alert: of those that are open, no two have the same. */
  cause: string;
  kind: string;
  /** `warning` or `error`. */
  severity: string;
  title: string;
  /** `{example, remedy, path, counts}`, as they were seen last. */
  evidence: Json;
  since: Timestamp;
  /** The last sign of it. */
  seen: Timestamp;
  /** When it was told of; null: not yet. */
  told: Timestamp | null;
  /** null: it is open. */
  resolved: Timestamp | null;
}

/** One message of an alert over one channel, until it is taken. */
export interface AlertMessageTable {
  id: Generated<number>;
  alert_id: number;
  /** Name of the channel in the settings. */
  channel: string;
  /** `open` or `resolved`. */
  phase: string;
  /** `waiting`, `sent`, `failed`. */
  state: string;
  attempts: number;
  /** Why the last try failed. */
  reason: string;
  /** Not before. */
  due: Timestamp;
  sent: Timestamp | null;
  /** Number of the issue that was opened. */
  reference: string;
}

/** One process of the bot, from its start to its end. */
export interface ProcessTable {
  /** `host:pid:start` */
  worker: string;
  started: Timestamp;
  /** null: it runs, or nobody knows of its end yet. */
  ended: Timestamp | null;
  /** `SIGTERM`, `crashed`, `lost`; "" while it runs. */
  how: string;
}

export interface TemplateTable {
  id: Generated<number>;
  kind: string;
  name: string;
  /** Pattern of the repositories it is for; the most exact one counts. */
  repositories: string;
  body: string;
  /** There from the start; restored, not deleted. */
  built_in: Truth;
  updated: Timestamp;
  updated_by: number | null;
}

export interface BotTables {
  setting: SettingTable;
  operator: OperatorTable;
  session: SessionTable;
  password_reset: PasswordResetTable;
  attempt: AttemptTable;
  known_address: KnownAddressTable;
  installation: InstallationTable;
  repository: RepositoryTable;
  delivery: DeliveryTable;
  run: RunTable;
  timing: TimingTable;
  bound_file: BoundFileTable;
  event: EventTable;
  access: AccessTable;
  sample: SampleTable;
  budget: BudgetTable;
  alert: AlertTable;
  alert_message: AlertMessageTable;
  process: ProcessTable;
  template: TemplateTable;
  job: JobTable;
}
