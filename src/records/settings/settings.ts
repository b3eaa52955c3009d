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
}

export interface MailSettings {
  /** "": no mail is sent. */
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls" | "none";
  readonly user: string;
  readonly password: string;
  /** `Interlinear <bot@example.org>` */
  readonly from: string;
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
  theme: "system",
};
