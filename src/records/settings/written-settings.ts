import type { MailSettings } from "../../mail/send-mail.ts";
import { originOf, plainAddress } from "./checks.ts";
import { mapValues } from "./management.ts";
import type { ManagementWritten } from "./management-resource.ts";
import type { ForgejoSettings, GitHubSettings, NotificationSettings, ServiceSettings, Settings } from "./settings.ts";

/** What is wrong with a change, without the value that is. */
export interface SettingsProblem {
  /** Dotted path of the field: `forges.github.private_key`. */
  readonly field: string;
  readonly message: string;
}

type WrittenSecret = ManagementWritten["mail"]["password"];

/** A secret that is there already, and where it is sent. */
interface EarlierSecret {
  readonly secret: string;
  readonly sentTo: string;
}

/** The settings that a written resource means; what it keeps of secrets is that of `earlier`. */
export function settingsFrom(
  written: ManagementWritten,
  earlier: Settings,
): { readonly settings: Settings; readonly problems: readonly SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  const secret = (field: string, value: WrittenSecret, sentTo: string, former: EarlierSecret | undefined): string => {
    const resolved = resolveSecret(value, sentTo, former);
    if (resolved.problem !== undefined) problems.push({ field, message: resolved.problem });
    return resolved.secret;
  };
  const { mail, schedules, limits, alerts } = written;
  if (mail.host !== "" && mail.from === "") {
    problems.push({ field: "mail.from", message: "Expected a sender, since there is a server: bot@example.org." });
  }
  const settings: Settings = {
    publicUrl: plainAddress(written.public_url),
    trustedProxies: written.trusted_proxies,
    mapping: written.mapping,
    services: mapValues(written.services, (service, name) =>
      serviceOf(service, `services.${name}`, own(earlier.services, name), secret),
    ),
    forges: mapValues(written.forges, (forge, name) =>
      forgeOf(forge, `forges.${name}`, own(earlier.forges, name), secret),
    ),
    mail: {
      host: mail.host,
      port: mail.port,
      security: mail.security,
      user: mail.user,
      password: secret("mail.password", mail.password, mailServer(mail), {
        secret: earlier.mail.password,
        sentTo: mailServer(earlier.mail),
      }),
      from: mail.from,
    },
    schedules,
    retention: written.retention,
    limits: {
      runsAtOnce: limits.runs_at_once,
      runMinutes: limits.run_minutes,
      deliveryAttempts: limits.delivery_attempts,
      deliveryBytes: limits.delivery_bytes,
      sessionHours: limits.session_hours,
      sessionIdleMinutes: limits.session_idle_minutes,
      failedLogins: limits.failed_logins,
    },
    notifications: mapValues(written.notifications, (channel, name) =>
      channelOf(channel, `notifications.${name}`, own(earlier.notifications, name), secret),
    ),
    alerts: {
      failures: alerts.failures,
      diskPercent: alerts.disk_percent,
      budgetPercent: alerts.budget_percent,
      tokenDays: alerts.token_days,
      settleMinutes: alerts.settle_minutes,
      quietHours: alerts.quiet_hours,
    },
    theme: written.theme,
  };
  for (const [name, channel] of Object.entries(settings.notifications)) {
    const place = `notifications.${name}`;
    if ((channel.kind === "webhook" || channel.kind === "slack") && channel.url === "") {
      const message = "Expected an address: https://…";
      if (!problems.some(({ field }) => field === `${place}.url`)) problems.push({ field: `${place}.url`, message });
    } else if (channel.kind === "mail" && mail.host === "") {
      problems.push({ field: `${place}.to`, message: "There is no mail server yet: set `mail.host` first." });
    } else if (channel.kind === "issue" && !Object.hasOwn(settings.forges, channel.forge)) {
      const known = Object.keys(settings.forges).join(", ");
      const message = known === "" ? "There is no forge yet." : `There is no such forge; there is ${known}.`;
      problems.push({ field: `${place}.forge`, message });
    }
  }
  return { settings, problems };
}

type Resolve = (field: string, value: WrittenSecret, sentTo: string, former: EarlierSecret | undefined) => string;

/** A webhook's secret is sent nowhere. */
const NOWHERE = "";

