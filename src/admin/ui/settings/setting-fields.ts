import type { Choice } from "../../../http-api/form.ts";
import { alertKinds } from "../../../records/alerts/alert-kinds.ts";

/** One setting as a form has it. */
export interface SettingField {
  /** Below its section or entry, as the API names it: `host`. */
  readonly name: string;
  readonly label: string;
  /** `lines`: a list, one entry a line. `pairs`: an object, `name = value` a line. `pem`: a secret of several lines. */
  readonly kind: "text" | "number" | "secret" | "pem" | "lines" | "pairs" | "choice";
  readonly hint?: string;
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
  /** What a new entry begins with. */
  readonly standard?: string;
}

export interface SettingSection {
  /** As the API names it; "": the fields of the whole. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly fields: readonly SettingField[];
}

const days = (name: string, label: string): SettingField => ({ name, label: `${label} (days)`, kind: "number" });

export const generalSection: SettingSection = {
  name: "",
  title: "General",
  about: "Where the bot is reached, and where its mapping is.",
  fields: [
    {
      name: "public_url",
      label: "Public address",
      kind: "text",
      placeholder: "https://bot.example.org",
      hint: "Where people and forges reach this server. Links in mails and the addresses of webhooks begin with it.",
    },
    {
      name: "trusted_proxies",
      label: "Trusted proxies",
      kind: "lines",
      placeholder: "10.0.0.0/8",
      hint: "Proxies on other machines that tell truly where a request comes from: addresses and networks, one a line. One on this machine is believed anyway.",
    },
    { name: "mapping", label: "Mapping", kind: "text", hint: "Path of the mapping in each repository." },
    {
      name: "theme",
      label: "Theme of these pages",
      kind: "choice",
      choices: [
        { value: "system", words: "as the reader's system has it" },
        { value: "light", words: "light" },
        { value: "dark", words: "dark" },
      ],
      hint: "Everybody may choose another one for the own browser.",
    },
  ],
};

export const mailSection: SettingSection = {
  name: "mail",
  title: "Mail",
  about: "The server that carries invitations and links for forgotten passwords.",
  fields: [
    { name: "host", label: "Server", kind: "text", placeholder: "smtp.example.org", hint: "Empty: no mail is sent." },
    { name: "port", label: "Port", kind: "number" },
    {
      name: "security",
      label: "Encryption",
      kind: "choice",
      choices: [
        { value: "starttls", words: "STARTTLS (usually port 587)" },
        { value: "tls", words: "TLS from the first byte (usually port 465)" },
        { value: "none", words: "none: on a trusted network alone" },
      ],
    },
    { name: "user", label: "User", kind: "text" },
    { name: "password", label: "Mail password", kind: "secret" },
    { name: "from", label: "Sender", kind: "text", placeholder: "Interlinear <bot@example.org>" },
  ],
};

export const schedulesSection: SettingSection = {
  name: "schedules",
  title: "Schedules",
  about: "When repositories run by themselves, whatever nobody told of. Cron expressions, UTC.",
  fields: [
    { name: "default", label: "Every repository", kind: "text", placeholder: "17 3 * * *", hint: "Empty: none." },
    {
      name: "repositories",
      label: "Some repositories",
      kind: "pairs",
      placeholder: "acme/* = 0 */6 * * *",
      hint: "A pattern of owner/name, “=”, and its cron expression, one a line. The most exact pattern counts; nothing after “=” is no schedule.",
    },
  ],
};

export const retentionSection: SettingSection = {
  name: "retention",
  title: "Retention",
  about: "How long something is kept. What is older is removed every night.",
  fields: [
    days("events", "Events"),
    days("access", "Access log"),
    days("runs", "Runs"),
    days("deliveries", "Deliveries"),
    days("samples", "Samples of the machine"),
  ],
};

export const limitsSection: SettingSection = {
  name: "limits",
  title: "Limits",
  about: "What one process does at once, and how patient it is.",
  fields: [
    {
      name: "runs_at_once",
      label: "Runs side by side",
      kind: "number",
      hint: "Of one process.",
    },
    {
      name: "run_minutes",
      label: "Longest run (minutes)",
      kind: "number",
      hint: "A longer one is ended and tried again.",
    },
    {
      name: "delivery_attempts",
      label: "Tries of a delivery",
      kind: "number",
      hint: "Then it is given up, and waits for a person.",
    },
    { name: "delivery_bytes", label: "Longest webhook (bytes)", kind: "number" },
    { name: "session_hours", label: "Session (hours)", kind: "number" },
    { name: "session_idle_minutes", label: "Unused session (minutes)", kind: "number" },
    {
      name: "failed_logins",
      label: "Failed sign-ins",
      kind: "number",
      hint: "Of one address at one account, within a quarter of an hour.",
    },
  ],
};

const percentHint = "In percent.";

