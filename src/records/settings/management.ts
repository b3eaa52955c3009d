import type { ForgejoSettings, GitHubSettings, NotificationSettings, ServiceSettings, Settings } from "./settings.ts";
import { isAlertKind } from "../alerts/alert-kinds.ts";
import type { ManagementShown } from "./management-resource.ts";

/** The settings as the API shows them: of a secret, only whether there is one. */
export function managementOf(settings: Settings): ManagementShown {
  const { mail, schedules, retention, limits, alerts } = settings;
  return {
    public_url: settings.publicUrl,
    trusted_proxies: [...settings.trustedProxies],
    mapping: settings.mapping,
    services: mapValues(settings.services, shownService),
    forges: mapValues(settings.forges, shownForge),
    mail: {
      host: mail.host,
      port: mail.port,
      security: mail.security,
      user: mail.user,
      password: isSet(mail.password),
      from: mail.from,
    },
    schedules: { default: schedules.default, repositories: { ...schedules.repositories } },
    retention: { ...retention },
    limits: {
      runs_at_once: limits.runsAtOnce,
      run_minutes: limits.runMinutes,
      delivery_attempts: limits.deliveryAttempts,
      delivery_bytes: limits.deliveryBytes,
      session_hours: limits.sessionHours,
      session_idle_minutes: limits.sessionIdleMinutes,
      failed_logins: limits.failedLogins,
    },
    notifications: mapValues(settings.notifications, shownChannel),
    alerts: {
      failures: alerts.failures,
      disk_percent: alerts.diskPercent,
      budget_percent: alerts.budgetPercent,
      token_days: alerts.tokenDays,
      settle_minutes: alerts.settleMinutes,
      quiet_hours: alerts.quietHours,
    },
    theme: settings.theme,
  };
}

function shownService(service: ServiceSettings): ManagementShown["services"][string] {
  return {
    url: service.url,
    token: isSet(service.token),
    webhook_secret: isSet(service.webhookSecret),
    repositories: [...service.repositories],
    token_expires: service.tokenExpires ?? "",
  };
}

function shownForge(forge: GitHubSettings | ForgejoSettings): ManagementShown["forges"][string] {
  const webhookSecret = isSet(forge.webhookSecret);
  if (forge.kind === "forgejo") {
    return {
      kind: "forgejo",
      server_url: forge.serverUrl,
      token: isSet(forge.token),
      webhook_secret: webhookSecret,
      repositories: [...forge.repositories],
      token_expires: forge.tokenExpires ?? "",
    };
  }
  return {
    kind: "github",
    server_url: forge.serverUrl,
    api_url: forge.apiUrl,
    app_id: forge.appId,
    private_key: isSet(forge.privateKey),
    webhook_secret: webhookSecret,
  };
}

function shownChannel(channel: NotificationSettings): ManagementShown["notifications"][string] {
  const rules = { least: channel.least, kinds: channel.kinds.filter(isAlertKind) };
  switch (channel.kind) {
    case "webhook":
      return { kind: "webhook", url: isSet(channel.url), secret: isSet(channel.secret), ...rules };
    case "slack":
      return { kind: "slack", url: isSet(channel.url), ...rules };
    case "mail":
      return { kind: "mail", to: [...channel.to], ...rules };
    case "issue":
      return { kind: "issue", forge: channel.forge, repository: channel.repository, ...rules };
  }
}

function isSet(secret: string): { set: boolean } {
  return { set: secret !== "" };
}

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