function serviceOf(
  written: ManagementWritten["services"][string],
  place: string,
  earlier: ServiceSettings | undefined,
  secret: Resolve,
): ServiceSettings {
  return {
    // People copy the API's address as well as the site's.
    url: plainAddress(written.url).replace(/\/api$/, ""),
    token: secret(
      `${place}.token`,
      written.token,
      originOf(written.url),
      earlier && { secret: earlier.token, sentTo: originOf(earlier.url) },
    ),
    webhookSecret: secret(
      `${place}.webhook_secret`,
      written.webhook_secret,
      NOWHERE,
      earlier && { secret: earlier.webhookSecret, sentTo: NOWHERE },
    ),
    repositories: written.repositories,
    ...(written.token_expires === "" ? {} : { tokenExpires: written.token_expires }),
  };
}

/** The address is the secret: the other one is for it alone. */
function channelOf(
  written: ManagementWritten["notifications"][string],
  place: string,
  earlier: NotificationSettings | undefined,
  secret: Resolve,
): NotificationSettings {
  const rules = { least: written.least, kinds: written.kinds };
  switch (written.kind) {
    case "mail":
      return { kind: "mail", to: written.to, ...rules };
    case "issue":
      return { kind: "issue", forge: written.forge, repository: written.repository, ...rules };
    default: {
      const former = earlier?.kind === written.kind ? { secret: earlier.url, sentTo: NOWHERE } : undefined;
      const url = secret(`${place}.url`, written.url, NOWHERE, former);
      if (written.kind === "slack") return { kind: "slack", url, ...rules };
      const key = earlier?.kind === "webhook" ? { secret: earlier.secret, sentTo: originOf(earlier.url) } : undefined;
      return { kind: "webhook", url, secret: secret(`${place}.secret`, written.secret, originOf(url), key), ...rules };
    }
  }
}

function forgeOf(
  written: ManagementWritten["forges"][string],
  place: string,
  earlier: GitHubSettings | ForgejoSettings | undefined,
  secret: Resolve,
): GitHubSettings | ForgejoSettings {
  const webhookSecret = secret(
    `${place}.webhook_secret`,
    written.webhook_secret,
    NOWHERE,
    earlier && { secret: earlier.webhookSecret, sentTo: NOWHERE },
  );
  const serverUrl = plainAddress(written.server_url);
  if (written.kind === "forgejo") {
    const former =
      earlier?.kind === "forgejo" ? { secret: earlier.token, sentTo: originOf(earlier.serverUrl) } : undefined;
    return {
      kind: "forgejo",
      serverUrl,
      token: secret(`${place}.token`, written.token, originOf(serverUrl), former),
      webhookSecret,
      repositories: written.repositories,
      ...(written.token_expires === "" ? {} : { tokenExpires: written.token_expires }),
    };
  }
  const former = earlier?.kind === "github" ? { secret: earlier.privateKey, sentTo: sentToGitHub(earlier) } : undefined;
  const apiUrl = plainAddress(written.api_url);
  return {
    kind: "github",
    serverUrl,
    apiUrl,
    appId: written.app_id,
    privateKey: secret(`${place}.private_key`, written.private_key, sentToGitHub({ serverUrl, apiUrl }), former),
    webhookSecret,
  };
}

/** The key signs what the API gets; the tokens it brings go to the server as well. */
function sentToGitHub({ serverUrl, apiUrl }: Pick<GitHubSettings, "serverUrl" | "apiUrl">): string {
  return [...new Set([originOf(apiUrl), originOf(serverUrl)])].join(" and ");
}

/** Without TLS everybody between learns the password. */
function mailServer({ host, security }: Pick<MailSettings, "host" | "security">): string {
  return security === "none" ? `${host} without TLS` : host;
}

/** A kept secret stays where it was meant for: nobody learns it by letting it be sent to a server of their own. */
function resolveSecret(
  value: WrittenSecret,
  sentTo: string,
  earlier: EarlierSecret | undefined,
): { readonly secret: string; readonly problem?: string } {
  if (value === null) return { secret: "" };
  if (typeof value === "string") return { secret: value };
  const kept = earlier?.secret ?? "";
  if (kept === "") {
    return value.set ? { secret: "", problem: "There is none to keep: give it as text, or null." } : { secret: "" };
  }
  if (earlier !== undefined && earlier.sentTo !== sentTo) {
    return {
      secret: "",
      problem: `The one that is kept was given for ${earlier.sentTo || "another server"}: give it again for the new address, or null.`,
    };
  }
  return { secret: kept };
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