export const alertsSection: SettingSection = {
  name: "alerts",
  title: "Alerts",
  about:
    "What is an alert, and when it counts as over. A delivery that is given up, a token that is refused and a full disk are alerts at once.",
  fields: [
    {
      name: "failures",
      label: "Failed runs",
      kind: "number",
      hint: "Of one cause, or in a row in one repository.",
    },
    { name: "disk_percent", label: "Disk in use", kind: "number", hint: percentHint },
    {
      name: "budget_percent",
      label: "Requests left",
      kind: "number",
      hint: "In percent of what a server allows.",
    },
    { name: "token_days", label: "Days before a token ends", kind: "number" },
    {
      name: "settle_minutes",
      label: "Over after (minutes)",
      kind: "number",
      hint: "So long without a sign of the cause.",
    },
    {
      name: "quiet_hours",
      label: "Quiet hours",
      kind: "text",
      placeholder: "22:00-06:00",
      hint: "UTC. What is still wrong is told when they end. Empty: none.",
    },
  ],
};

/** Sections that are one form each. */
export const plainSections = [
  generalSection,
  mailSection,
  schedulesSection,
  retentionSection,
  limitsSection,
  alertsSection,
] as const;

const tokenExpires: SettingField = {
  name: "token_expires",
  label: "The token ends on",
  kind: "text",
  placeholder: "2026-12-31",
  hint: "An alert tells of it before. Empty: it does not end, or nobody knows.",
};

const patterns: SettingField = {
  name: "repositories",
  label: "Repositories",
  kind: "lines",
  placeholder: "acme/*",
  hint: "Patterns of owner/name, one a line; “*” for all.",
};

export const serviceFields: readonly SettingField[] = [
  {
    name: "url",
    label: "Address",
    kind: "text",
    placeholder: "https://translate.example.org",
    hint: "A mapping that names another address gets no token.",
  },
  { name: "token", label: "Token", kind: "secret" },
  { name: "webhook_secret", label: "Webhook secret", kind: "secret", hint: "The service signs its webhooks with it." },
  { ...patterns, hint: "Whose mappings may use the token: patterns of owner/name, one a line; “*” for all." },
  tokenExpires,
];

export const gitHubFields: readonly SettingField[] = [
  { name: "server_url", label: "Address", kind: "text", standard: "https://github.com" },
  { name: "api_url", label: "Address of the API", kind: "text", standard: "https://api.github.com" },
  { name: "app_id", label: "Number or client id of the App", kind: "text" },
  { name: "private_key", label: "Private key", kind: "pem", hint: "The .pem file that GitHub gave, as it is." },
  { name: "webhook_secret", label: "Webhook secret", kind: "secret" },
];

export const forgejoFields: readonly SettingField[] = [
  { name: "server_url", label: "Address", kind: "text", placeholder: "https://codeberg.org" },
  { name: "token", label: "Token", kind: "secret", hint: "Of the account that the bot works as." },
  { name: "webhook_secret", label: "Webhook secret", kind: "secret" },
  { ...patterns, hint: "Which repositories are served: patterns of owner/name, one a line; “*” for all." },
  tokenExpires,
];

const channelRules: readonly SettingField[] = [
  {
    name: "least",
    label: "Which alerts",
    kind: "choice",
    choices: [
      { value: "warning", words: "all" },
      { value: "error", words: "errors alone" },
    ],
  },
  {
    name: "kinds",
    label: "Kinds",
    kind: "lines",
    placeholder: "disk",
    hint: `Any of ${alertKinds.join(", ")}, one a line. Empty: all.`,
  },
];

const hookUrl: SettingField = {
  name: "url",
  label: "Address of the webhook",
  kind: "secret",
  hint: "Whoever knows it can write there: it is kept as a secret.",
};

export const webhookFields: readonly SettingField[] = [
  hookUrl,
  {
    name: "secret",
    label: "Signing secret",
    kind: "secret",
    hint: "In base64, as Standard Webhooks have it. Without one messages are not signed.",
  },
  ...channelRules,
];

export const slackFields: readonly SettingField[] = [
  {
    ...hookUrl,
    hint: "An “incoming webhook”. Mattermost and Rocket.Chat take the same; of Discord, the address with /slack at its end.",
  },
  ...channelRules,
];

export const mailFields: readonly SettingField[] = [
  {
    name: "to",
    label: "Mail addresses",
    kind: "lines",
    placeholder: "jana@example.org",
    hint: "One a line. They get it over the mail server below.",
  },
  ...channelRules,
];

export const issueFields: readonly SettingField[] = [
  { name: "forge", label: "Forge", kind: "text", hint: "Its name in these settings." },
  {
    name: "repository",
    label: "Repository",
    kind: "text",
    placeholder: "acme/operations",
    hint: "The bot needs the right to write issues there.",
  },
  ...channelRules,
];
