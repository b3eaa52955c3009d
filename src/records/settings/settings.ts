import type { MailSettings } from "../../mail/send-mail.ts";

/**
 * How the bot works, as its administration sets it. Names of forges and services are the keys of their records:
 * lower case letters, digits, `.`, `_`, `-`. Secrets are "" where there is none.
 */
export interface Settings {
  /** Where people and forges reach this server, `https://bot.example.org`; "": as a request names it. */
  readonly publicUrl: string;
  /** Proxies on other machines that tell truly where a request comes from: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** Repository path of the mapping. */
  readonly mapping: string;
  readonly services: Readonly<Record<string, ServiceSettings>>;
  readonly forges: Readonly<Record<string, GitHubSettings | ForgejoSettings>>;
  readonly mail: MailSettings;
  readonly schedules: ScheduleSettings;
  readonly retention: RetentionSettings;
  readonly limits: LimitSettings;
  /** Who is told what is wrong: name of the channel → where messages go. */
  readonly notifications: Readonly<Record<string, NotificationSettings>>;
  readonly alerts: AlertSettings;
  readonly theme: "system" | "light" | "dark";
}

/** A translation service and whose repositories its token is used for. */
export interface ServiceSettings {
  /** Address without a slash at its end: a mapping that names another one gets no token. */
  readonly url: string;
  readonly token: string;
  /** Signs the service's webhooks (Standard Webhooks), base64 with or without `whsec_`. */
  readonly webhookSecret: string;
  /** Patterns of `owner/name`. */
  readonly repositories: readonly string[];
  /** Day that the token ends on, `2026-12-31`, as far as somebody knows; none: it does not, or nobody knows. */
  readonly tokenExpires?: string;
}

export interface GitHubSettings {
  readonly kind: "github";
  /** `https://github.com` */
  readonly serverUrl: string;
  /** `https://api.github.com` */
  readonly apiUrl: string;
  /** Number or client id of the App. */
  readonly appId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
}

export interface ForgejoSettings {
  readonly kind: "forgejo";
  /** `https://codeberg.org` */
  readonly serverUrl: string;
  readonly token: string;
  readonly webhookSecret: string;
  /** Patterns of `owner/name` that are served; others' deliveries are ignored. */
  readonly repositories: readonly string[];
  /** As {@link ServiceSettings.tokenExpires}. */
  readonly tokenExpires?: string;
}

export interface ScheduleSettings {
  /** Cron expression, UTC; "": none. */
  readonly default: string;
  /** Pattern of `owner/name` → cron expression; the most exact one counts. */
  readonly repositories: Readonly<Record<string, string>>;
}

/** Days that something is kept. */
export interface RetentionSettings {
  readonly events: number;
  readonly access: number;
  readonly runs: number;
  readonly deliveries: number;
  readonly samples: number;
}

export interface LimitSettings {
  /** Runs of one process side by side. */
  readonly runsAtOnce: number;
  /** A run that takes longer is ended and tried again. */
  readonly runMinutes: number;
  /** Tries of a delivery before it is dead. */
  readonly deliveryAttempts: number;
  readonly deliveryBytes: number;
  readonly sessionHours: number;
  readonly sessionIdleMinutes: number;
  /** Failed sign-ins of one address at one account within a quarter of an hour. */
  readonly failedLogins: number;
}

/** Where messages of alerts go, and which. */
export type NotificationSettings = WebhookChannel | SlackChannel | MailChannel | IssueChannel;

interface ChannelRules {
  /** Lesser alerts are not told here. */
  readonly least: "warning" | "error";
  /** Kinds of alerts that are told here; empty: all. */
  readonly kinds: readonly string[];
}

/** JSON to an address, signed as Standard Webhooks are where there is a secret. */
export interface WebhookChannel extends ChannelRules {
  readonly kind: "webhook";
  /** Secret: whoever knows it can write there. */
  readonly url: string;
  /** Base64, with or without `whsec_`; "": unsigned. */
  readonly secret: string;
}

/** What Slack takes at an incoming webhook, and Mattermost, Rocket.Chat, Discord (`/slack`) and others as well. */
export interface SlackChannel extends ChannelRules {
  readonly kind: "slack";
  /** Secret: whoever knows it can write there. */
  readonly url: string;
}

/** Mail, over the mail server of the settings. */
export interface MailChannel extends ChannelRules {
  readonly kind: "mail";
  /** Addresses. */
  readonly to: readonly string[];
}

/** An issue that is opened, and closed when it is over. */
export interface IssueChannel extends ChannelRules {
  readonly kind: "issue";
  /** Name of the forge in the settings. */
  readonly forge: string;
  /** `owner/name` */
  readonly repository: string;
}

/** What counts as an alert. */
export interface AlertSettings {
  /** Failed runs of one cause, or in a row in one repository. */
  readonly failures: number;
  /** Share of the disk that is used, in percent. */
  readonly diskPercent: number;
  /** Requests that a server still allows, in percent. */
  readonly budgetPercent: number;
  /** Days before a token ends. */
  readonly tokenDays: number;
  /** Minutes without a sign of a cause before it counts as over. */
  readonly settleMinutes: number;
  /** `22:00-06:00`, UTC: what is wrong then is told when they end; "": none. */
  readonly quietHours: string;
}

export const defaultSettings: Settings = {
  publicUrl: "",
  trustedProxies: [],
  mapping: ".github/interlinear.yml",
  services: {},
  forges: {},
  mail: { host: "", port: 587, security: "starttls", user: "", password: "", from: "" },
  schedules: { default: "17 3 * * *", repositories: {} },
  retention: { events: 90, access: 30, runs: 90, deliveries: 14, samples: 14 },
  limits: {
    runsAtOnce: 2,
    runMinutes: 30,
    deliveryAttempts: 5,
    deliveryBytes: 26_214_400,
    sessionHours: 12,
    sessionIdleMinutes: 60,
    failedLogins: 5,
  },
  notifications: {},
  alerts: { failures: 3, diskPercent: 90, budgetPercent: 10, tokenDays: 14, settleMinutes: 5, quietHours: "" },
  theme: "system",
};
